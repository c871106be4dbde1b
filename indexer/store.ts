import { CHANGES_CHANNEL, DELIVERED_CHANNEL, SEARCH_READER, versionOf } from '../src/catalogue/index.js';
import type { Position } from '../src/catalogue/index.js';
import { isoTime, readSingle } from '../src/platform/index.js';
import type { Connection, Database, Transaction } from '../src/platform/index.js';
import { LeadershipLost } from './context.js';
import type { DeadLetter } from './documents.js';

/** What the indexer knows of the live index beside its position. */
interface ReaderState {
  /** id of the leader: only what it writes counts */
  leader: string;
  generation: number;
  complete: boolean;
  /** identity of the live index */
  index?: string;
  /** the form in which it was built */
  form?: string;
  /** hash of the settings that the engine reported after the swap: another one means that somebody changed them */
  settings_seen?: string;
  /** identity of the live index of which it was told that it holds what this database never wrote */
  told?: string;
}

/** A reader of the log: how far it is, and what it keeps beside that. */
export interface Reader<State> {
  position: Position;
  state: State;
}

/** Where the state of the indexer is kept. */
export interface Kept {
  db: Database | Transaction;
}

/** An index, and where its state is kept. */
export interface KeptIndex extends Kept {
  uid: string;
}

/** Begins a reader of the log at `start`. One that is there already only takes in `anew`. */
export async function beginReader<State extends object>(
  db: Database,
  name: string,
  start: Position,
  state: State,
  anew: Partial<State> = {},
): Promise<void> {
  await db.none(
    `INSERT INTO log_readers (name, epoch, xid, seq, mark, state)
     VALUES ($<name>, $<epoch>, $<xid>, $<seq>, $<mark>, $<state:json>)
     ON CONFLICT (name) DO UPDATE SET state = log_readers.state || $<anew:json>::jsonb`,
    { name, ...start, state, anew },
  );
}

/** The position of a row, in SQL. */
export const POSITION = `json_build_object('epoch', epoch, 'xid', xid::text, 'seq', seq, 'mark', mark)`;

/** Reads a reader of the log; null where there is none yet. */
export async function readerOf<State>(db: Connection, name: string): Promise<Reader<State> | null> {
  return db.oneOrNone(`SELECT ${POSITION} AS position, state FROM log_readers WHERE name = $1`, [name]);
}

/** Reads how far the index is. */
export async function readReader({ db }: Kept): Promise<Reader<ReaderState>> {
  const reader = await readerOf<ReaderState>(db, SEARCH_READER);
  if (!reader) throw new Error('no indexer has led yet');
  return reader;
}

/** What a step changes of a reader; where absent it stays as it is. */
export interface Step<State> {
  position?: Position;
  state?: Partial<State>;
}

/** Moves a reader whose state is as expected, by the values of {@link moving}: the beginning of a statement. */
export const MOVE = `
  WITH moved AS (
    UPDATE log_readers SET epoch = coalesce($<epoch>::uuid, epoch), xid = coalesce($<xid>::xid8, xid),
           seq = coalesce($<seq>::bigint, seq), mark = coalesce($<mark>::bigint, mark),
           updated_at = clock_timestamp(),
           state = state || $<state:json>::jsonb
                   || jsonb_build_object('generation', (state->>'generation')::bigint + 1)
     WHERE name = $<name> AND state @> $<expected:json>::jsonb
    RETURNING name, epoch, xid, seq, mark, state)`;
/** Its end: notifies the gateways of what was moved, and gives a row if anything was. */
export const ANNOUNCE = `
  SELECT pg_notify('${DELIVERED_CHANNEL}', json_build_object('reader', name,
           'generation', state->'generation', 'complete', state->'complete',
           'position', ${POSITION})::text) AS notified
    FROM moved`;

export function moving<State>(
  name: string,
  expected: Partial<State>,
  { position, state = {} }: Step<State>,
): object {
  const { epoch = null, xid = null, seq = null, mark = null } = position ?? {};
  return { name, expected, state, epoch, xid, seq, mark };
}

interface Acknowledgement extends Step<ReaderState> {
  /** products whose state at or after the position is in the index now */
  delivered?: number[];
  /** products among them that are not, since the engine refuses them */
  deadLetters?: DeadLetter[];
  /** redeliveries that are done, by their number in the reindex queue */
  redelivered?: number[];
}

/** Replaces the dead letters of an index among products, by the values of {@link settling}. */
const SETTLE = `
  resolved AS (
    DELETE FROM index_dead_letters WHERE index_uid = $<uid> AND product_id = ANY($<delivered>::bigint[])),
  refused AS (
    INSERT INTO index_dead_letters (index_uid, product_id, code, reason)
    SELECT $<uid>, product_id, code, reason
      FROM json_to_recordset($<deadLetters:json>) AS r (product_id bigint, code text, reason text)
    ON CONFLICT (index_uid, product_id) DO UPDATE SET reason = excluded.reason, at = excluded.at)`;

function settling(uid: string, ids: number[], deadLetters: DeadLetter[]): object {
  const dead = new Set(deadLetters.map((deadLetter) => deadLetter.product_id));
  return { uid, delivered: ids.filter((id) => !dead.has(id)), deadLetters };
}

/** Records which of these products are dead letters of an index. */
export async function recordDeadLetters(
  { db, uid }: KeptIndex,
  ids: number[],
  deadLetters: DeadLetter[],
): Promise<void> {
  await db.any(`WITH ${SETTLE} SELECT`, settling(uid, ids, deadLetters));
}

// One statement, so that the position, the dead letters, the queue and the notification change together.
const ACKNOWLEDGE = `${MOVE}, ${SETTLE},
  done AS (DELETE FROM reindex_queue WHERE seq = ANY($<redelivered>::bigint[]))
  ${ANNOUNCE}`;

/**
 * Records that the live index has everything up to a position, or a change of its state, and notifies the gateways.
 * @throws LeadershipLost
 */
export async function acknowledge(
  { db, uid, leader }: KeptIndex & { leader: string },
  { delivered = [], deadLetters = [], redelivered = [], ...step }: Acknowledgement,
): Promise<void> {
  const moved = await db.oneOrNone(ACKNOWLEDGE, {
    ...moving(SEARCH_READER, { leader }, step),
    ...settling(uid, delivered, deadLetters),
    redelivered,
  });
  if (!moved) throw new LeadershipLost('another process is the leader now');
}

/**
 * A number that only grows, of the products' clock: drawn after changes are read and before the products are, so that of two documents of a product
 * that one with the greater number was not made without a change that the other has.
 */
export const drawOrder = ({ db }: Kept): Promise<number> => readSingle(db, `SELECT nextval('product_clock')`);

/** The dead letters of an index. */
export async function deadLettersOf({ db, uid }: KeptIndex): Promise<(DeadLetter & { at: string })[]> {
  return db.any(
    `SELECT product_id, code, reason, ${isoTime('at')} AS at
       FROM index_dead_letters WHERE index_uid = $1 ORDER BY product_id`,
    [uid],
  );
}

/**
 * Requests that the leader delivers these products again, though they did not change.
 * @returns the number of the last of these redeliveries
 */
export const requestRedelivery = ({ db }: Kept, ids: number[]): Promise<number> =>
  readSingle(
    db,
    `WITH requested AS (INSERT INTO reindex_queue (product_id) SELECT unnest($1::bigint[]) RETURNING seq)
     SELECT coalesce(max(seq), 0), pg_notify('${CHANGES_CHANNEL}', '') FROM requested`,
    [ids],
  );

/** How many redeliveries up to this one are not acknowledged yet. */
export const redeliveriesUpTo = ({ db }: Kept, seq: number): Promise<number> =>
  readSingle(db, 'SELECT count(*) FROM reindex_queue WHERE seq <= $1', [seq]);

/**
 * The next products of the reindex queue, each with all its numbers there: who loses the leadership requests again what is in it
 * already, and were that delivered as often, a machine too busy to keep a leader would only ever have more to do.
 */
export async function redeliveries(
  { db }: Kept,
  limit: number,
): Promise<{ product_id: number; seqs: number[] }[]> {
  return db.any(
    `SELECT product_id, json_agg(seq) AS seqs FROM reindex_queue
      WHERE product_id IN (SELECT product_id FROM reindex_queue ORDER BY seq LIMIT $1) GROUP BY product_id`,
    [limit],
  );
}

/** Requests the redelivery of all dead letters: the engine may have failed for another reason than the document. */
export async function retryDeadLetters(place: KeptIndex): Promise<void> {
  await requestRedelivery(
    place,
    (await deadLettersOf(place)).map((deadLetter) => deadLetter.product_id),
  );
}

/**
 * The versions that an index must have of these products (null: none, since there is no such product or it is a dead
 * letter), and whether the log has changes of them after a position (pending). One snapshot.
 */
export async function wantedVersions(
  { db, uid }: KeptIndex,
  ids: number[],
  after: Position,
): Promise<{ id: number; wanted: string | null; pending: boolean }[]> {
  return db.any(
    `SELECT i.id, CASE WHEN a.product_id IS NULL THEN ${versionOf('p')} END AS wanted,
            i.id IN (SELECT product_id FROM product_changes WHERE (xid, seq) > ($3::xid8, $4::bigint)) AS pending
       FROM unnest($2::bigint[]) AS i (id)
       LEFT JOIN products p ON p.id = i.id
       LEFT JOIN index_dead_letters a ON a.product_id = i.id AND a.index_uid = $1`,
    [uid, ids, after.xid, after.seq],
  );
}

/** What the number of documents must be, and whether the log has changes after a position (pending). One snapshot. */
export async function expectedDocuments(
  { db, uid }: KeptIndex,
  after: Position,
): Promise<{ products: number; dead_letters: number; pending: boolean }> {
  return db.one(
    `SELECT (SELECT count(*) FROM products) AS products,
            (SELECT count(*) FROM index_dead_letters WHERE index_uid = $1) AS dead_letters,
            EXISTS (SELECT FROM product_changes WHERE (xid, seq) > ($2::xid8, $3::bigint)) AS pending`,
    [uid, after.xid, after.seq],
  );
}
