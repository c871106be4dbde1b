import { hash } from 'node:crypto';
import { z } from 'zod';
import { described, isLonger, ofOtherType, oneOf, refuse, tidyName } from '../../platform/index.js';
import type { FaultCode } from '../../platform/index.js';
import type { MadeName } from '../exports/columns.js';
import { FORMAT_NAMES } from '../exports/formats.js';
import { CHARSETS } from '../exports/layouts.js';
import type { Encoding } from '../exports/layouts.js';
import madeTitles from './column-titles.json' with { type: 'json' };
import words from './docs.json' with { type: 'json' };
import { FIELD_NAMES, FIELDS, labelsOf, STATUSES } from '../../catalogue/index.js';
import type { FieldName } from '../../catalogue/index.js';

/** What a column may hold beside the fields: what every export can have, and what is made for profiles. */
type MadeColumn = keyof typeof madeTitles;
export type DerivedName = Exclude<MadeColumn, MadeName>;
export type ColumnField = FieldName | MadeColumn;
const COLUMN_FIELDS: readonly ColumnField[] = [...FIELD_NAMES, ...(Object.keys(madeTitles) as MadeColumn[])];

/** Other forms of a value, each with the fields that it is for. */
const LISTS: readonly ColumnField[] = ['synonyms', 'tags', 'synonyms_cn', 'synonyms_en', 'all_names'];
const TEXTS: readonly ColumnField[] = FIELDS.filter(
  ({ kind }) => kind === 'text' || kind === 'lines' || kind === 'category',
).map(({ name }) => name);
const VALUE_FORMATS = {
  /** line breaks become a space */
  line: TEXTS,
  /** parts separated by `|` */
  pipes: LISTS,
  /** each part on its own line */
  lines: LISTS,
  /** the day alone */
  date: ['updated_at'],
} as const satisfies Record<string, readonly ColumnField[]>;
type ValueFormat = keyof typeof VALUE_FORMATS;

export const SCOPES = ['all', 'delta', 'revocations'] as const;
export type Scope = (typeof SCOPES)[number];

const MOST_COLUMNS = 60;
const MOST_VALUES = 200;
/** Names of members of JSON are names of columns of a statement. */
const MOST_MEMBER_BYTES = 63;

/** A literal value of a cell: not trimmed, may be empty. */
const cellText = z
  .string({ error: 'must be a text' })
  .meta({ maxLength: 200 })
  .refine((text) => !isLonger(text, 200), { error: 'is longer than 200 characters', abort: true })
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
    error: 'contains a control character',
    params: { reason: 'control_character' },
  });

const column = z
  .strictObject(
    described(words.column, {
      header: tidyName({ max: 100 }).optional(),
      field: oneOf(COLUMN_FIELDS).optional(),
      constant: cellText.optional(),
      map: z
        .record(cellText, cellText)
        .refine((map) => Object.keys(map).length <= MOST_VALUES, {
          error: `may have ${MOST_VALUES} values at most`,
        })
        .optional(),
      format: oneOf(Object.keys(VALUE_FORMATS) as ValueFormat[]).optional(),
    }),
    ofOtherType('must be a column: {field} or {header, constant}'),
  )
  .superRefine(({ header, field, constant, map, format }, ctx) => {
    const fault = (path: string, reason: FaultCode, message: string): void =>
      refuse(ctx, reason, message, path);
    if ((field === undefined) === (constant === undefined))
      fault('field', 'one_of_two', 'give either field or constant');
    if (constant !== undefined && header === undefined)
      fault('header', 'required', 'is needed for a constant');
    if (constant !== undefined && (map ?? format) !== undefined)
      fault('constant', 'not_here', 'is written as it is: map and format are for a field');
    if (format && field && !(VALUE_FORMATS[format] as readonly ColumnField[]).includes(field))
      fault('format', 'bad_format', `is not for ${field}, but for ${VALUE_FORMATS[format].join(', ')}`);
  });

const filter = z.strictObject(
  described(words.filter, {
    category: tidyName({ max: 50 }).optional(),
    status: z
      .array(oneOf(STATUSES), { error: 'must be a list of statuses' })
      .min(1, { error: 'must name a status' })
      .max(STATUSES.length, { error: `names at most ${STATUSES.length} statuses` })
      .default(['in_stock', 'futures', 'custom']),
    series: tidyName({ max: 50 }).optional(),
    source: tidyName({ max: 50 }).optional(),
    tag: tidyName({ max: 300 }).optional(),
    in_stock: z.boolean({ error: 'must be true or false' }).optional(),
  }),
);

/** A profile: which products, which columns, in which file. It holds no SQL and no script: every part is a plain value. */
export const definitionSchema = z
  .strictObject(
    described(words.definition, {
      title: tidyName({ max: 100 }),
      public: z.boolean({ error: 'must be true or false' }).default(false),
      format: oneOf(FORMAT_NAMES),
      encoding: oneOf(Object.keys(CHARSETS) as Encoding[]).optional(),
      language: oneOf(['cn', 'en']).default('cn'),
      columns: z
        .array(column, { error: 'must be a list of columns' })
        .min(1, { error: 'must have a column' })
        .max(MOST_COLUMNS, { error: `may have ${MOST_COLUMNS} columns at most` }),
      order: oneOf(['code', 'created']).default('code'),
      filter: filter.prefault({}),
      scope: oneOf(SCOPES).default('all'),
    }),
    ofOtherType('must be a profile: {title, format, columns, …}'),
  )
  .superRefine((profile, ctx) => {
    const fault = (path: (string | number)[], reason: FaultCode, message: string): void =>
      refuse(ctx, reason, message, ...path);
    const isText = profile.format === 'csv' || profile.format === 'tsv';
    if (profile.encoding !== undefined && !isText)
      fault(['encoding'], 'not_here', 'is for csv and tsv; the other formats are UTF-8');
    const headers = columnHeaders(profile);
    const isJson = profile.format === 'json' || profile.format === 'ndjson';
    for (const i of profile.columns.keys()) {
      if (isJson && Buffer.byteLength(headers[i]!) > MOST_MEMBER_BYTES)
        fault(
          ['columns', i, 'header'],
          'too_long',
          `may have ${MOST_MEMBER_BYTES} bytes of UTF-8 in ${profile.format}`,
        );
      if (profile.encoding === 'ascii' && !/^[ -~]*$/.test(headers[i]!))
        fault(['columns', i, 'header'], 'bad_character', 'must be ASCII, as the file is');
      if (headers.indexOf(headers[i]!) < i)
        fault(['columns', i, 'header'], 'repeated', `another column is named ${headers[i]} too`);
    }
  });

export type ProfileDefinition = z.infer<typeof definitionSchema>;
export type ProfileColumn = ProfileDefinition['columns'][number];

/** A profile by its name. */
export interface Profile {
  name: string;
  definition: ProfileDefinition;
}

/** The header of each column. */
export function columnHeaders({
  columns,
  language,
}: Pick<ProfileDefinition, 'columns' | 'language'>): string[] {
  const titles: Record<string, string> = {
    ...labelsOf(language),
    ...Object.fromEntries(Object.entries(madeTitles).map(([name, title]) => [name, title[language]])),
  };
  return columns.map(({ header, field = 'code' }) => header ?? titles[field]!);
}

/** The encoding of the text of a file. */
export const encodingOf = ({ format, encoding }: ProfileDefinition): Encoding =>
  encoding ?? (format === 'csv' ? 'utf-8-bom' : 'utf-8');

/**
 * What a definition was, as far as it decides what a file holds: SHA-256 in hexadecimal. Another title is the same.
 */
export function fingerprintOf({
  title: _title,
  public: _public,
  scope: _scope,
  ...rest
}: ProfileDefinition): string {
  return hash('sha256', JSON.stringify(rest, sorted), 'hex');
}

/** Objects with their members in one order, whatever order the database gave them back in. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The name of a profile, as in addresses. */
export const profileName = /^[a-z0-9][a-z0-9-]{0,39}$/;
