import { versionsAfterId } from '../src/catalogue/index.js';
import type { Position } from '../src/catalogue/index.js';
import { DOCUMENTS_PAGE } from '../src/search/index.js';
import type { Depth, IndexedDocument } from '../src/search/index.js';
import type { IndexerContext } from './context.js';
import { makeDocuments } from './documents.js';
import { areUnknown } from './history.js';
import { verifyKeys } from './keys-reader.js';
import { readReader, wantedVersions } from './store.js';

/** Where the index and the table disagree, by product id. */
type Differences = Awaited<ReturnType<typeof differences>>;

/** Documents that are made and compared at a time: between them others have their turn. */
const SLICE = 100;

/** The products that differ. */
export const differing = ({ missing, stale, extra }: Differences): number[] => [
  ...missing,
  ...stale,
  ...extra,
];

/**
 * Compares every document of an index with its row, as the engine lists them: searches and counts may look right where
 * documents are missing. Safe under writes and beside the follower.
 * @param position reads the position that the index has reached
 * @param depth by id and version alone, or by every field too
 */
export async function differences(
  context: IndexerContext,
  uid: string,
  position: () => Promise<Position>,
  depth: Depth = 'versions',
) {
  const { checked, suspects } = await compare(context, uid, depth);
  const found = {
    /** documents compared */
    checked,
    /** in the table, not in the index */
    missing: [] as number[],
    /** in both, of different versions, or with other contents */
    stale: [] as number[],
    /** in the index, not in the table (or dead letters) */
    extra: [] as number[],
    /** changed so recently that the index cannot have them yet: no differences */
    pending: 0,
    /** a document is of a transaction that this database has not begun yet */
    of_other_history: false,
  };
  const size = DOCUMENTS_PAGE[depth];
  for (let start = 0; start < suspects.length; start += size) {
    const ids = suspects.slice(start, start + size);
    // Suspects are compared again, safe from races: the position is read first, then the index, then the table. A product that
    // differs and has no change in the log after that position really differs.
    const after = await position();
    const documents = await context.indexes.documentsOf(uid, ids, depth);
    const versions = new Map(documents.map(({ id, v }) => [id, v]));
    found.of_other_history ||= await areUnknown(context.db, [...versions.values()]);
    const wantedOnes = await wantedVersions({ ...context, uid }, ids, after);
    const others = new Set(depth === 'whole' ? await altered(context, documents) : []);
    for (const { id, wanted, pending } of wantedOnes) {
      const version = versions.get(id) ?? null;
      if (version === wanted && !others.has(id)) continue;
      if (pending) found.pending++;
      else if (version === null) found.missing.push(id);
      else if (wanted === null) found.extra.push(id);
      else found.stale.push(id);
    }
  }
  return found;
}

/** How a live index differs from the table. */
export type Verified = Awaited<ReturnType<typeof verify>>;

/**
 * Compares the live index and the keys with the table: by every field of every document and by every key, unless the versions are enough, or the index is of
 * another form and is rebuilt anyway. Every field of 100,000 real products takes 40 s of a processor.
 */
export async function verify(context: IndexerContext, wanted: Depth = 'whole') {
  const { state } = await readReader(context);
  const depth = state.form === context.form ? wanted : 'versions';
  const position = async (): Promise<Position> => (await readReader(context)).position;
  const found = await differences(context, context.uid, position, depth);
  const keys = wanted === 'whole' ? await verifyKeys(context.db) : [];
  const ok = differing(found).length + keys.length === 0;
  return { ok, ...found, /** products with other keys than are made of them */ keys };
}

/** A first comparison, which races with writers: all that may differ is among the suspects. */
async function compare(context: IndexerContext, uid: string, depth: Depth) {
  const { db, indexes } = context;
  // Versions that were read from one side only so far. Both have about the same order, so these stay few.
  const open = new Map<number, { side: 'index' | 'table'; v: string }>();
  const different: number[] = [];
  let checked = 0;
  const meet = (side: 'index' | 'table', id: number, v: string): void => {
    const other = open.get(id);
    if (!other || other.side === side) return void open.set(id, { side, v });
    open.delete(id);
    checked++;
    if (other.v !== v) different.push(id);
  };

  let lastId = 0;
  /** @returns false at the end */
  const readTable = async (): Promise<boolean> => {
    const size = DOCUMENTS_PAGE[depth];
    const rows = await versionsAfterId(db, lastId, size);
    for (const { id, version } of rows) meet('table', id, version);
    lastId = rows.at(-1)?.id ?? lastId;
    return rows.length === size;
  };
  for await (const documents of indexes.documents(uid, depth)) {
    for (const { id, v } of documents) meet('index', id, v);
    if (depth === 'whole') different.push(...(await altered(context, documents)));
    await readTable();
  }
  while (await readTable());
  return { checked: checked + open.size, suspects: [...new Set([...different, ...open.keys()])] };
}

/**
 * Which of these documents are of the present version of their product, and yet have other contents than are made of it.
 */
async function altered({ db, documentOf }: IndexerContext, documents: IndexedDocument[]): Promise<number[]> {
  const held = new Map(documents.map((document) => [document.id, document]));
  const source = { db, documentOf };
  const found: number[] = [];
  for (let start = 0; start < documents.length; start += SLICE) {
    const ids = documents.slice(start, start + SLICE).map(({ id }) => id);
    for (const { id, json } of (await makeDocuments(source, ids)).documents) {
      const made = JSON.parse(json) as IndexedDocument;
      const other = held.get(id)!;
      if (made.v === other.v && !isEqual(made, other)) found.push(id);
    }
  }
  return found;
}

/** Fields are texts, numbers and lists of them. */
function isEqual(one: IndexedDocument, other: IndexedDocument): boolean {
  const fields = Object.keys(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))
  );
}
