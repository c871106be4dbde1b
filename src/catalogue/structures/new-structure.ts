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
  value: unknown;
  /** null if the product is to have none */
  given: GivenStructure | Refusal | null;
}

/**
 * What the three keys say, first those that are not empty: where all given ones are, the product is to have no structure. A key
 * that is absent or null says nothing.
 */
export const structuresIn = (values: Partial<Record<StructureKey, unknown>>): StructureByKey[] =>
  STRUCTURE_KEYS.flatMap((key) => {
    const value = values[key] ?? null;
    const text = typeof value === 'string' && saysNothing(value) ? '' : value;
    return value === null ? [] : { key, value, given: readGiven(key, text) };
  }).toSorted((a, b) => Number(!a.given) - Number(!b.given));

/** Whether two structures are the same substance, as far as that is known so soon. */
export const isSameSubstance = (a: Structure, b: Structure): boolean =>
  a.formula === b.formula &&
  (!a.identity?.inchikey || !b.identity?.inchikey || a.identity.inchikey === b.identity.inchikey);

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
  const said = structuresIn(values);
  const [first] = said;
  if (!first) return undefined;
  const texts = said.flatMap(({ given }) => given ?? []);
  const all = await readEach(chemistry, texts);
  const [read = null, ...others] = all.map((each, i) => {
    if (isRefusal(each)) throw badField(said[i]!.key, codeNamed(each.reason), each.message);
    return each;
  });
  const other = others.find((each) => !isSameSubstance(each, read!));
  if (other) throw badField(other.source, 'not_both', `is another substance than ${first.key}: give one`);
  return { key: first.key, newStructure: read };
}

/** Gives a locked product its structure. @returns whether it is another one */
export async function setStructure(tx: Transaction, code: string, structure: NewStructure): Promise<boolean> {
  const before = (await hashesOf(tx, [code])).get(code) ?? null;
  if (before === hashOfNew(structure)) return false;
  await writeStructures(tx, new Map([[code, structure]]));
  return true;
}

/** Reads each distinct structure once; a text that is none stays refused. @returns the results, in order */
export async function readEach(
  chemistry: Chemistry,
  given: (GivenStructure | Refusal)[],
): Promise<(Structure | Refusal)[]> {
  const distinct = new Map(given.flatMap((one) => (isRefusal(one) ? [] : [[hashOfGiven(one), one]])));
  const read = await chemistry.read([...distinct.values()]);
  const results = new Map([...distinct.keys()].map((key, i) => [key, read[i]!]));
  return given.map((one) => (isRefusal(one) ? one : results.get(hashOfGiven(one))!));
}
