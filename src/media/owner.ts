import { buffer } from 'node:stream/consumers';
import type { Database } from '../database/connect.js';
import type { ObjectStore } from './objects.js';

/** The object that names the catalogue to which a store of images belongs. */
const MARK = 'catalogue';

interface Place {
  db: Database;
  objects: ObjectStore;
}

/**
 * To whom a store of images belongs: the first catalogue that put an image into it. A database that was restored from a dump
 * is another catalogue, and may be a copy for tests; a standby that was promoted is the same one.
 * @throws Problem 503
 */
export async function ownerOf({ db, objects }: Place): Promise<'this' | 'another' | 'none'> {
  const mark = await objects.get(MARK);
  if (!mark) return 'none';
  return (await buffer(mark.body)).toString('utf8') === (await idOf(db)) ? 'this' : 'another';
}

/** Marks a store as this catalogue's. @throws Problem 503 */
export async function own({ db, objects }: Place): Promise<void> {
  await objects.put(MARK, Buffer.from(await idOf(db)), 'text/plain');
}

/** Marks a store that belongs to nobody. @throws Problem 503 */
export async function ownUnowned(place: Place): Promise<void> {
  if ((await ownerOf(place)) === 'none') await own(place);
}

/** @throws Error where the store belongs to another catalogue, or to nobody */
export async function refuseForeign(place: Place): Promise<void> {
  const owner = await ownerOf(place);
  if (owner === 'this') return;
  const whose = owner === 'none' ? 'does not say whose it is' : 'belongs to another catalogue';
  throw new Error(
    `The store of images ${whose}, and what this catalogue does not use the other one may. Nothing was removed. If no other catalogue uses it, say so once: catalogue media adopt`,
  );
}

/** Names this database and no copy of it, but a copy of all its files. */
async function idOf(db: Database): Promise<string> {
  const { id } = await db.one<{ id: string }>(
    `SELECT encode(sha256(concat_ws('.', system_identifier, oid)::bytea), 'hex') AS id
       FROM pg_control_system(), pg_database WHERE datname = current_database()`,
  );
  return id;
}
