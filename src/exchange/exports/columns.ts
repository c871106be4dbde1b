import { exactTime } from '../../platform/index.js';
import { BITMAP, FIELDS, HASH_DIGITS } from '../../catalogue/index.js';
import type { Field } from '../../catalogue/index.js';

/** Binds a text as a value of the statement. @returns its placeholder in the SQL */
export type Bind = (text: string) => string;

/** A column of a file: what its header says, and where its values come from. */
export interface Column {
  header: string;
  /** how the format writes it: numbers and flags as such where it can, addresses as links; JSON within
   * JSON as it is, a text elsewhere */
  kind: 'text' | 'number' | 'flag' | 'address' | 'json';
  /** SQL over a row of `products`; what comes from outside is bound, never written into it */
  sql: (bind: Bind) => string;
}

/** The setting of the transaction that holds `<scheme>://<host>[:port]` of this site. */
export const ORIGIN = 'site_origin';
const origin = `current_setting('catalogue.${ORIGIN}')`;
/** The setting that holds the latest `updated_at` that is shown. */
export const SHOWN_UP_TO = 'shown_up_to';
/** SQL for the `updated_at` of a product as it is shown; the setting is read once a statement, not once a row. */
export const shownTime = `least(updated_at, (SELECT current_setting('catalogue.${SHOWN_UP_TO}')::timestamptz))`;
const absolute = (sql: string): string =>
  `CASE WHEN left(${sql}, 1) = '/' THEN ${origin} || ${sql} ELSE ${sql} END`;

const KINDS: Partial<Record<Field['kind'], Column['kind']>> = {
  number: 'number',
  flag: 'flag',
  url: 'address',
};

function columnOf({ name, kind, sql = name }: Field): Column {
  const value = kind === 'time' ? exactTime(shownTime) : kind === 'url' ? absolute(name) : sql;
  return { header: name, kind: KINDS[kind] ?? 'text', sql: () => value };
}

// The address of a product's page: its code as encodeURIComponent writes it, byte by byte where it has more than the
// characters that stay.
const PLAIN = `A-Za-z0-9_.!~*''()-`;
const encodedCode = `CASE WHEN code ~ '^[${PLAIN}]*$' THEN code ELSE (
  SELECT string_agg(CASE WHEN c ~ '[${PLAIN}]' THEN c
                         ELSE regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\\1', 'g') END, '' ORDER BY place)
    FROM string_to_table(code, NULL) WITH ORDINALITY AS s (c, place)) END`;

// As drawingAddress writes it. A look-up for each row takes no longer than a join, and nothing where nobody asks for it.
const drawing = `(SELECT ${origin} || '/api/v1/products/' || ${encodedCode} || '/structure.svg?v=' || left(given_hash, ${HASH_DIGITS})
                    FROM product_structures WHERE product_id = products.id)`;

/** SQL for what is made of a product beside its fields: addresses, each under its name. */
const MADE = {
  product_url: `${origin} || '/products/' || ${encodedCode}`,
  drawing_url: drawing,
  /** its own image, or else the drawing as a bitmap */
  picture_url: `coalesce(${absolute('structure_url')}, ${drawing} || '${BITMAP}')`,
};
export type MadeName = keyof typeof MADE;

const madeColumns = Object.entries(MADE).map(([header, sql]): Column => ({
  header,
  kind: 'address',
  sql: () => sql,
}));

/** Every column that an export can have, by its name: the fields of a product, and what is made of them. */
export const COLUMNS: ReadonlyMap<string, Column> = new Map(
  [...FIELDS.map(columnOf), ...madeColumns].map((column) => [column.header, column]),
);

/** The columns of an export that asks for none: the fields of a product, in their order. */
export const FIELD_COLUMNS: readonly Column[] = FIELDS.map(columnOf);
