import { LRUCache } from 'lru-cache';
import { bareForm, saltForm } from './salts.js';
import { lettersOf, readable } from './normalise.js';

/**
 * The keys under which an alias is indexed: the name itself, the name with its salt in the usual spelling, and for
 * German also the name without umlauts. The key of an InChIKey or a UNII begins with `#`: nobody types the beginning
 * of one, so that it must not be found by a few letters as a name is.
 * @param lang BCP 47
 */
export function aliasKeys(text: string, lang: string | null): string[] {
  if (isOpaque(text)) return [opaqueKey(readable(text).replace(REGISTER, ''))];
  const texts = lang?.startsWith('de') && UMLAUT.test(text) ? [text, withoutUmlauts(text)] : [text];
  return distinct(texts.flatMap((each) => formsOf(readable(each))));
}

/**
 * The keys under which a `readable` query may find an alias. Also tried without what buyers add to a name
 * (“tablets”), and without the name of a register if the number alone shows which one it belongs to.
 */
export function aliasKeysOfQuery(form: string): string[] {
  const opaque = [form.replace(REGISTER, '')].filter(
    (each) => OPAQUE.test(each) || BARE_INCHI_KEY.test(each),
  );
  return distinct([...formsOf(form), lettersOf(bareForm(saltForm(form))), ...opaque.map(opaqueKey)]);
}

/** InChIKeys, and UNIIs: ten letters and digits mixed. */
const OPAQUE = /^(?:[a-z]{14}-[a-z]{10}-[a-z]|(?=[a-z0-9]{10}$)(?![a-z]*\d*$|\d+[a-z]*$)[a-z0-9]+)$/;
const BARE_INCHI_KEY = /^[a-z]{25}$/;
const opaqueKey = (form: string): string => `#${lettersOf(form)}`;

/** Whether a text is an InChIKey or a UNII. */
export function isOpaque(text: string): boolean {
  return OPAQUE.test(readable(text).replace(REGISTER, ''));
}

/** The beginning of one counts only from eight characters on: two would match hundreds. */
const OPAQUE_START = /^(?:[a-z]{8,25}|[a-z0-9]{8,10})$/;

/** The beginnings of alias keys that a text may stand for. @param key letters and digits of the text */
export const aliasStarts = (key: string): string[] => (OPAQUE_START.test(key) ? [key, `#${key}`] : [key]);

function formsOf(form: string): string[] {
  const bare = form.replace(REGISTER, '').replace(PUBCHEM, 'cid ');
  return [lettersOf(bare), lettersOf(saltForm(bare))];
}

const UMLAUT = /[äöüß]/i;
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const withoutUmlauts = (text: string): string =>
  text.normalize('NFC').replace(/[äöüß]/gi, (letter) => UMLAUTS[letter.toLowerCase()]!);

/**
 * Names of registers in front of EC numbers, InChIKeys, UNIIs and DrugBank numbers, which are recognised by their
 * form.
 */
const REGISTER =
  /^(?:(?:ec|einecs|elincs)[ -]?(?:no|nr|number|编号|号)?[ .:#-]*(?=\d{3}-\d{3}-\d$)|inchi ?key[ =:]*(?=[a-z]{14}-)|unii[ :-]*(?=[a-z0-9]{10}$)|drugbank[ :]*(?=db\d{5}$))/;
/** A PubChem number is only digits, so that the name of its register belongs to it. */
const PUBCHEM = /^(?:pubchem[ -]?(?:cid)?|cid)[ .:#-]*(?=\d{1,10}$)/;

function distinct(keys: string[]): string[] {
  return [...new Set(keys)].filter(Boolean);
}

// The language of the aliases is not known here. German rules do no harm to others: they have no umlauts, or are
// found without them as well. Cached, as hundreds of products on a page may have the same aliases.
const keysOfText = new LRUCache<string, string[]>({
  max: 5_000,
  memoMethod: (text) => aliasKeys(text, 'de'),
});

/** Which of a product's aliases a text names or begins, then the shortest of them; undefined if none. */
export function aliasMeant(form: string, aliases: readonly string[]): string | undefined {
  const begun = aliasStarts(lettersOf(form));
  return (
    aliasNamed(form, aliases) ??
    oneWith(
      aliases.toSorted((a, b) => a.length - b.length), // what is least beyond the typed text
      (key) => begun.some((start) => key.startsWith(start)),
    )
  );
}

/** Which of a product's aliases a text names; undefined if none. */
export function aliasNamed(form: string, aliases: readonly string[]): string | undefined {
  if (aliases.length === 0) return undefined;
  const wanted = new Set(aliasKeysOfQuery(form));
  return oneWith(aliases, (key) => wanted.has(key));
}

const oneWith = (aliases: readonly string[], holds: (key: string) => boolean): string | undefined =>
  aliases.find((text) => keysOfText.memo(text).some(holds));
