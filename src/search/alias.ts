import { LRUCache } from 'lru-cache';
import { bareForm, saltForm } from './chemistry.js';
import { lettersOf, readable } from './normalise.js';

/**
 * The keys of an alias, in the order of the texts they are: itself, with a salt in its usual spelling, with German
 * umlauts as they are typed without them.
 * @param lang BCP 47
 */
export function aliasKeys(text: string, lang: string | null): string[] {
  const texts = lang?.startsWith('de') && UMLAUT.test(text) ? [text, withoutUmlauts(text)] : [text];
  return distinct(texts.flatMap((each) => formsOf(readable(each))));
}

/**
 * The keys under which an alias may be found by a text that is `readable`: also without what buyers add to a name
 * (“tablets”), and without the name of the register for numbers that say by their form which one they are of.
 */
export function aliasKeysOfQuery(form: string): string[] {
  return distinct([...formsOf(form), lettersOf(bareForm(saltForm(form)))]);
}

function formsOf(form: string): string[] {
  const bare = form.replace(REGISTER, '').replace(PUBCHEM, 'cid ');
  return [lettersOf(bare), lettersOf(saltForm(bare))];
}

const UMLAUT = /[äöüß]/i;
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const withoutUmlauts = (text: string): string =>
  text.normalize('NFC').replace(/[äöüß]/gi, (letter) => UMLAUTS[letter.toLowerCase()]!);

/** What stands before numbers of the European list, InChI keys and UNIIs, which are known by their form. */
const REGISTER =
  /^(?:(?:ec|einecs|elincs)[ -]?(?:no|nr|number|编号|号)?[ .:#-]*(?=\d{3}-\d{3}-\d$)|inchi ?key[ =:]*(?=[a-z]{14}-)|unii[ :-]*(?=[a-z0-9]{10}$))/;
/** A PubChem number is digits alone: the register is a part of it. */
const PUBCHEM = /^(?:pubchem[ -]?(?:cid)?|cid)[ .:#-]*(?=\d{1,10}$)/;

function distinct(keys: string[]): string[] {
  return [...new Set(keys)].filter(Boolean);
}

// The language is not known here: a text of another one has no German umlauts, or is found without them as well. Kept,
// since a page may have hundreds of products with the same aliases.
const keysOfText = new LRUCache<string, string[]>({
  max: 5_000,
  memoMethod: (text) => aliasKeys(text, 'de'),
});

/** Which of a product's aliases a text names, or else begins; undefined for none. */
export function aliasMeant(form: string, aliases: readonly string[]): string | undefined {
  const wanted = new Set(aliasKeysOfQuery(form));
  const key = lettersOf(form);
  const oneWith = (holds: (key: string) => boolean): string | undefined =>
    aliases.find((text) => keysOfText.memo(text).some(holds));
  return oneWith((each) => wanted.has(each)) ?? oneWith((each) => each.startsWith(key));
}
