import { columnMeaning, FIELDS, isUnknown } from '../../catalogue/index.js';
import { readCasValue } from '../../chemistry/index.js';
import { isObject, rowsInFile, textOf, UnreadableFile } from '../../platform/index.js';
import type { Encoding, FileKind, Row } from '../../platform/index.js';
import { applied, headerKey, knownBy } from './mapping.js';
import type { KnownBy, Mapping } from './mapping.js';
import { encodingIn } from './outcome.js';
import type { SeenColumn, SeenFile } from './outcome.js';
import { columnKey, HEADER_WITHIN, headerAt, headerOf, readHeader } from './read.js';

/** Rows that are looked at, and values of a column that are shown. */
const ROWS = 40;
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;
/** Further sheets of a workbook that are looked at, where the first has no header: the workbook is opened once for each. */
const MOST_SHEETS = 100;

/**
 * What columns a file has, with their first values and what each is read as. Where none of the first rows names a field, the fullest
 * of them is taken for the header.
 * @param mappings that are remembered
 * @throws UnreadableFile
 */
export async function lookAtFile(
  file: string,
  encoding: Encoding | undefined,
  mappings: readonly Mapping[],
): Promise<SeenFile> {
  const known = knownBy(mappings);
  let first: Awaited<ReturnType<typeof firstRows>> | undefined;
  // The same sheet as the import takes: one with several names before one with a single one.
  for (let sheet = 0, least = 2; ; sheet++) {
    const seen = await firstRows(file, encoding, known, sheet, least);
    first ??= seen;
    if (!seen.isHeadless) first = seen;
    const others = seen.kind.others?.length ?? 0;
    const isLast = sheet >= Math.min(others, MOST_SHEETS);
    if (!seen.isHeadless || (isLast && (others === 0 || least === 1))) break;
    if (isLast) [sheet, least] = [-1, 1];
  }
  const { names, rows, kind } = first!;
  const mapping = applied(mappings, names);
  const columns = names.map((name, i) => columnOf(columnKey(name, i), rows.map((row) => row[i] ?? ''))); // prettier-ignore
  for (const column of columns) {
    const to = mapping && mappings.find((each) => each.name === mapping.name)?.columns.find(({ name }) => name === column.name); // prettier-ignore
    if (to) Object.assign(column, { read: to.as, sureness: 'known', split: to.split });
  }
  propose(columns, rows);
  for (const column of columns) column.split ??= markIn(column);
  return {
    columns,
    header: headerKey(names),
    ...(mapping?.name !== undefined && { mapping: mapping.name }),
    ...encodingIn(kind),
  };
}

/** The header of a file, and the rows behind it. */
async function firstRows(
  file: string,
  encoding: Encoding | undefined,
  known: KnownBy,
  sheet: number,
  least: number,
) {
  let kind: FileKind = { kind: 'csv' };
  const read: Row[] = [];
  for await (const row of rowsInFile(file, { encoding, isName: known.isNamed, sheet, onKind: (found) => (kind = found) })) {
    read.push(row);
    if (read.length === ROWS) break;
  }
  const items = read.flatMap((row) => ('item' in row && isObject(row.item) ? [row.item] : []));
  if (items.length > 0) {
    const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
    const rows = items.map((item) => names.map((name) => shown(item[name])));
    return { kind, names, rows, isHeadless: false };
  }
  const tables = read.flatMap((row) => ('cells' in row ? [row.cells.map((cell) => textOf(cell).trim())] : []));
  const filled = tables.map((cells) => cells.filter((cell) => cell !== '').length);
  const named = headerAt(tables.slice(0, HEADER_WITHIN), known, !kind.others || least === 1);
  const at = named >= 0 ? named : filled.indexOf(Math.max(...filled.slice(0, HEADER_WITHIN)));
  if (at < 0) throw new UnreadableFile('it has no rows', { code: 'no_header' });
  const header = headerOf(tables.map(readHeader), at, known);
  return { kind, names: header.names, rows: tables.slice(at + header.rows), isHeadless: named < 0 };
} // prettier-ignore

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);

function columnOf(name: string, values: string[]): SeenColumn {
  const meaning = columnMeaning(name);
  const samples = [...new Set(values.filter((value) => value !== ''))].slice(0, SAMPLES);
  const sureness = meaning === undefined ? 'unknown' : meaning.isComputed ? 'computed' : meaning.rank >= 1_000 ? 'guess' : 'known'; // prettier-ignore
  return {
    name,
    samples: samples.map((sample) => sample.slice(0, LONGEST_SAMPLE)),
    read: sureness === 'known' || sureness === 'guess' ? meaning!.field : null,
    sureness,
  };
}

/**
 * What values of a field look like. Of names only the one that a product needs is proposed, and a number only of the first column:
 * brands and places look like names, and lots like numbers.
 */
const LOOKS: [field: string, isOne: (value: string) => boolean, most?: number][] = [
  ['cas', (value) => readCasValue(value).kind === 'cas'],
  ['structure_url', (value) => /^https?:\/\/\S+\.(?:png|jpe?g|gif|webp|svg)$/i.test(value)],
  ['formula', (value) => /^(?:[A-Z][a-z]?\d*|[()[\]·.]\d*){2,}$/.test(value) && /[A-Z]\d/.test(value)],
  ['code', (value) => /^(?=.*\d)[\w./-]{3,30}$/.test(value), 1],
  ['name_cn', (value) => /\p{Script=Han}{2}/u.test(value)],
  [
    'name_cn',
    (value) => /\p{L}{4}/u.test(value) && value.replaceAll(/\P{L}/gu, '').length > 0.6 * value.length,
  ],
];

const LISTS = new Set<string | null>(FIELDS.filter(({ kind }) => kind === 'list').map(({ name }) => name));

/** What parts the values of a list, where that is no semicolon. */
const markIn = ({ read, samples }: SeenColumn): string | undefined =>
  LISTS.has(read) && !samples.some((sample) => /[;；]/.test(sample))
    ? ['|', '、'].find((mark) => samples.some((sample) => sample.includes(mark)))
    : undefined;

/** Proposes for unknown columns what their values look like, where no other column is read as that. */
function propose(columns: SeenColumn[], rows: string[][]): void {
  for (const [field, isOne, most] of LOOKS) {
    if (columns.some(({ read, proposed }) => read === field || proposed === field)) continue;
    const found = columns.slice(0, most).find(({ name, sureness, proposed }, i) => {
      if (sureness !== 'unknown' || proposed !== undefined || !isUnknown(name)) return false;
      const values = rows.map((row) => row[i] ?? '').filter((value) => value !== '');
      return 2 * values.length > rows.length && values.filter(isOne).length >= 0.8 * values.length;
    });
    if (found) found.proposed = field;
  }
}
