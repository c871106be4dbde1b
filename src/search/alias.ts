import { LRUCache } from 'lru-cache';
import { bareForm, saltForm } from './chemistry.js';
import { lettersOf, readable } from './normalise.js';

/**
 * The keys under which an alias is found. A name has one as it is, one with a salt in its usual spelling, and a German one
 * those with its umlauts written without dots. The key of an InChIKey or a UNII begins with `#`, so that it is not found by
 * its first few letters as a name is: nobody knows what it begins with.
 * @param lang BCP 47
 */
export function aliasKeys(text: string, lang: string | null): string[] {
  if (isOpaque(text)) return [opaqueKey(readable(text).replace(REGISTER, ''))];
  const texts = lang?.startsWith('de') && UMLAUT.test(text) ? [text, withoutUmlauts(text)] : [text];
  return distinct(texts.flatMap((each) => formsOf(readable(each))));
}

/**
 * The keys under which an alias may be found by a text that is `readable`: also without what buyers add to a name
 * (“tablets”), and without the name of the register for numbers that say by their form which one they are of.
 */
export function aliasKeysOfQuery(form: string): string[] {
  const opaque = [form.replace(REGISTER, '')].filter(
    (each) => OPAQUE.test(each) || BARE_INCHI_KEY.test(each),
  );
  return distinct([...formsOf(form), lettersOf(bareForm(saltForm(form))), ...opaque.map(opaqueKey)]);
}

/** InChI keys, and UNIIs: ten letters and digits in no order. */
const OPAQUE = /^(?:[a-z]{14}-[a-z]{10}-[a-z]|(?=[a-z0-9]{10}$)(?![a-z]*\d*$|\d+[a-z]*$)[a-z0-9]+)$/;
const BARE_INCHI_KEY = /^[a-z]{25}$/;
const opaqueKey = (form: string): string => `#${lettersOf(form)}`;

/** Whether a text is an InChI key or a UNII. */
export function isOpaque(text: string): boolean {
  return OPAQUE.test(readable(text).replace(REGISTER, ''));
}

/** Eight characters are enough of one: two begin hundreds. */
const OPAQUE_START = /^(?:[a-z]{8,25}|[a-z0-9]{8,10})$/;

/** The keys with which those of aliases begin that a text may begin. @param key of the text, letters and digits */
export function aliasStarts(key: string): string[] {
  return OPAQUE_START.test(key) ? [key, `#${key}`] : [key];
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
  /^(?:(?:ec|einecs|elincs)[ -]?(?:no|nr|number|编号|号)?[ .:#-]*(?=\d{3}-\d{3}-\d$)|inchi ?key[ =:]*(?=[a-z]{14}-)|unii[ :-]*(?=[a-z0-9]{10}$)|drugbank[ :]*(?=db\d{5}$))/;
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
  const begun = aliasStarts(lettersOf(form));
  return aliasNamed(form, aliases) ?? oneWith(aliases, (key) => begun.some((start) => key.startsWith(start)));
}

/** Which of a product's aliases a text names; undefined for none. */
export function aliasNamed(form: string, aliases: readonly string[]): string | undefined {
  if (aliases.length === 0) return undefined;
  const wanted = new Set(aliasKeysOfQuery(form));
  return oneWith(aliases, (key) => wanted.has(key));
}

const oneWith = (aliases: readonly string[], holds: (key: string) => boolean): string | undefined =>
  aliases.find((text) => keysOfText.memo(text).some(holds));
