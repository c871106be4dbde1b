import { FIELD_NAMES, PUSHED_FIELDS, STOCK } from './fields.js';
import type { FieldName } from './fields.js';
import { doubtOf } from './doubts.js';
import type { Doubt } from './doubts.js';
import { decimal, readStored, VALUE_SCHEMAS } from './values.js';
import type { Stored } from './values.js';

/** The writable fields of a product in stored form; only those that were supplied. */
export type Values = Partial<Record<FieldName, Stored>>;

/** A pushed item in stored form: which product it is for, and what it sets. */
export interface Item {
  index: number;
  /** absent: matched by CAS */
  code?: string;
  values: Values;
  stock?: number;
  /** what is probably wrong with its values; absent where nothing is */
  doubts?: Doubt[];
}

/** Why an item was not accepted; answered to the caller (API v1, sections 4.2 and 7). */
export interface ItemError {
  index: number;
  code: string | null;
  field: string | null;
  reason: string;
  message: string;
}

/** The field of each key, and its rank: 0 for the field's own name, then the aliases in order. */
const KEYS = new Map<string, { field: FieldName | 'stock'; rank: number }>();
for (const { name, aliases = [] } of [...PUSHED_FIELDS, STOCK] as {
  name: FieldName | 'stock';
  aliases?: readonly string[];
}[]) {
  [name, ...aliases].forEach((key, rank) => KEYS.set(key.toLowerCase(), { field: name, rank }));
}

/** A key for a message, cut: unknown ones may be of any length. */
const shown = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key).toWellFormed();

/**
 * Reads one pushed item: aliases to fields, every value to its stored form. `null` is "not supplied".
 * @param ignored collects the names of unknown keys
 * @param isFile whether it comes from a file, where numbers may be texts
 */
export function readItem(
  raw: unknown,
  index: number,
  ignored: Set<string>,
  isFile = false,
): Item | ItemError {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { index, code: null, field: null, reason: 'wrong_type', message: 'a product must be an object' };
  }
  const supplied = pickFields(raw as Record<string, unknown>, ignored);
  const item: Item = { index, values: {} };
  const error = (field: string, refusal: { reason: string; message: string }): ItemError => ({
    index,
    code: item.code ?? null,
    field,
    ...refusal,
  });

  for (const [field, value] of supplied) {
    const read = readStored<Stored>(field === 'stock' ? decimal : VALUE_SCHEMAS[field], value);
    if ('reason' in read) return error(field, read);
    const { stored } = read;
    if (field !== 'code' && field !== 'stock') item.values[field] = stored;
    else if (stored !== null) Object.assign(item, { [field]: stored });
    const doubt = doubtOf(field, value, stored, isFile);
    if (doubt) (item.doubts ??= []).push(doubt);
  }
  if (item.code === undefined && (item.values.cas === undefined || item.values.cas === 'N/A')) {
    return error('code', { reason: 'required', message: 'a product needs a code or a CAS number' });
  }
  return item;
}

/** The supplied fields, `code` first, so that an error in another field can name the product. */
function pickFields(raw: Record<string, unknown>, ignored: Set<string>): Map<FieldName | 'stock', unknown> {
  const best = new Map<FieldName | 'stock', { rank: number; value: unknown }>();
  for (const [key, value] of Object.entries(raw)) {
    const known = KEYS.get(key) ?? KEYS.get(key.toLowerCase());
    if (!known) {
      if (ignored.size < 100) ignored.add(shown(key));
      continue;
    }
    if (value === null || value === undefined) continue;
    const other = best.get(known.field);
    if (!other || known.rank < other.rank) best.set(known.field, { rank: known.rank, value });
  }
  const ordered = new Map<FieldName | 'stock', unknown>();
  for (const field of [...FIELD_NAMES, 'stock'] as const)
    if (best.has(field)) ordered.set(field, best.get(field)!.value);
  return ordered;
}
