import { buffer } from 'node:stream/consumers';
import { readSingle } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { ObjectStore } from './objects.js';

/** The object that names the catalogue to which a store of images belongs. */
const MARK = 'catalogue';
/** The object that names another catalogue which put images into it, too. */
const GUEST = 'catalogue-guest';

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

/** Marks a store as this catalogue's alone. @throws Problem 503 */
export async function own({ db, objects }: Place): Promise<void> {
  await objects.put(MARK, Buffer.from(await idOf(db)), 'text/plain');
  await objects.delete(GUEST);
}

/** Marks a store before an image is put into it: as this catalogue's, or as used by it beside its owner. @throws Problem 503 */
export async function markUse(place: Place): Promise<void> {
  const owner = await ownerOf(place);
  if (owner === 'none') await own(place);
  if (owner === 'another') await place.objects.put(GUEST, Buffer.from(await idOf(place.db)), 'text/plain');
}

/** @throws Error where the store belongs to another catalogue, or to nobody, or another one puts images into it, too */
export async function refuseForeign(place: Place): Promise<void> {
  const owner = await ownerOf(place);
  const guest = await place.objects.head(GUEST);
  if (owner === 'this' && !guest) return;
  const whose = {
    none: 'does not say whose it is',
    another: 'belongs to another catalogue',
    this: 'is used by another catalogue, too',
  }[owner];
  throw new Error(
    `The store of images ${whose}, and what this catalogue does not use the other one may. Nothing was removed. If no other catalogue uses it, say so once: catalogue media adopt`,
  );
}

/** Names this database and no copy of it, but a copy of all its files. */
const idOf = (db: Database): Promise<string> =>
  readSingle(
    db,
    `SELECT encode(sha256(concat_ws('.', system_identifier, oid)::bytea), 'hex')
       FROM pg_control_system(), pg_database WHERE datname = current_database()`,
  );
