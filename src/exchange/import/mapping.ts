import { hash } from 'node:crypto';
import { z } from 'zod';
import { columnMeaning, FIELDS, isRead, nameKey } from '../../catalogue/index.js';
import { tidyName } from '../../platform/index.js';
import type { MappedColumn } from './outcome.js';

/** The longest name of a column, and of a field that a column is read as. */
const LONGEST = 200;
const MOST_COLUMNS = 200;

const column = z.strictObject({
  name: z.string().min(1).max(LONGEST),
  as: z
    .string()
    .max(LONGEST)
    .nullable()
    .refine((as) => as === null || columnMeaning(as)?.field === as, { error: 'names no field of a product' }),
  split: z.string().min(1).max(10).optional(),
});

/** What the columns of a file are read as, where that is not what their names say: a small JSON document. */
export const mappedColumns = z.array(column).max(MOST_COLUMNS);
export const mappingName = tidyName({ max: 100 });

/** A mapping; with a `header`, of files with these columns alone ({@link headerKey}). */
export interface Mapping {
  name?: string;
  header?: string;
  columns: MappedColumn[];
}

/** What stands for the columns of a file, in whatever order and spelling. */
export const headerKey = (names: readonly string[]): string =>
  hash('sha256', JSON.stringify(names.map(nameKey).sort()), 'base64url').slice(0, 32);

/** How a header is known by mappings: by its columns as a whole, or, where one is meant for files of any columns, by their names. */
export function knownBy(mappings: readonly Mapping[]) {
  const namesOf = (those: readonly Mapping[]) =>
    new Set(those.flatMap(({ columns }) => columns.map(({ name }) => nameKey(name))));
  const all = namesOf(mappings);
  const anywhere = namesOf(mappings.filter(({ header }) => header === undefined));
  const headers = new Set(mappings.map(({ header }) => header));
  return {
    /** whether any of them names it: a mark that parts such names is that of the file */
    isNamed: (name: string): boolean => isRead(name) || all.has(nameKey(name)),
    isName: (name: string): boolean => isRead(name) || anywhere.has(nameKey(name)),
    isHeader: (names: readonly string[]): boolean => headers.size > 0 && headers.has(headerKey(names)),
  };
}
export type KnownBy = ReturnType<typeof knownBy>;

/** A mapping that is applied to the columns of a file. */
export type AppliedMapping = NonNullable<ReturnType<typeof applied>>;

/** The mapping of a file with these columns; undefined where none is its. */
export function applied(mappings: readonly Mapping[], names: readonly string[]) {
  const found = mappings.find(({ header }) => header === undefined || header === headerKey(names));
  if (!found) return undefined;
  const by = new Map(found.columns.map((each) => [nameKey(each.name), each]));
  const mapped = (name: string): MappedColumn | undefined => by.get(nameKey(name));
  return {
    name: found.name,
    /** what a column is read as: another name, or '' for one that is left out */
    nameOf: (name: string): string => {
      const to = mapped(name);
      return to ? (to.as ?? '') : name;
    },
    /** the columns that are left out */
    leftOut: names.filter((name) => mapped(name)?.as === null),
    /** an item by the names that its columns are read as */
    itemOf: (entries: [string, unknown][]): Record<string, unknown> => {
      const item = new Map<string, unknown>();
      for (const [name, value] of entries) {
        const to = mapped(name);
        if (!to) item.set(name, item.get(name) ?? value);
        else if (to.as !== null) item.set(to.as, joined(to.as, item.get(to.as), parted(to, value)));
      }
      return Object.fromEntries(item);
    },
  };
}

/** The values of a list, as a product has them: between semicolons. */
const parted = ({ split }: MappedColumn, value: unknown): unknown =>
  split === undefined || typeof value !== 'string'
    ? value
    : value.split(split).map((part) => part.trim()).filter(Boolean).join(';'); // prettier-ignore

/** What stands between the values of several columns that are read as one field. */
const BETWEEN = new Map(FIELDS.map(({ name, kind }) => [name as string, { list: ';', lines: '\n' }[kind as string]])); // prettier-ignore

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function joined(field: string, before: unknown, value: unknown): unknown {
  if (before == null || before === '') return value;
  return value == null || value === '' ? before : [before, value].map(textOf).join(BETWEEN.get(field) ?? ' ');
}
