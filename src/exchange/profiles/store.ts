import type { Position } from '../../catalogue/index.js';
import { isoTime } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import type { Scope } from './definition.js';

/** A profile as it is kept. */
export interface StoredProfile {
  name: string;
  definition: unknown;
  updated_at: string;
  updated_by: string;
}

const STORED = `SELECT name, definition, ${isoTime('updated_at')} AS updated_at, updated_by FROM export_profiles`;

/** @returns null without such a profile */
export async function storedProfile(db: Connection, name: string): Promise<StoredProfile | null> {
  return db.oneOrNone(`${STORED} WHERE name = $1`, [name]);
}

/** All of them, by name. */
export async function storedProfiles(db: Connection): Promise<StoredProfile[]> {
  return db.any(`${STORED} ORDER BY name`);
}

/** The names of profiles whose filter has this value, twenty at most. */
export async function profilesWith(
  db: Connection,
  filter: 'category' | 'series' | 'tag',
  value: string,
): Promise<string[]> {
  return db.map(
    `SELECT name FROM export_profiles WHERE definition -> 'filter' ->> $1 = $2 ORDER BY name LIMIT 20`,
    [filter, value],
    ({ name }: { name: string }) => name,
  );
}

/** Lets nobody else write profiles until the transaction ends. */
export const lockProfiles = (tx: Transaction): Promise<null> =>
  tx.none('LOCK TABLE export_profiles IN SHARE ROW EXCLUSIVE MODE');

/**
 * Stores a profile, unless it would be one more than `most`.
 * @returns whether it was stored, and is new
 */
export async function storeProfile(
  tx: Transaction,
  { name, definition, by }: { name: string; definition: object; by: string },
  most: number,
): Promise<'created' | 'replaced' | 'too_many'> {
  await lockProfiles(tx); // else two could each be the last one
  const values = [name, JSON.stringify(definition), by];
  const replaced = await tx.result(
    `UPDATE export_profiles SET definition = $2, updated_by = $3, updated_at = clock_timestamp() WHERE name = $1`,
    values,
    ({ rowCount }) => rowCount,
  );
  if (replaced > 0) return 'replaced';
  const created = await tx.result(
    `INSERT INTO export_profiles (name, definition, updated_by)
       SELECT $1, $2, $3 WHERE (SELECT count(*) FROM export_profiles) < $4`,
    [...values, most],
    ({ rowCount }) => rowCount,
  );
  return created > 0 ? 'created' : 'too_many';
}

/** Deletes a profile; its deliveries stay on record. @returns whether there was one */
export async function removeProfile(tx: Transaction, name: string): Promise<boolean> {
  return tx.result('DELETE FROM export_profiles WHERE name = $1', [name], ({ rowCount }) => rowCount > 0);
}

/** A file that was written whole. */
export interface Delivery {
  id: number;
  profile: string;
  at: string;
  by: string;
  recipient: string;
  scope: Scope;
  count: number;
  bytes: number;
  file: string;
  /** of the whole file, hexadecimal */
  sha256: string;
}

/** A delivery before it is recorded. */
interface NewDelivery extends Omit<Delivery, 'id' | 'at'> {
  /** of the definition, hexadecimal */
  definition: string;
  position: Position;
}

/** Records a delivery. @returns its number */
export async function insertDelivery(db: Connection, delivery: NewDelivery): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    `INSERT INTO export_deliveries (profile, delivered_by, recipient, scope, definition, epoch, xid, seq, mark, count, bytes, file, sha256)
     VALUES ($<profile>, $<by>, $<recipient>, $<scope>, decode($<definition>, 'hex'), $<position.epoch>, $<position.xid>::xid8,
             $<position.seq>, $<position.mark>, $<count>, $<bytes>, $<file>, decode($<sha256>, 'hex')) RETURNING id`,
    delivery,
  );
  return id;
}

/**
 * Where the next delivery of a scope to a recipient goes on: at its last one of that scope or of everything. Products and
 * revocations each have a thread of their own, so that a delta and the revocations after it tell of the same time.
 */
export async function lastDelivery(
  db: Connection,
  profile: string,
  recipient: string,
  scope: Exclude<Scope, 'all'>,
): Promise<{ id: number; definition: string; position: Position } | null> {
  const row = await db.oneOrNone<Position & { id: number; definition: string }>(
    `SELECT id, encode(definition, 'hex') AS definition, epoch, xid::text, seq, mark FROM export_deliveries
      WHERE profile = $1 AND recipient = $2 AND scope IN ('all', $3) ORDER BY export_deliveries.id DESC LIMIT 1`,
    [profile, recipient, scope],
  );
  if (!row) return null;
  const { id, definition, ...position } = row;
  return { id, definition, position };
}

/** Deliveries, newest first. @param before only those with a lower number */
export async function listDeliveries(
  db: Connection,
  { profile, before, limit }: { profile?: string | undefined; before?: number | undefined; limit: number },
): Promise<Delivery[]> {
  return db.any(
    `SELECT id, profile, ${isoTime('delivered_at')} AS at, delivered_by AS by, recipient, scope, count, bytes, file,
            encode(sha256, 'hex') AS sha256
       FROM export_deliveries
      WHERE ($1::text IS NULL OR profile = $1) AND ($2::bigint IS NULL OR id < $2)
      ORDER BY export_deliveries.id DESC LIMIT $3`,
    [profile ?? null, before ?? null, limit],
  );
}

/** For how long deliveries are kept. */
const KEPT_DAYS = 400;

/** Removes the records of deliveries that are too old. */
export async function pruneDeliveries(db: Connection): Promise<number> {
  const sql = `DELETE FROM export_deliveries WHERE delivered_at < now() - interval '1 day' * $1`;
  return db.result(sql, [KEPT_DAYS], ({ rowCount }) => rowCount);
}
