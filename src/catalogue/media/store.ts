import {
  countWritten,
  distinctValuesOf,
  isoTime,
  pageWithTotal,
  readColumn,
  readSingle,
} from '../../platform/index.js';
import type { Connection, Database, Page, Transaction } from '../../platform/index.js';
import type { Mime } from './rules.js';

/** An image that is in the object store and has no row yet. */
export interface NewImage {
  sha256: string;
  mime: Mime;
  bytes: number;
  width: number;
  height: number;
  filename: string | null;
  group: string;
}

/** What serving an image needs. */
export type StoredImage = Pick<NewImage, 'sha256' | 'mime' | 'bytes'> & { createdAt: Date };

/** An image as GET /media lists it. */
interface ListedImage extends Omit<NewImage, 'sha256'> {
  id: number;
  url: string;
  created_at: string;
}

/** Claims an object that is about to be put or used again: it is not collected for a day. */
export async function claim(db: Database, sha256: string): Promise<void> {
  await db.none(
    `INSERT INTO media_objects (sha256) VALUES (decode($1, 'hex'))
     ON CONFLICT (sha256) DO UPDATE SET claimed_at = clock_timestamp()`,
    [sha256],
  );
}

/** Adds the rows of images whose objects are stored. @returns their ids, in the same order */
export async function insertImages(
  db: Connection,
  images: NewImage[],
  keyId: number | null,
): Promise<number[]> {
  return readColumn(
    db,
    `INSERT INTO media (sha256, mime, bytes, width, height, filename, group_name, key_id)
     SELECT decode(i.sha256, 'hex'), i.mime, i.bytes, i.width, i.height, i.filename, i."group", $2
     FROM ROWS FROM (jsonb_to_recordset($1) AS
       (sha256 text, mime text, bytes integer, width integer, height integer, filename text, "group" text))
       WITH ORDINALITY AS i (sha256, mime, bytes, width, height, filename, "group", position)
     ORDER BY position
     RETURNING id`,
    [JSON.stringify(images), keyId],
  );
}

/** @returns null without such an image */
export async function findImage(db: Database, id: number): Promise<StoredImage | null> {
  return db.oneOrNone(
    `SELECT encode(sha256, 'hex') AS sha256, mime, bytes, created_at AS "createdAt" FROM media WHERE id = $1`,
    [id],
  );
}

const LISTED = `id, '/media/' || id AS url, group_name AS "group", filename, mime, bytes, width, height,
  ${isoTime('created_at')} AS created_at`;

/** The products that show an image: the first of them by code, and how many there are. */
const USED_BY = `(SELECT json_build_object('first', min(code), 'count', count(*)) FROM products
  WHERE image_url IN ('/media/' || media.id, $3 || '/media/' || media.id)) AS used_by`;

/** A page of images, newest first, and their total. @param wanted.filename part of a file name */
export async function pageImages(
  db: Database,
  wanted: { group?: string | undefined; filename?: string | undefined },
  siteOrigin: string,
  page: Page,
): Promise<{ data: (ListedImage & { used_by: { first: string | null; count: number } })[]; total: number }> {
  const conditions = [
    ...(wanted.group === undefined ? [] : ['group_name = $1']),
    ...(wanted.filename === undefined ? [] : ['strpos(lower(filename), lower($2)) > 0']),
  ];
  const from = `FROM media ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
  return pageWithTotal(
    db,
    (bounds) => `SELECT ${LISTED}, ${USED_BY} ${from} ORDER BY media.id DESC ${bounds}`,
    from,
    [wanted.group, wanted.filename, siteOrigin],
    page,
  );
}

/** The groups of images. */
export async function groupsOfImages(db: Database): Promise<string[]> {
  return readColumn(db, distinctValuesOf('media', 'group_name'));
}

/** Moves images to another group. @returns how many were found */
export async function moveImages(db: Connection, ids: number[], group: string): Promise<number> {
  return countWritten(db, 'UPDATE media SET group_name = $2 WHERE id = ANY($1::bigint[])', [ids, group]);
}

/** Products that show an image: the first 20 by code, and their total. @param urls the URLs of the image */
export async function productsShowing(
  db: Connection,
  urls: string[],
): Promise<{ data: string[]; total: number }> {
  const rows = await db.any<{ code: string; total: number }>(
    `SELECT code, count(*) OVER () AS total FROM products WHERE ${SHOWS} ORDER BY code LIMIT 20`,
    [urls],
  );
  return { data: rows.map(({ code }) => code), total: rows[0]?.total ?? 0 };
}

// With a width asked for (`?w=96`) it is the same image.
const SHOWS = 'image_url = ANY($1::text[])';

/** Deletes an image unless a product shows it. Its object stays until it is collected. @returns whether it was deleted */
export async function deleteUnshown(db: Connection, id: number, urls: string[]): Promise<boolean> {
  return (
    (await countWritten(
      db,
      `DELETE FROM media WHERE id = $2 AND NOT EXISTS (SELECT FROM products WHERE ${SHOWS})`,
      [urls, id],
    )) > 0
  );
}

/** The newest 100 images (API v1, section 4.1). */
export async function newestImages(db: Database): Promise<ListedImage[]> {
  return db.any(`SELECT ${LISTED} FROM media ORDER BY media.id DESC LIMIT 100`);
}

/**
 * Releases the claim on an object that no image uses and no upload has claimed for a day. The row stays locked until
 * the transaction ends: an upload of the same image waits for it, and then stores the object again.
 * @returns whether it was released; the object is then to be deleted before the transaction commits
 */
export async function releaseObject(tx: Transaction, sha256: string): Promise<boolean> {
  // An object that was never claimed in this database (which is older than the store) gets a row that can be locked.
  await tx.none(
    `INSERT INTO media_objects (sha256, claimed_at) VALUES (decode($1, 'hex'), '-infinity') ON CONFLICT DO NOTHING`,
    [sha256],
  );
  const released = await countWritten(
    tx,
    `DELETE FROM media_objects AS object
     WHERE sha256 = decode($1, 'hex') AND claimed_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT FROM media WHERE media.sha256 = object.sha256)`,
    [sha256],
  );
  return released > 0;
}

/** Those that {@link releaseObject} would release, read without a lock. */
export async function unusedObjects(db: Database, sha256s: string[]): Promise<Set<string>> {
  const unused = await readColumn<string>(
    db,
    `SELECT listed.sha256 FROM unnest($1::text[]) AS listed (sha256)
     WHERE NOT EXISTS (SELECT FROM media WHERE sha256 = decode(listed.sha256, 'hex'))
       AND NOT EXISTS (SELECT FROM media_objects WHERE sha256 = decode(listed.sha256, 'hex')
                       AND claimed_at >= now() - interval '1 day')`,
    [sha256s],
  );
  return new Set(unused);
}

/** The objects that images use, in the order of their hashes, from `after` on. */
export async function namedObjects(
  db: Database,
  after: string,
  limit: number,
): Promise<{ sha256: string; ids: number[] }[]> {
  return db.any(
    `SELECT encode(sha256, 'hex') AS sha256, json_agg(id ORDER BY id) AS ids FROM media
     WHERE sha256 > decode($1, 'hex') GROUP BY media.sha256 ORDER BY media.sha256 LIMIT $2`,
    [after, limit],
  );
}

/** How many objects images use. */
export const countNamedObjects = (db: Database): Promise<number> =>
  readSingle(db, 'SELECT count(DISTINCT sha256) FROM media');
