import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectMedia } from '../../../src/catalogue/media/collect.js';
import { keep } from '../../../src/catalogue/media/keep.js';
import type { Media } from '../../../src/catalogue/media/open.js';
import { copyKey, readImage } from '../../../src/catalogue/media/objects.js';
import { own } from '../../../src/catalogue/media/owner.js';
import { insertImages } from '../../../src/catalogue/media/store.js';
import { picture } from './images.js';
import { openOwnMedia } from './own.js';
import { atEnd } from '../../support/with-own.js';

let media: Media;
let dataDir: string;
let end: () => Promise<void>;
beforeEach(async () => ({ media, dataDir, end } = await openOwnMedia()));
afterEach(() => end());

const pathOf = (key: string): string => join(dataDir, 'media', key.slice(0, 2), key.slice(2, 4), key);
const exists = (key: string): Promise<boolean> => media.objects.head(key).then((found) => found !== null);

/** As if it had been put, and claimed, two days ago. */
async function age(key: string): Promise<void> {
  const then = new Date(Date.now() - 48 * 3_600_000);
  await utimes(pathOf(key), then, then);
  await media.db.none(`UPDATE media_objects SET claimed_at = $2 WHERE sha256 = decode($1, 'hex')`, [
    key.slice(0, 64),
    then,
  ]);
}

/** An object in the store, with a row that names it or without. */
async function stored({ row }: { row: boolean }): Promise<string> {
  const image = await keep(media, await picture('png'), { filename: null, group: 'api' });
  if (row) await insertImages(media.db, [image], null);
  return image.sha256;
}

test('objects that no row names are removed with their smaller copies once they are older than a day', async () => {
  const [unnamed, named, young] = [
    await stored({ row: false }),
    await stored({ row: true }),
    await stored({ row: false }),
  ];
  const copies = [copyKey(unnamed, '96'), copyKey(named, '96')];
  for (const copy of copies) await media.objects.put(copy, Buffer.from('copy'), 'image/webp');
  const never = randomBytes(32).toString('hex'); // in the store, unknown to the database
  await media.objects.put(never, Buffer.from('other'), 'image/png');
  for (const key of [unnamed, named, ...copies, never]) await age(key);

  const collected = await collectMedia(media, { dryRun: false });
  expect(new Set(collected.removed.map(({ key }) => key))).toEqual(new Set([unnamed, copies[0], never]));
  expect(collected.removed).toHaveLength(3);
  expect(collected.removed_bytes).toBe(collected.removed.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(collected).toMatchObject({ dry_run: false, missing: [] });
  for (const key of [unnamed, copies[0]!, never]) expect(await exists(key)).toBe(false);
  for (const key of [named, copies[1]!, young]) expect(await exists(key)).toBe(true);
});

test('by itself it only tells what it would remove', async () => {
  const unnamed = await stored({ row: false });
  await age(unnamed);
  const collected = await collectMedia(media);
  expect(collected).toMatchObject({ dry_run: true, removed: [{ key: unnamed }] });
  expect(await exists(unnamed)).toBe(true);
});

test('an old object that an upload has just claimed again is kept', async () => {
  const bytes = await picture('png');
  const { sha256: key } = await keep(media, bytes, { filename: null, group: 'api' });
  await age(key);
  const again = await keep(media, bytes, { filename: null, group: 'api' });
  const collected = await collectMedia(media, { dryRun: false });
  await insertImages(media.db, [again], null);
  expect(collected.removed).toEqual([]);
  expect(await exists(key)).toBe(true);
});

test('images whose object is missing are reported with their ids', async () => {
  const [there, gone] = [await stored({ row: true }), await stored({ row: true })];
  await media.objects.delete(gone);
  const { missing } = await collectMedia(media);
  expect(missing).toEqual([{ sha256: gone, ids: [2] }]);
  expect(await exists(there)).toBe(true);
});

test('an image whose object has other bytes of the same number is named, until the same image is uploaded again', async () => {
  const bytes = await picture('png');
  const { sha256: key } = await keep(media, bytes, { filename: null, group: 'api' }).then(async (image) => {
    await insertImages(media.db, [image], null);
    return image;
  });
  expect(await collectMedia(media)).toMatchObject({ missing: [], damaged: [] });
  await media.objects.put(key, Buffer.from(bytes).fill(7, 60, 90), 'image/png');
  const told: number[][] = [];
  const found = await collectMedia(media, { onProgress: (...figures) => told.push(figures) });
  expect(found).toMatchObject({ missing: [], damaged: [{ sha256: key, ids: [1] }] });
  expect(told).toEqual([[1, 1]]);
  await keep(media, bytes, { filename: null, group: 'api' });
  expect(await readImage(media.objects, key)).toEqual(bytes);
  expect(await collectMedia(media)).toMatchObject({ damaged: [] });
});

test('a store belongs to the catalogue that first put an image into it: another one removes nothing, until it is told that the store is its own', async () => {
  const key = await stored({ row: true });
  await age(key);
  const other = await openOwnMedia(dataDir);
  atEnd(() => other.end());
  const theirs = other.media;
  // It uses the store too, and is the owner no more than before; nor may the owner remove what it does not know.
  const { sha256: guest } = await keep(theirs, await picture('png'), { filename: null, group: 'api' });
  await age(guest);
  await expect(collectMedia(media, { dryRun: false })).rejects.toThrow('is used by another catalogue, too');
  expect(await exists(guest)).toBe(true);
  const refusal = /belongs to another catalogue.*Nothing was removed.*catalogue media adopt/;
  await expect(collectMedia(theirs, { dryRun: false })).rejects.toThrow(refusal);
  expect(await exists(key)).toBe(true);
  await own(theirs);
  expect((await collectMedia(theirs, { dryRun: false })).removed).toContainEqual(
    expect.objectContaining({ key }),
  );
  await expect(collectMedia(media, { dryRun: false })).rejects.toThrow(refusal);
});

test('from a store that says no owner nothing is removed', async () => {
  await media.objects.put(randomBytes(32).toString('hex'), Buffer.from('other'), 'image/png');
  await expect(collectMedia(media, { dryRun: false })).rejects.toThrow('does not say whose it is');
});

test('files that are not ours are left alone', async () => {
  const key = await stored({ row: false });
  const foreign = [
    join(dataDir, 'media', 'notes.txt'),
    join(dataDir, 'media', key.slice(0, 2), key.slice(2, 4), 'notes.txt'),
  ];
  for (const path of foreign) {
    await writeFile(path, 'mine');
    await utimes(path, 0, 0);
  }
  await collectMedia(media, { dryRun: false });
  for (const path of foreign) expect(await readFile(path, 'utf8')).toBe('mine');
});

test.each(['before', 'after'])(
  'an upload of the very image that is being removed, just %s it is deleted, ends with a row and its object',
  async (moment) => {
    const bytes = await picture('png');
    const { sha256: key } = await keep(media, bytes, { filename: null, group: 'api' });
    await age(key);
    let upload: Promise<unknown> | undefined;
    const begin = async (): Promise<void> => {
      upload = keep(media, bytes, { filename: null, group: 'api' }).then((image) =>
        insertImages(media.db, [image], null),
      );
      await sleep(200);
    };
    const meanwhile: Media = {
      ...media,
      objects: {
        ...media.objects,
        async delete(name) {
          if (moment === 'before') await begin();
          await media.objects.delete(name);
          if (moment === 'after') await begin();
        },
      },
    };
    const { removed } = await collectMedia(meanwhile, { dryRun: false });
    await upload;
    expect(removed).toMatchObject([{ key }]);
    expect(await exists(key)).toBe(true);
    expect((await collectMedia(media)).missing).toEqual([]);
  },
);

test('a host whose clock is ahead of that of the database removes nothing', async () => {
  const key = await stored({ row: false });
  await age(key);
  const now = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  await expect(collectMedia(media, { dryRun: false })).rejects.toThrow(
    'The clock of this host is not that of',
  );
  clock.mockRestore();
  expect((await collectMedia(media, { dryRun: false })).removed).toMatchObject([{ key }]);
});
