import type { Position } from '../src/changes/position.js';
import { versionsAfterId } from '../src/products/store.js';
import type { IndexerContext } from './context.js';
import { indexedVersions, indexedVersionsOf } from './engine.js';
import { readReader, wantedVersions } from './store.js';

/** Where the index and the table disagree, by product id. */
export interface Differences {
  /** documents compared */
  checked: number;
  /** in the table, not in the index */
  missing: number[];
  /** in both, of different versions */
  stale: number[];
  /** in the index, not in the table (or dead letters) */
  extra: number[];
  /** changed so recently that the index cannot have them yet: no differences */
  pending: number;
}

const PAGE = 20_000;

/** How many products differ. */
export function sizeOf({ missing, stale, extra }: Differences): number {
  return missing.length + stale.length + extra.length;
}

/**
 * Compares every document of an index with its row, by id and version, as the engine lists them: searches and counts may
 * look right where documents are missing. Safe under writes and beside the follower.
 * @param position reads the position that the index has reached
 */
export async function differences(
  context: IndexerContext,
  uid: string,
  position: () => Promise<Position>,
): Promise<Differences> {
  const { checked, suspects } = await compare(context, uid);
  const found: Differences = { checked, missing: [], stale: [], extra: [], pending: 0 };
  for (let start = 0; start < suspects.length; start += PAGE)
    await judge(context, uid, suspects.slice(start, start + PAGE), await position(), found);
  return found;
}

/** How a live index differs from the table. */
export interface Verified extends Differences {
  /** true where the index is equal to the table */
  ok: boolean;
}

/** Compares every document of the live index with its row, by id and version. */
export async function verify(context: IndexerContext): Promise<Verified> {
  const found = await differences(context, context.uid, async () => (await readReader(context)).position);
  return { ok: sizeOf(found) === 0, ...found };
}

/** A first comparison, which races with writers: all that may differ is among the suspects. */
async function compare(
  { db, engine }: IndexerContext,
  uid: string,
): Promise<{ checked: number; suspects: number[] }> {
  // Products that were read from one side only so far. Both have about the same order, so these stay small.
  const onlyInIndex = new Map<number, string>();
  const onlyInTable = new Map<number, string>();
  const different: number[] = [];
  let checked = 0;
  const meet = (mine: Map<number, string>, others: Map<number, string>, id: number, v: string): void => {
    const other = others.get(id);
    if (other === undefined) {
      mine.set(id, v);
      return;
    }
    others.delete(id);
    checked++;
    if (other !== v) different.push(id);
  };

  let lastId = 0;
  let more = true;
  const readTable = async (): Promise<void> => {
    const rows = await versionsAfterId(db, lastId, PAGE);
    for (const { id, version } of rows) meet(onlyInTable, onlyInIndex, id, version);
    lastId = rows.at(-1)?.id ?? lastId;
    more = rows.length === PAGE;
  };
  for await (const documents of indexedVersions(engine, uid)) {
    for (const { id, v } of documents) meet(onlyInIndex, onlyInTable, id, v);
    while (more && onlyInTable.size < PAGE) await readTable();
  }
  while (more) await readTable();
  const suspects = [...new Set([...different, ...onlyInIndex.keys(), ...onlyInTable.keys()])];
  return { checked: checked + onlyInIndex.size + onlyInTable.size, suspects };
}

/**
 * Compares suspects again, safe from races: the position is read first, then the index, then the table. A product that
 * differs and has no change in the log after that position really differs.
 */
async function judge(
  { db, engine, reader }: IndexerContext,
  uid: string,
  ids: number[],
  position: Position,
  found: Differences,
): Promise<void> {
  const indexed = await indexedVersionsOf(engine, uid, ids);
  for (const { id, wanted, pending } of await wantedVersions({ db, reader, uid }, ids, position)) {
    const version = indexed.get(id) ?? null;
    if (version === wanted) continue;
    if (pending) found.pending++;
    else if (version === null) found.missing.push(id);
    else if (wanted === null) found.extra.push(id);
    else found.stale.push(id);
  }
}
