import { Expressions, rewritten } from './vocabulary.js';

/**
 * The words of systematic names, and the rules that bring older terms, contractions and other word orders into one.
 */

export const TERMS = new Expressions('groups', 'terms');

/** Older terms, contractions and other word orders. */
const RULES = TERMS.rewritings('rule');

/** Whether any rule may apply. Three of four names have no use for them, and the index is made of millions of names. */
const RULED = new RegExp(RULES.map(([from]) => `(?:${from.source})`).join('|'));

/** A `readable` name in the terms of these rules, and not inverted. */
export function inTerms(form: string): string {
  return turned(RULED.test(form) ? rewritten(form, RULES) : form);
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
