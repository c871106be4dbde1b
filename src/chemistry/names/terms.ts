import { Expressions, rewritten } from './vocabulary.js';

/**
 * The words of systematic names, and the rules that bring older terms, contractions and other word orders into one.
 */

export const TERMS = new Expressions('groups', 'terms');

/** Older terms, contractions and other word orders. */
const RULES = TERMS.rewritings('rule');

/** Of an inverted name: “benzoic acid, 2-hydroxy-, methyl ester” is 2-hydroxybenzoic acid, methyl ester. */
const INVERTED = /^((?:[^,]|(?<=[\dh]),(?=\d))+), ?(.*?)-(?=$|,)/;

/** A `readable` name in the terms of these rules, and not inverted. */
export const inTerms = (form: string): string =>
  rewritten(form, RULES).replace(
    INVERTED,
    (_, parent: string, groups: string) =>
      `${groups}${/^[a-z]{2}(?!(?:lpha|ta|mma|lta|ega)?-)/.test(parent) && !/[\d+]$/.test(groups) ? '' : '-'}${parent}`,
  );
