import { vocabulary } from './vocabulary.js';

/** Symbols by the English and Chinese names of the elements. */
const symbols = new Map(
  vocabulary('elements').flatMap(([symbol, ...names]) =>
    names.map((name): [string, string] => [name, symbol!]),
  ),
);

/**
 * The symbol of the element with this name; undefined if it names none.
 * @param form `readable`, with its salt in the usual spelling
 */
export const symbolOfElement = (form: string): string | undefined => symbols.get(form);
