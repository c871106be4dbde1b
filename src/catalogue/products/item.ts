import {
  isObject,
  isRefusal,
  isShortened,
  isSpreadsheetError,
  numberOf,
  saysNothing,
  withoutNoise,
} from '../../platform/index.js';
import type { ItemFault, OtherFault, Refusal } from '../../platform/index.js';
import type { readBefore, NewStructure } from '../structures/store.js';
import { hashOfGiven, isSameSubstance, readEach, structuresIn } from '../structures/new-structure.js';
import type { StructureByKey } from '../structures/new-structure.js';
import { hasHan, undatedCas } from '../../chemistry/index.js';
import type { Chemistry, StructureKey } from '../../chemistry/index.js';
import { columnMeaning, keyMeaning, REASON_COLUMN } from './columns.js';
import { FIELD_NAMES, FIELDS, NO_CAS, STRUCTURE_KEYS } from './fields.js';
import type { Field, FieldName } from './fields.js';
import { about, shownValue, valueAtFault, warningOf } from './warnings.js';
import type { Warning } from './warnings.js';
import { readOwnAddress } from './image-address.js';
import { addIgnored, nothingIgnored, shownKey } from './ignored.js';
import type { Ignored } from './ignored.js';
import { readStored } from './values.js';
import type { Stored } from './values.js';

/** The writable fields of a product in stored form; only those that were supplied. */
export type ItemValues = Partial<Record<FieldName, Stored>>;

/** A pushed item in stored form: which product it is for, and what it sets. */
export interface Item {
  index: number;
  /** absent: matched by CAS */
  code?: string;
  values: ItemValues;
  stock?: number;
  /** the structures as they were given, under keys of their own: the first that can be read counts */
  structures?: StructureByKey[];
  /** the structure that its product is to have, once it was read ({@link readStructures}) */
  newStructure?: NewStructure;
  /** what is probably wrong with its values; absent where nothing is */
  warnings?: Warning[];
}

/** Why an item was not accepted; answered to the caller (API v1, sections 4.2 and 7). */
export type ItemError = Omit<ItemFault, 'line'>;

/** What a key of an item is read as. */
type Key = FieldName | 'stock' | StructureKey;

/**
 * Reads one pushed item: aliases to fields, every value to its stored form. `null` is "not supplied".
 * @param read collects the names of unknown keys, and what refused items are for
 * @param isFile whether it comes from a file, where keys are names of columns and numbers may be texts
 */
function readItem(
  raw: unknown,
  index: number,
  { ignored, casOfRefused }: Pick<ReadItems, 'ignored' | 'casOfRefused'>,
  isFile = false,
): Item | ItemError {
  if (raw instanceof NoItem || !isObject(raw)) {
    const { field, reason, message } = raw instanceof NoItem ? raw : NO_OBJECT;
    return { index, code: null, field, reason, message };
  }
  const picked = pickFields(raw, ignored, isFile);
  const item: Item = { index, values: {} };
  if (picked.warnings.length > 0) item.warnings = picked.warnings;
  const faults = setFields(item, picked.fields, isFile);
  for (const [key, value] of Object.entries(picked.structure))
    if (isFile && isSpreadsheetError(value))
      faults.push({ field: key, ...SPREADSHEET_ERROR, value: shownValue(value) });
  const structures = structuresIn(picked.structure);
  if (structures.length > 0) item.structures = structures;
  if (!isNamed(item) && !faults.some(({ field }) => field === 'code' || field === 'cas'))
    faults.push(about('code', 'required', 'a product needs a code or a CAS number', null));
  const [first, ...others] = faults;
  if (!first) return item;
  if (item.code === undefined && isNamed(item) && !faults.some(({ field }) => field === 'code'))
    casOfRefused.set(index, item.values.cas as string);
  return { index, code: item.code ?? null, ...first, ...(others.length > 0 && { others }) };
}

/** @returns what is wrong with them */
function setFields(item: Item, fields: Map<FieldName | 'stock', unknown>, isFile: boolean): OtherFault[] {
  const faults: OtherFault[] = [];
  for (const [field, value] of fields) {
    const read = readField(field, value, isFile);
    if ('reason' in read) {
      faults.push({ field, ...read, value: valueAtFault(read.reason, value) });
      continue;
    }
    const { stored } = read;
    if (field !== 'code' && field !== 'stock') item.values[field] = stored;
    else if (stored !== null) Object.assign(item, { [field]: stored });
    const warning = warningOf(field, value, stored, isFile);
    if (warning) (item.warnings ??= []).push(warning);
  }
  return faults;
}

const NO_OBJECT = { field: null, reason: 'wrong_type', message: 'a product must be an object' };

const isNamed = ({ code, values: { cas } }: Item): boolean =>
  code !== undefined || (cas !== undefined && cas !== NO_CAS);

function readField(
  field: FieldName | 'stock',
  value: unknown,
  isFile: boolean,
): { stored: Stored } | Refusal {
  if ((isFile || field === 'cas') && isSpreadsheetError(value)) return SPREADSHEET_ERROR;
  if (isFile && field === 'code' && isShortened(value)) return SHORTENED;
  const given = isFile && typeof value === 'string' ? ofFile(field, value) : value;
  return readStored(field, given);
}

/** More decimals than anybody weighs. */
const NOISE = /\.\d{13}/;
/** A number with what it is counted in. */
const WITH_UNIT: Partial<Record<FieldName | 'stock', RegExp>> = {
  mw: /^\s*([\d.,]{1,30}) ?(?:g ?\/ ?mol|g[·*. ]?mol[-−⁻][1¹]|da)?\.?\s*$/i,
  stock: /^\s*([+-]?[\d.,]{1,30}) ?(?:[瓶支盒个件袋]|pcs\.?|units?|bottles?|vials?)?\s*$/i,
};
const KINDS = new Map<string, Field['kind']>(FIELDS.map(({ name, kind }) => [name, kind]));

/** A text of a cell without what a spreadsheet did to it: a date for a CAS number, lines that were broken to fit. */
function ofFile(field: FieldName | 'stock', value: string): unknown {
  const kind = KINDS.get(field);
  if (kind === 'cas') return undatedCas(value);
  if (field in WITH_UNIT) {
    const [, bare = value] = WITH_UNIT[field]!.exec(value) ?? [];
    const number = NOISE.test(bare) ? numberOf(bare) : undefined;
    return number === undefined ? bare : withoutNoise(number);
  }
  if (!/[\r\n\t]/.test(value)) return value;
  const text = value.trim();
  if (kind === 'list') return text.replaceAll(/\s*[\r\n]+\s*/g, ';');
  return kind === 'text' ? text.replaceAll(/\s*[\r\n\t]\s*/g, ' ') : value;
}

/** An error, and not "not supplied": a row whose product number failed would be matched by CAS, to another product. */
const SPREADSHEET_ERROR = {
  reason: 'spreadsheet_error',
  message:
    'holds an error of the spreadsheet, or a formula that was saved without its result, in place of a value',
};

const SHORTENED = {
  reason: 'inexact_number',
  message: 'is a number that the spreadsheet has shortened; format the column as text there',
};

/** What a second structure is that is not the first. */
const ANOTHER = { reason: 'other_column', message: 'is another substance than the structure that is read' };

/**
 * Reads the structures of items: `newStructure` is what their products are to have; one that cannot be read becomes a warning.
 * @param before looks up the structures that products have: the same ones come again and again, and need not be read
 */
export async function readStructures(
  items: (Item | ItemError)[],
  chemistry: Chemistry,
  before: (codes: string[]) => ReturnType<typeof readBefore>,
): Promise<void> {
  const all = items.flatMap((item) => {
    if (!('structures' in item) || !item.structures) return [];
    if (item.structures[0]!.given === null) item.newStructure = null;
    return item.structures.flatMap(({ key, value, given }, at) =>
      given ? { item, key, value, given, isFirst: at === 0 } : [],
    );
  });
  const codes = all.flatMap(({ item }) => item.code ?? []);
  const known = codes.length > 0 ? await before(codes) : undefined;
  const given = all.filter(({ item, given, isFirst }) => {
    const has = item.code === undefined ? undefined : known?.get(item.code);
    if (isFirst && !isRefusal(given) && has?.hash === hashOfGiven(given))
      item.newStructure = { ...given, ...has.read };
    return !item.newStructure;
  });
  const texts = given.map((each) => each.given);
  const read = await readEach(chemistry, texts);
  for (const [i, result] of read.entries()) {
    const { item, key, value } = given[i]!;
    const isOther = !isRefusal(result) && item.newStructure && !isSameSubstance(item.newStructure, result);
    const told = isOther ? ANOTHER : result;
    if (!isRefusal(told)) item.newStructure ??= told;
    else (item.warnings ??= []).push(about(key, told.reason, `${told.message}; it is not stored`, value));
  }
}

/** A row of a file that could not be taken apart: an item that is invalid for a reason of the file's. */
export class NoItem {
  readonly reason: string;
  readonly message: string;
  /** what is there in place of a product */
  readonly held: unknown;
  readonly field: FieldName | null;

  constructor(reason: string, message: string, held: unknown, field: FieldName | null = null) {
    this.reason = reason;
    this.message = message;
    this.held = held;
    this.field = field;
  }
}

/** Items in the order in which they came, as they were read. */
export interface ReadItems {
  items: (Item | ItemError)[];
  /** the line of each in its file; counted from 1 where there is none */
  lines: number[];
  /** the unknown keys */
  ignored: Ignored;
  /** the CAS numbers of items that were refused and have no code, by their index */
  casOfRefused: Map<number, string>;
  /** each as it came, to be kept where it is refused: a product, or what could not be read as one */
  given: unknown[];
  /** of a file: its kind and columns, and what is answered of it */
  form?: object;
  answer?: object;
  /** of a file: its rows that are no items */
  notes: RowNote[];
}

/** A row of a file that is about the table, and no item. */
export interface RowNote extends Omit<Warning, 'field'> {
  index: null;
  line: number;
  code: null;
  field: null;
}

/** How items are to be read. */
interface ItemReading {
  /** addresses of this site's images that begin with it are stored without it */
  siteOrigin?: string | undefined;
  /** whether the items come from a file, where numbers may be texts */
  isFile?: boolean | undefined;
  /** collects what is not read; of these items alone without it */
  ignored?: Ignored | undefined;
}

/** A warning about how an item is written in its file, not about its values. */
export interface GivenWarning extends Omit<Warning, 'value'> {
  value: unknown;
}

/** Reads items one after the other. */
export function openItems({
  siteOrigin,
  isFile,
  ignored = nothingIgnored(),
}: ItemReading): ReadItems & { add(raw: unknown, line?: number, warnings?: GivenWarning[]): void } {
  const read: ReadItems = {
    items: [],
    lines: [],
    ignored,
    casOfRefused: new Map(),
    given: [],
    notes: [],
  };
  return {
    ...read,
    add(raw, line = read.items.length + 1, warnings = []) {
      const index = read.items.length;
      read.lines.push(line);
      read.given.push(raw instanceof NoItem ? raw.held : raw);
      const item = readItem(raw, index, read, isFile);
      read.items.push(item);
      if ('values' in item) {
        if (warnings.length > 0)
          (item.warnings ??= []).push(
            ...warnings.map((each) => ({ ...each, value: shownValue(each.value) })),
          );
        if (siteOrigin !== undefined) readOwnAddress(item.values, siteOrigin);
      }
    },
  };
}

/** Reads the items of a push. */
export function readItems(rawItems: unknown[], reading: ItemReading): ReadItems {
  const read = openItems(reading);
  for (const raw of rawItems) read.add(raw);
  return read;
}

/** A value with its key and that key's rank. */
interface GivenValue {
  key: string;
  rank: number;
  value: unknown;
}

/** Columns of an item that are reported because they are not read. */
const MOST_UNREAD = 20;

/** The values that are supplied, and what they are read as. */
function* valuesOf(
  raw: Record<string, unknown>,
  ignored: Ignored,
  isFile: boolean,
  warnings: Warning[],
): Generator<{ field: Key; isPart: boolean; given: GivenValue }> {
  for (const [key, value] of Object.entries(raw)) {
    if (isFile && key === REASON_COLUMN) continue;
    const known = isFile ? columnMeaning(key) : keyMeaning(key);
    if (!known || known.isComputed) {
      addIgnored(ignored, key);
      continue;
    }
    const { field, rank } = known;
    if (isAbsent(field, value)) continue;
    if (typeof value === 'string' && isNoValue(field, value)) {
      if (!ignored.blank.has(field)) warnings.push(about(field, 'no_value', BLANK, value));
      ignored.blank.add(field);
      continue;
    }
    yield { field, isPart: known.isPart, given: { key, rank, value } };
  }
}

/** The supplied fields, `code` first, so that an error in another field can name the product. */
function pickFields(
  raw: Record<string, unknown>,
  ignored: Ignored,
  isFile: boolean,
): {
  fields: Map<FieldName | 'stock', unknown>;
  structure: Partial<Record<StructureKey, unknown>>;
  warnings: Warning[];
} {
  const best = new Map<Key, GivenValue>();
  const parts = new Map<Key, GivenValue[]>();
  const warnings: Warning[] = [];
  const warnUnread = (field: Key, unread: GivenValue, { value }: GivenValue): void => {
    if (unread.value !== value && warnings.length < MOST_UNREAD) warnings.push(unreadWarning(field, unread));
  };
  for (const { field, isPart, given } of valuesOf(raw, ignored, isFile, warnings)) {
    if (isPart) {
      parts.set(field, [...(parts.get(field) ?? []), given]);
      continue;
    }
    const other = best.get(field);
    const isByScript = isFile && field === 'name_cn' && other && isInHan(given) !== isInHan(other);
    const isBetter = !other || (isByScript ? isInHan(given) : given.rank < other.rank);
    if (isBetter) best.set(field, given);
    if (!other) continue;
    const [read, unread] = isBetter ? [given, other] : [other, given];
    // Beside 中文名称 a `Product Name` is the English one, unless another column says that it is.
    if (isByScript && !best.has('name_en') && !DESCRIBES.test(unread.key))
      best.set('name_en', { ...unread, rank: Infinity });
    else warnUnread(field, unread, read);
  }
  const fields = new Map<FieldName | 'stock', unknown>();
  for (const field of [...FIELD_NAMES, 'stock'] as const) {
    const whole = best.get(field);
    const some = parts.get(field);
    if (some) fields.set(field, joined([...some, ...(whole ? [whole] : [])]));
    else if (whole) fields.set(field, whole.value);
  }
  const structure = Object.fromEntries(STRUCTURE_KEYS.map((key) => [key, best.get(key)?.value]));
  return { fields, structure, warnings };
}

/** Names of columns that may hold more than a product's name: a description, a grade or a size. */
const DESCRIBES = /desc|maktx|描述|规格|規格/i;
const isInHan = ({ value }: GivenValue): boolean => hasHan(String(value));

const isAbsent = (field: Key, value: unknown): boolean =>
  value === null || value === undefined || (field === 'code' && typeof value === 'string' && !value.trim());

/** A column that is not read, since another one of the field has a value too. */
const unreadWarning = (field: Key, { key, value }: GivenValue): Warning =>
  about(
    field,
    'other_column',
    `${shownKey(key)} is not read: another name of this field has a value too`,
    value,
  );

const WITH_ANY_TEXT = new Set<Key>(FIELDS.filter(({ kind }) => kind === 'lines').map(({ name }) => name));

/**
 * Whether a text is no value of a field: a word for nothing, but in a description, which may be any text; of a CAS number the 0 of a
 * formula that found none too, but not `N/A`, which is how none is stored.
 */
const isNoValue = (field: Key, text: string): boolean =>
  field === 'cas'
    ? (saysNothing(text) && text.trim().toUpperCase() !== NO_CAS) || /^\s*0+\s*$/.test(text)
    : !WITH_ANY_TEXT.has(field) && saysNothing(text);

const BLANK =
  'says that there is nothing: it counts as not supplied, here and wherever it stands in this field';

/** A list from the columns that each hold some of it. */
function joined(parts: GivenValue[]): unknown {
  const isText = (value: unknown) => /string|number/.test(typeof value) && !isSpreadsheetError(value);
  const noText = parts.find(({ value }) => !isText(value));
  if (noText) return noText.value; // refused as such
  const texts = parts.sort((a, b) => a.rank - b.rank).map(({ value }) => value);
  return texts.join(';').replaceAll('|', ';');
}
