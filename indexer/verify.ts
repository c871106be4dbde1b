import type { Position } from '../src/changes/log.js';
import { versionsAfterId } from '../src/products/store.js';
import { heldVersions, heldVersionsOf } from './engine.js';
import type { Parts } from './parts.js';
import { wantedVersions } from './store.js';

/** Where the index and the table disagree, by product id. */
export interface Differences {
  /** documents compared */
  checked: number;
  /** in the table, not in the index */
  missing: number[];
  /** in both, of different versions */
  stale: number[];
  /** in the index, not in the table (or set aside) */
  extra: number[];
  /** changed so lately that the index cannot have them yet: no differences */
  pending: number;
}

const PAGE = 20_000;

export function sizeOf({ missing, stale, extra }: Differences): number {
  return missing.length + stale.length + extra.length;
}

/**
 * Compares every document of an index with its row, by id and version, through the documents route: search and
 * counts may both look right over an index that is not. Safe under writes, and without stopping the follower.
 * @param position up to where the index is brought, read anew when asked
 */
export async function differences(
  { db, engine }: Parts,
  uid: string,
  position: () => Promise<Position>,
): Promise<Differences> {
  // Both are read in about the same order, the table no further than the index: what waits for the other side stays
  // little. With the table as fast as it comes, a million took the indexer 80 MB more.
  const held = new Map<number, string>();
  const rows = new Map<number, string>();
  const suspects: number[] = [];
  let met = 0;
  const meet = (
    mine: Map<number, string>,
    others: Map<number, string>,
    id: number,
    version: string,
  ): void => {
    const other = others.get(id);
    if (other === undefined) return void mine.set(id, version);
    others.delete(id);
    met++;
    if (other !== version) suspects.push(id);
  };
  let last: number | null = 0;
  const readTable = async (after: number): Promise<number | null> => {
    const page = await versionsAfterId(db, after, PAGE);
    for (const { id, version } of page) meet(rows, held, id, version);
    return page.length < PAGE ? null : page.at(-1)!.id;
  };
  for await (const page of heldVersions(engine, uid)) {
    for (const { id, v } of page) meet(held, rows, id, v);
    while (last !== null && rows.size < PAGE) last = await readTable(last);
  }
  while (last !== null) last = await readTable(last);
  const checked = met + held.size + rows.size;
  const found: Differences = { checked, missing: [], stale: [], extra: [], pending: 0 };
  for (const id of [...held.keys(), ...rows.keys()]) suspects.push(id);
  for (let i = 0; i < suspects.length; i += PAGE) await judge(suspects.slice(i, i + PAGE));
  return found;

  // The first look raced with the writers. In this order nothing can: what the index lacks at a position that was
  // read before, of a row that the log does not name after it, is really missing.
  async function judge(ids: number[]): Promise<void> {
    const at = await position();
    const index = await heldVersionsOf(engine, uid, ids);
    for (const { id, wanted, pending } of await wantedVersions(db, uid, ids, at)) {
      const there = index.get(id) ?? null;
      if (there === wanted) continue;
      if (pending) found.pending++;
      else if (there === null) found.missing.push(id);
      else if (wanted === null) found.extra.push(id);
      else found.stale.push(id);
    }
  }
}
