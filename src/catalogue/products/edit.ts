import {
  badField,
  changedMeanwhile,
  codeNamed,
  givenCode,
  isObject,
  Problem,
  refuseOtherSource,
} from '../../platform/index.js';
import type { Fault, Transaction } from '../../platform/index.js';
import type { Chemistry, StructureKey } from '../../chemistry/index.js';
import { structureOf } from '../structures/store.js';
import type { NewStructure } from '../structures/store.js';
import { readNewStructure, setStructure } from '../structures/new-structure.js';
import { DEFAULT_CATEGORY, EDITABLE_FIELDS, STRUCTURE_KEYS } from './fields.js';
import type { EditableName, FieldName } from './fields.js';
import { readOwnAddress } from './image-address.js';
import type { ItemValues } from './item.js';
import { overlay, unknownCategory } from './push-state.js';
import { nearestCategories } from '../terms/store.js';
import * as store from './store.js';
import { readBy, readStored } from './values.js';
import { valueAtFault } from './warnings.js';

const EDITABLE = new Set<string>(EDITABLE_FIELDS.map((field) => field.name));
const EDITABLE_NAMES = [...EDITABLE, ...STRUCTURE_KEYS].join(', ');

const PATH_CODE = givenCode('must be a product number');

const fail = (errors: Fault[]): never => {
  throw new Problem('bad-request', `${errors[0]!.path}: ${errors[0]!.message}`, { errors });
};

/** What an edit is to change. */
interface Edit {
  values: ItemValues;
  /** the structure that the product is to have, and the key that says so; absent where nothing does */
  structure?: { key: StructureKey; newStructure: NewStructure } | undefined;
}

const isStructureKey = (name: string): name is StructureKey =>
  (STRUCTURE_KEYS as readonly string[]).includes(name);

/**
 * Reads the body of an edit: only editable fields (API v1, section 4.3). `null` and the empty text clear a field; a
 * `code` that equals the path's is accepted.
 * @param siteOrigin is left out of the addresses of this site's images
 * @param chemistry reads the structure
 * @throws Problem 400 naming every field at fault
 */
export async function readEdit(
  code: string,
  body: Record<string, unknown>,
  { siteOrigin, chemistry }: { siteOrigin: string; chemistry: Chemistry },
): Promise<Edit> {
  const values: ItemValues = {};
  const errors: Fault[] = [];
  const refuse = (path: string, reason: string, message: string, value?: unknown): void => {
    const shown = valueAtFault(reason, value);
    errors.push({ path, code: codeNamed(reason), message, ...(shown !== null && { value: String(shown) }) });
  };
  const structure: Partial<Record<StructureKey, unknown>> = {};
  for (const [name, value] of Object.entries(body)) {
    if (name === 'code') {
      const read = readBy(PATH_CODE, value);
      if ('reason' in read) refuse('code', read.reason, read.message, value);
      else if (read.stored !== code) refuse('code', 'not_editable', 'cannot be changed', value);
    } else if (isStructureKey(name)) structure[name] = value ?? '';
    else if (!EDITABLE.has(name)) {
      const message = `is no field that can be edited; there are ${EDITABLE_NAMES}`;
      refuse(name.slice(0, 100).toWellFormed(), 'not_editable', message);
    } else {
      const read = readStored(name as FieldName, value === null ? '' : value);
      if ('reason' in read) refuse(name, read.reason, read.message, value);
      else values[name as FieldName] = read.stored;
    }
    if (errors.length === 100) break;
  }
  if (errors.length > 0) fail(errors);
  readOwnAddress(values, siteOrigin);
  return { values, structure: await readNewStructure(chemistry, structure) };
}

/** Reads what a caller has seen of the fields that it changes. @throws Problem 400 where it is no object */
export function readSeen(was: unknown): Record<string, unknown> | undefined {
  if (was === undefined || isObject(was)) return was;
  throw badField('was', 'not_an_object', 'must be an object of fields with the values that were seen');
}

/**
 * Refuses an edit of fields that are not any more what its caller has seen; of others nothing is asked.
 * @param seen by the name of the field, `structure` as it was given; names of no field say nothing
 * @throws Problem 412
 */
export async function refuseUnlessAsSeen(
  tx: Transaction,
  code: string,
  seen: Record<string, unknown>,
): Promise<void> {
  const [product] = await store.lockProducts(tx, [code]);
  if (!product) return;
  const structure = (await structureOf(tx, code))?.given ?? null;
  const now = new Map<string, unknown>(Object.entries({ ...product, structure }));
  if (Object.entries(seen).some(([name, value]) => now.has(name) && now.get(name) !== value))
    throw changedMeanwhile();
}

/**
 * Changes the supplied fields of one product.
 * @param bound the source whose products alone the caller may write
 * @returns the names of the fields whose stored value changed, or null where there is no such product
 * @throws Problem 400 for a category that neither exists nor is the product's own; 403 for a product of another source
 */
export async function editProduct(
  tx: Transaction,
  code: string,
  { values, structure }: Edit,
  bound?: string,
): Promise<(EditableName | StructureKey)[] | null> {
  const category = values.category as string | null | undefined;
  const categories = await store.lockCategories(tx, category == null ? [] : [category]);
  const [before] = await store.lockProducts(tx, [code]);
  if (!before) return null;
  refuseOtherSource(before, bound);
  if (category != null && ![...categories, before.category, DEFAULT_CATEGORY].includes(category)) {
    const [found] = await nearestCategories(tx, [category]);
    const { field: path, reason: code, ...more } = unknownCategory(category, found?.[1]);
    fail([{ path, code, ...more }]);
  }
  const after = overlay(before, { values });
  await store.updateProducts(tx, [after]);
  const changed = EDITABLE_FIELDS.map(({ name }) => name).filter((name) => before[name] !== after[name]);
  return structure && (await setStructure(tx, code, structure.newStructure))
    ? [...changed, structure.key]
    : changed;
}

/**
 * Deletes products.
 * @param bound the source whose products alone are deleted; those of others are in `failed`
 * @returns what became of them, each code once and in the order given
 */
export async function removeProducts(tx: Transaction, codes: string[], bound?: string) {
  const distinct = [...new Set(codes)];
  const found = new Map(
    (await store.deleteProducts(tx, distinct, bound)).map(({ code, gone }) => [code, gone]),
  );
  const failed = distinct.filter((code) => found.get(code) === false);
  return {
    deleted: distinct.filter((code) => found.get(code)),
    not_found: distinct.filter((code) => !found.has(code)),
    ...(failed.length > 0 && { failed: failed.map((code) => ({ code, reason: 'other_source' })) }),
  };
}
