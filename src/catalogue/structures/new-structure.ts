import { hash } from 'node:crypto';
import { badField, codeNamed, isRefusal, saysNothing } from '../../platform/index.js';
import type { Refusal, Transaction } from '../../platform/index.js';
import { STRUCTURE_KEYS } from '../products/fields.js';
import { readGiven } from '../../chemistry/index.js';
import type { Chemistry, GivenStructure, Structure, StructureKey } from '../../chemistry/index.js';
import { hashesOf, writeStructures } from './store.js';
import type { NewStructure } from './store.js';

/** What a write says about the structure of its product. */
export interface StructureByKey {
  /** the key to name in an error */
  key: StructureKey;
  /** null if the product is to have none */
  given: GivenStructure | null;
}

/**
 * Takes the structure from the three keys: the first that is not empty. If all given ones are empty, the product is
 * to have none. A key that is absent or null says nothing.
 */
export function pickStructure(values: Partial<Record<StructureKey, unknown>>): {
  structure?: StructureByKey;
  refusal?: Refusal & { key: StructureKey };
} {
  let empty: StructureByKey | undefined;
  for (const key of STRUCTURE_KEYS) {
    const value = values[key];
    if (value === undefined || value === null) continue;
    const given = readGiven(key, typeof value === 'string' && saysNothing(value) ? '' : value);
    if (given === null) empty ??= { key, given };
    else return isRefusal(given) ? { refusal: { key, ...given } } : { structure: { key, given } };
  }
  return empty ? { structure: empty } : {};
}

/** The hash by which the database recognises a structure (`given_hash`). */
export const hashOfGiven = ({ source, text }: GivenStructure): string => hash('md5', `${source} ${text}`);

/** {@link hashOfGiven} of a new structure; null if the product is to have none. */
export const hashOfNew = (structure: NewStructure): string | null =>
  structure === null ? null : hashOfGiven(structure);

/**
 * Reads the structure of a single product.
 * @returns undefined if nothing is said of it
 * @throws Problem 400 that names the key
 */
export async function readNewStructure(
  chemistry: Chemistry,
  values: Partial<Record<StructureKey, unknown>>,
): Promise<{ key: StructureKey; newStructure: NewStructure } | undefined> {
  const { structure, refusal } = pickStructure(values);
  if (refusal) throw badField(refusal.key, codeNamed(refusal.reason), refusal.message);
  if (!structure) return undefined;
  const { key, given } = structure;
  if (given === null) return { key, newStructure: null };
  const [read] = await chemistry.read([given]);
  if (isRefusal(read!)) throw badField(key, codeNamed(read.reason), read.message);
  return { key, newStructure: read! };
}

/** Gives a locked product its structure. @returns whether it is another one */
export async function setStructure(tx: Transaction, code: string, structure: NewStructure): Promise<boolean> {
  const before = (await hashesOf(tx, [code])).get(code) ?? null;
  if (before === hashOfNew(structure)) return false;
  await writeStructures(tx, new Map([[code, structure]]));
  return true;
}

/** Reads each distinct structure once. @returns the results, in order */
export async function readEach(
  chemistry: Chemistry,
  given: GivenStructure[],
): Promise<(Structure | Refusal)[]> {
  const distinct = new Map(given.map((one) => [hashOfGiven(one), one]));
  const read = await chemistry.read([...distinct.values()]);
  const results = new Map([...distinct.keys()].map((key, i) => [key, read[i]!]));
  return given.map((one) => results.get(hashOfGiven(one))!);
}
