import type { z } from 'zod';
import { described, placed, READS_ANONYMOUS, READS_WITH_KEY } from '../../platform/index.js';
import type { Text } from '../../platform/index.js';
import words from './texts.json' with { type: 'json' };

/** How many of something there are at most; the texts name these numbers. */
export const MOST = {
  /** hits of `search` */
  results: 20,
  /** other products of a series, or with a CAS number, that are named */
  mates: 20,
  identifiers: 200,
  /** other products that are named for an identifier */
  others: 4,
  compared: 10,
};

/** The columns of the table that a long list is answered as. */
export const COLUMNS = ['index', 'match', 'code', 'cas', 'formula', 'mw', 'in_stock'];

const PLACES = {
  ...MOST,
  columns: COLUMNS.join(', '),
  reads_anonymous: READS_ANONYMOUS,
  reads_with_key: READS_WITH_KEY,
};

/** What assistants are told: of the tools, of their fields, and of the service. */
export const TEXTS = placed(words, PLACES);

/** A text in both languages, for who may read either. */
export const inBoth = ({ en, zh }: Text): string => `${en} · ${zh}`;

/** Fields with what is said of them, in English alone: an assistant reads all of it with every tool. */
export const explained = <W extends Record<string, string>, S extends Record<keyof W, z.ZodType>>(
  texts: W,
  fields: S,
): S =>
  described(Object.fromEntries(Object.entries(texts).map(([name, en]) => [name, { en, zh: en }])), fields);
