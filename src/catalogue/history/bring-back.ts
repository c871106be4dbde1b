import { badField, Problem } from '../../platform/index.js';
import type { Transaction } from '../../platform/index.js';
import { blankProduct, EDITABLE_FIELDS } from '../products/fields.js';
import type { WritableProduct } from '../products/fields.js';
import { insertProducts, lockProducts, updateProducts } from '../products/store.js';
import type { Structure } from '../../chemistry/index.js';
import { hashOfGiven } from '../structures/new-structure.js';
import { structuresOf, writeStructures } from '../structures/store.js';
import * as store from './store.js';

const EDITABLE = EDITABLE_FIELDS.map(({ name }) => name);

/**
 * Makes a product what it was before a change, or one of its fields. A deleted product comes back as a new one with its
 * number. What was stored once is stored again as it was: also a category that is none any more.
 * @param id of the entry of its history
 * @param field only this one
 * @returns the names of the fields that changed; of a product that was deleted all that hold something
 * @throws Problem 400 for a field that the entry does not change, 404 where there is nothing to go back to, 410 where the
 *   product was deleted too long ago
 */
export async function bringBack(
  tx: Transaction,
  code: string,
  id: number,
  field?: string,
): Promise<string[]> {
  const [now] = await lockProducts(tx, [code]);
  const [entry] = await store.listHistory(tx, code, id + 1, 1);
  if (entry?.id !== id || entry.op === 'created') throw nothing();
  if (field !== undefined) {
    const change = entry.changes.find((each) => each.field === field);
    if (!change || !(field === 'structure' || EDITABLE.some((name) => name === field)))
      throw badField('field', 'unknown_field', 'is no field that this change is about');
    if (!now) throw new Problem('not-found', 'The product was deleted: bring back all of it first.');
    if (field !== 'structure') return overwrite(tx, now, { [field]: change.before });
    return bringStructureBack(tx, code, (await store.formerState(tx, code, id)).values, now);
  }
  const former = await store.formerState(tx, code, id);
  if (!former.deleted && !now) throw nothing();
  const base = former.deleted ? blankProduct(code, former.values['source'] as string) : now!;
  if (now) {
    const fields = await overwrite(tx, now, { ...base, ...former.values });
    const unwritten = fields.length === 0 ? now : undefined;
    // Of a product that was deleted since, the history has what it held: without a structure it had none.
    const held = former.deleted ? { structure: null, ...former.values } : former.values;
    return [...fields, ...(await bringStructureBack(tx, code, held, unwritten))];
  }
  if (!former.recent)
    throw new Problem(
      'gone',
      `It was deleted more than ${store.RESTORABLE_DAYS} days ago, and cannot be brought back.`,
    );
  const product = only(base, former.values);
  if ((await insertProducts(tx, [product])) === 0)
    throw new Problem('changed-meanwhile', 'There is a product with this number again; nothing was written.');
  const fields: string[] = EDITABLE.filter((name) => product[name] !== null);
  return [...fields, ...(await bringStructureBack(tx, code, former.values))];
}

/**
 * Gives a product the structure that it had, where that has changed since.
 * @param unwritten the product, where nothing else of it is written: a write refreshes its `updated_at`
 * @returns the name of the structure where it has changed
 */
async function bringStructureBack(
  tx: Transaction,
  code: string,
  { structure }: Record<string, unknown>,
  unwritten?: WritableProduct,
): Promise<string[]> {
  if (structure === undefined) return [];
  const [now] = await structuresOf(tx, [code]);
  const kept = structure as store.KeptStructure | null;
  const isSame = kept ? now?.given_hash === hashOfGiven({ source: kept.source, text: kept.given }) : !now;
  if (isSame) return [];
  await writeStructures(tx, new Map([[code, kept && structureFrom(kept)]]));
  if (unwritten) await updateProducts(tx, [unwritten]);
  return ['structure'];
}

function structureFrom({ given: text, is_complete, ...kept }: store.KeptStructure): Structure {
  const { source, formula, mw, fragments, ...identity } = kept;
  const whole = is_complete ? (identity as Structure['identity']) : null;
  return { source, text, formula, mw, fragments, identity: whole };
}

const nothing = (): Problem =>
  new Problem('not-found', 'The history of this product has nothing here that it could go back to.');

/** The values of fields that can be edited, over those of a product: its number and its source stay. */
function only(product: WritableProduct, values: object): WritableProduct {
  const known = Object.entries(values).filter(([name]) => EDITABLE.some((each) => each === name));
  return { ...product, ...Object.fromEntries(known) };
}

async function overwrite(tx: Transaction, now: WritableProduct, values: object): Promise<string[]> {
  const after = only(now, values);
  const changed = EDITABLE.filter((name) => now[name] !== after[name]);
  if (changed.length > 0) await updateProducts(tx, [after]);
  return changed;
}
