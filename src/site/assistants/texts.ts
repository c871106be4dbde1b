import type { z } from 'zod';
import { placed, READS_ANONYMOUS, READS_WITH_KEY } from '../../platform/index.js';
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

/** Fields with what is said of them. */
export const explained = <S extends z.ZodRawShape>(
  texts: { [Name in keyof NoInfer<S>]?: string },
  fields: S,
): S =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const description = texts[name];
      return [name, description === undefined ? field : (field as z.ZodType).meta({ description })];
    }),
  ) as unknown as S;
