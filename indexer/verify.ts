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

/** An index compared with the table, by id and version. */
export interface Comparison {
  /** Compares what it can of the first so many documents, which the index holds already, ahead of the end. */
  ahead(documents: number): Promise<void>;
  /** What was found of these products no longer counts: they are brought to the index anew. */
  doubt(ids: number[]): void;
  /**
   * Compares all that is left.
   * @param position up to where the index is brought, read anew when asked
   */
  end(position: () => Promise<Position>): Promise<Differences>;
}

/**
 * Compares every document of an index with its row, by id and version, through the documents route: search and
 * counts may both look right over an index that is not. Safe under writes, and without stopping the follower; but what
 * is compared ahead only where whoever writes to the index names what that brings.
 */
export function openComparison(parts: Parts, uid: string): Comparison {
  const { db, engine } = parts;
  // Both are read in about the same order, the table no further than the index: what waits for the other side stays
  // little. With the table as fast as it comes, a million took the indexer 80 MB more.
  const held = new Map<number, string>();
  const rows = new Map<number, string>();
  const suspects = new Set<number>();
  /** where the index is read on, and the last id that was read of the table; null at its end */
  let place = 0;
  let last: number | null = 0;
  let met = 0;

  return {
    async ahead(documents) {
      await compare(documents);
    },
    doubt(ids) {
      for (const id of ids) if (last === null || id <= last) suspects.add(id);
    },
    async end(position) {
      const isAhead = place > 0;
      const total = await compare();
      while (last !== null) last = await readTable(last);
      const checked = met + held.size + rows.size;
      const found: Differences = { checked, missing: [], stale: [], extra: [], pending: 0 };
      const ids = [...new Set([...suspects, ...held.keys(), ...rows.keys()])];
      let isMoved = place !== total;
      for (let i = 0; i < ids.length; i += PAGE)
        isMoved = (await judge(found, ids.slice(i, i + PAGE), position)) || isMoved;
      // Where a document went away, all those after it have moved, and one of them to a place that was read before.
      return isAhead && isMoved ? differences(parts, uid, position) : found;
    },
  };

  /** @returns how many documents the index had when it was asked last */
  async function compare(documents?: number): Promise<number> {
    let total = 0;
    for await (const page of heldVersions(engine, uid, place, documents)) {
      for (const { id, v } of page.results) meet(held, rows, id, v);
      while (last !== null && rows.size < PAGE) last = await readTable(last);
      place += page.results.length;
      total = page.total;
    }
    return total;
  }

  async function readTable(after: number): Promise<number | null> {
    const page = await versionsAfterId(db, after, PAGE);
    for (const { id, version } of page) meet(rows, held, id, version);
    return page.length < PAGE ? null : page.at(-1)!.id;
  }

  function meet(mine: Map<number, string>, others: Map<number, string>, id: number, version: string): void {
    const other = others.get(id);
    if (other === undefined) return void mine.set(id, version);
    others.delete(id);
    met++;
    if (other !== version) suspects.add(id);
  }

  /**
   * The first look raced with the writers. In this order nothing can: what the index lacks at a position that was
   * read before, of a row that the log does not name after it, is really missing.
   * @returns whether the index holds one of them that was not met: in a place that was read before it was there
   */
  async function judge(
    found: Differences,
    ids: number[],
    position: () => Promise<Position>,
  ): Promise<boolean> {
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
    return ids.some((id) => rows.has(id) && index.has(id));
  }
}

/** {@link openComparison}, all of it at once. */
export async function differences(
  parts: Parts,
  uid: string,
  position: () => Promise<Position>,
): Promise<Differences> {
  return openComparison(parts, uid).end(position);
}
