import { vocabulary } from './vocabulary.js';

/** Symbols by the English and Chinese names of the elements. */
const symbols = new Map(
  vocabulary('elements').flatMap(([symbol, ...names]) =>
    names.map((name): [string, string] => [name, symbol!]),
  ),
);

/** Metals that occur in salts of acids but not in acids, in Chinese and in English. */
export const SALT_METALS: Readonly<Record<string, string>> = {
  钠: 'sodium',
  钾: 'potassium',
  钙: 'calcium',
  镁: 'magnesium',
  锌: 'zinc',
  锂: 'lithium',
};

/**
 * The symbol of the element with this name; undefined if it names none.
 * @param form `readable`, with its salt in the usual spelling
 */
export const symbolOfElement = (form: string): string | undefined => symbols.get(form);
