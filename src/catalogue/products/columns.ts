import { FIELDS, STOCK, STRUCTURES } from './fields.js';
import type { FieldName } from './fields.js';
import type { StructureKey } from '../../chemistry/structures/structure-key.js';

// What the columns of a file mean. In a push only the aliases of API v1 are keys: there a key of another meaning, that
// was always ignored, would begin to refuse items.

/** What a column of a file, or a key of a product in one, is read as. */
export type ColumnMeaning = ReadColumn | ComputedColumn;

interface ReadColumn {
  field: FieldName | typeof STOCK.name | StructureKey;
  /** of several columns of a field that have a value, the one with the lowest is read */
  rank: number;
  /** holds some of a list, divided by semicolons or `|`; all such columns of the field are joined */
  isPart: boolean;
  isComputed: false;
}

/** The service sets this itself: the column is not read. */
interface ComputedColumn {
  field: string;
  isComputed: true;
}

/** What an export can have beside the fields (exchange/exports/columns.ts): addresses of pages and pictures. */
const EXPORTED = ['product_url', 'drawing_url', 'picture_url'];

/** The column that a file of rejected rows has beside those of the imported one. It is not read. */
export const REASON_COLUMN = 'rejected_because';

/** Longer names than any of a field's, UTF-16 units. */
const LONGEST = 100;

/** Names are alike without regard to case, width, blanks and punctuation: `CAS No.` is `cas_no`. */
const keyOf = (name: string): string =>
  (name.length > LONGEST ? '' : name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{Cf}]+/gu, '');

const COLUMNS = new Map<string, ColumnMeaning>(
  EXPORTED.map((field) => [keyOf(field), { field, isComputed: true }]),
);
const BESIDE = [STOCK, ...STRUCTURES].map(({ title: _title, ...names }) => names);
for (const field of [...FIELDS, ...BESIDE.map((each) => ({ ...each, pushed: true as const }))]) {
  const { name, headers = [] } = field;
  const aliases = 'aliases' in field ? (field.aliases ?? []) : [];
  const shown = 'title' in field ? [field.label?.en, field.label?.cn, field.title.en, field.title.cn] : [];
  const parts = 'partHeaders' in field ? (field.partHeaders ?? []) : [];
  for (const [rank, header] of [name, ...aliases, ...headers, ...shown, ...parts].entries()) {
    if (header === undefined || COLUMNS.has(keyOf(header))) continue;
    const column: ColumnMeaning = field.pushed
      ? { field: name, rank, isPart: parts.includes(header), isComputed: false }
      : { field: name, isComputed: true };
    COLUMNS.set(keyOf(header), column);
  }
}

/** A cache by the names as they are written: those of a file come again with each of its rows. */
const cached = new Map<string, ColumnMeaning | undefined>();
const MOST_CACHED = 1_000;

/** What a column of this name is read as; undefined where it means nothing here. */
export function columnMeaning(name: string): ColumnMeaning | undefined {
  if (cached.has(name)) return cached.get(name);
  const column = COLUMNS.get(keyOf(name));
  if (cached.size < MOST_CACHED && name.length <= LONGEST) cached.set(name, column);
  return column;
}

/** Whether a column of this name is read: it is a field, and not one that the service sets itself. */
export const isRead = (name: string): boolean => columnMeaning(name)?.isComputed === false;

/** Fields that a spreadsheet may turn into another number, and so may be guarded. In other texts such marks are content. */
const GUARDED = new Set<string>(['code', 'cas', 'mw', 'stock']);

/** Whether cells of a column of this name in CSV may be guarded against that (`platform/values/guarded.ts`). */
export const isGuarded = (name: string): boolean => GUARDED.has(columnMeaning(name)?.field ?? '');

/** Whether a column of this name means nothing here. */
export const isUnknown = (name: string): boolean =>
  name !== REASON_COLUMN && columnMeaning(name) === undefined;
