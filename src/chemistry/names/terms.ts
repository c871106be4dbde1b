import { vocabulary } from './vocabulary.js';

/**
 * The words of systematic names, and the rules that bring older terms, contractions and other word orders into one.
 */

const RING =
  'naphthalen|pyridin|pyrimidin|pyrazin|pyridazin|furan|thiophen|imidazol|pyrazol|pyrrol|pyrrolidin|indol|quinolin|' +
  'isoquinolin|piperidin|piperazin|morpholin|thiazol|oxazol|isothiazol|isoxazol|triazol|tetrazol|purin|pyran|benzen';
const CHAIN =
  '(?:cyclo)?(?:meth|eth|prop|but|pent|hex|hept|oct|non|dec|undec|dodec)(?:an|en|yn)(?:e(?=d|tr|s|c|n))?';
const SUFFIX =
  '(?:di|tri)?(?:ol|one?|amine|thiol|carboxylic acid|carboxylate|carboxamide|carboxaldehyde|carbaldehyde|carbonitrile|' +
  'sulfonic acid|sulfonate|sulfonamide|oic acid|oate|amide|al|nitrile)';
const METAL = 'sodium|potassium|lithium|calcium|magnesium|barium|zinc|copper|silver|ammonium|aluminum';

export const ALKYL =
  '(?:meth|eth|prop|isoprop|but|isobut|secbut|tertbut|pent|hex|hept|oct|non|(?:un|do|tri|tetra|penta|hexa|octa)?dec|' +
  'cycloprop|cyclobut|cyclopent|cyclohex)yl(?!ene|idene)';
/** Groups with a place on a benzene ring: those that can carry other groups, and the rest. */
export const CARRIER_ON_RING = `${ALKYL}|phenyl|benzyl|benzoyl|acetyl|vinyl|allyl|phenoxy|(?:meth|eth|prop|isoprop|but)oxy|amino|oxy|mercapto`;
export const OTHER_ON_RING = 'formyl|chloro|bromo|fluoro|iodo|hydroxy|nitroso|nitro|cyano|carboxy';
/** Groups that can carry others: what stands directly in front is part of them, as in (aminomethyl). */
export const CARRIER = `${CARRIER_ON_RING}|methylidene|ethylidene|phenethyl|imino|sulfinyl|sulfonyl|silyl|ureido|ester`;
/** Groups that are parts by themselves. */
export const GROUP =
  `${CARRIER}|chloroform|bromoform|iodoform|nitroform|${OTHER_ON_RING}|thioxo|oxo(?!l)|` +
  `hydro(?!gen)|benzene|hydrochloride|hydrobromide|${METAL}`;

/** Where a group carries nothing: with something on it, its two names count its places from different ends. */
const BARE = '(?:(?<![a-z]{2}-?|[)\\]]-?)|(?<=(?<![a-z])(?:di|tri|tetra)))';

/** Older terms, contractions and other word orders. Each rule applies to the result of those above it. */
const WORDS: Record<string, string> = {
  group: GROUP,
  bare: BARE,
  ring: RING,
  chain: CHAIN,
  suffix: SUFFIX,
  other_on_ring: OTHER_ON_RING,
  metal: METAL,
};
const RULES = vocabulary('terms').map(([from = '', to = '']): [RegExp, string] => [
  new RegExp(
    from.replace(/%([a-z_]+)%/g, (_, word: string) => WORDS[word]!),
    'g',
  ),
  to,
]);

/** Whether any rule may apply. Three of four names have no use for them, and the index is made of millions of names. */
const RULED = new RegExp(RULES.map(([from]) => `(?:${from.source})`).join('|'));

/** A `readable` name in the terms of these rules, and not inverted. */
export function inTerms(form: string): string {
  let name = form;
  if (RULED.test(name)) for (const [from, to] of RULES) name = name.replace(from, to);
  return turned(name);
}

const INVERTED = /^((?:[^,]|(?<=[\dh]),(?=\d))+), ?(.*?)-(?=$|,)/;

/** Turns an inverted name: “benzoic acid, 2-hydroxy-, methyl ester” becomes 2-hydroxybenzoic acid, methyl ester. */
function turned(name: string): string {
  return name.replace(
    INVERTED,
    (_, parent: string, groups: string) =>
      `${groups}${/^[a-z]{2}(?!(?:lpha|ta|mma|lta|ega)?-)/.test(parent) && !/[\d+]$/.test(groups) ? '' : '-'}${parent}`,
  );
}
