import { randomBytes } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { openFolderStore } from '../../../src/catalogue/media/folder-store.js';
import type { ObjectStore } from '../../../src/catalogue/media/objects.js';
import { openS3Store } from '../../../src/catalogue/media/s3-store.js';
import { hasSwift, startSwift } from '../../support/swift.js';
import type { Swift } from '../../support/swift.js';
import { makeBucket } from './bucket.js';
import { LIMIT, sha256 } from './images.js';
import { closing } from '../../support/with-own.js';
import { listening, originOf } from '../../support/listening.js';
import { temporaryFolder } from '../../infra/launch.js';

interface OpenedStore {
  store: ObjectStore;
  /** puts something beside the objects that is none of ours */
  addForeign(): Promise<void>;
}

let swift: Swift;
/** For machines that are busy with other things. */
jest.setTimeout(180_000);

const s3 = hasSwift();
beforeAll(async () => {
  if (s3) swift = closing(await startSwift());
});

const STORES: Record<string, () => Promise<OpenedStore>> = {
  'a folder': async () => {
    const root = temporaryFolder();
    const store = openFolderStore(join(root, 'media'));
    return {
      store,
      async addForeign() {
        await writeFile(join(root, 'media', 'README.txt'), 'mine');
        await utimes(join(root, 'media', 'README.txt'), 0, 0);
      },
    };
  },
  ...(s3 && {
    S3: async () => {
      const { config, client } = await makeBucket(swift);
      const store = closing(openS3Store(config));
      return {
        store,
        async addForeign() {
          for (const Key of ['README.txt', 'media/README.txt', 'backup/0'])
            await client.send(new PutObjectCommand({ Bucket: config.bucket, Key, Body: 'mine' }));
        },
      };
    },
  }),
};

describe.each(Object.entries(STORES))('%s', (_name, open) => {
  let opened: OpenedStore;
  let store: ObjectStore;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
    await store.check();
  });

  const newKey = (): string => randomBytes(32).toString('hex');
  const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer | null> => {
    const object = await store.get(key, { range });
    return object && buffer(object.body);
  };

  test('gives back the bytes that were put, 10 MB of them too', async () => {
    for (const size of [1, 100_000, LIMIT]) {
      const key = newKey();
      const bytes = randomBytes(size);
      await store.put(key, bytes, 'image/png');
      const object = await store.get(key);
      expect(object!.bytes).toBe(size);
      expect(sha256(await buffer(object!.body))).toBe(sha256(bytes));
    }
  });

  test('gives any range of an object', async () => {
    const key = newKey();
    const bytes = randomBytes(200_000);
    await store.put(key, bytes, 'image/png');
    for (const [start, end] of [
      [0, 0],
      [0, 199_999],
      [70_000, 140_000],
      [199_999, 199_999],
    ] as const) {
      const object = await store.get(key, { range: { start, end } });
      expect(object!.bytes).toBe(end - start + 1);
      expect(sha256(await buffer(object!.body))).toBe(sha256(bytes.subarray(start, end + 1)));
    }
  });

  test('tells size and time of an object without reading it', async () => {
    const key = newKey();
    await store.put(key, randomBytes(1234), 'image/png');
    const info = await store.head(key);
    expect(info!.bytes).toBe(1234);
    expect(Math.abs(Date.now() - info!.modified.getTime())).toBeLessThan(10_000);
  });

  test('knows nothing of an object that was never put', async () => {
    expect(await store.head(newKey())).toBeNull();
    expect(await store.get(newKey())).toBeNull();
  });

  test('forgets a deleted object, and lets one that is not there be deleted', async () => {
    const key = newKey();
    await store.put(key, randomBytes(10), 'image/png');
    await store.delete(key);
    expect(await store.head(key)).toBeNull();
    await store.delete(key);
  });

  test('replaces an object that is put again', async () => {
    const key = newKey();
    await store.put(key, randomBytes(10), 'image/png');
    const bytes = randomBytes(20);
    await store.put(key, bytes, 'image/png');
    expect(await read(key)).toEqual(bytes);
  });

  test('takes 16 objects at once, and the same one from four sides', async () => {
    const objects = Array.from({ length: 16 }, () => ({ key: newKey(), bytes: randomBytes(300_000) }));
    const same = { key: newKey(), bytes: randomBytes(300_000) };
    await Promise.all(
      [...objects, same, same, same, same].map(({ key, bytes }) => store.put(key, bytes, 'image/png')),
    );
    for (const { key, bytes } of [...objects, same]) expect(sha256((await read(key))!)).toBe(sha256(bytes));
  });

  test('lists every object with its size, and nothing that is not ours', async () => {
    const key = newKey();
    await store.put(key, randomBytes(77), 'image/png');
    await store.put(`${key}-w96.webp`, randomBytes(7), 'image/webp');
    await opened.addForeign();
    const listed = new Map<string, number>();
    for await (const object of store.list()) {
      listed.set(object.key, object.bytes);
      // By it those are collected that nobody needs.
      expect(Math.abs(Date.now() - object.modified.getTime())).toBeLessThan(600_000);
    }
    expect(listed.get(key)).toBe(77);
    expect(listed.get(`${key}-w96.webp`)).toBe(7);
    expect([...listed.keys()].filter((name) => !/^[0-9a-f]{64}(-w\d+\.webp)?$/.test(name))).toEqual([]);
  });

  test('an object that is read halfway and left frees what stands behind it', async () => {
    const key = newKey();
    await store.put(key, randomBytes(LIMIT / 2), 'image/png');
    // In all more reads than there are sockets: were they not freed, the last ones would never come.
    for (let round = 0; round < 10; round++) {
      const reads = await Promise.all(Array.from({ length: 30 }, () => store.get(key)));
      for (const object of reads) {
        object!.body.read(1);
        object!.body.destroy();
      }
    }
    expect((await read(key))!.length).toBe(LIMIT / 2);
  });
});

test('an S3 that resets the connection within an object is a 503 of the image store', async () => {
  let reset = (): unknown => undefined;
  const server = createServer((socket) => {
    reset = () => socket.resetAndDestroy();
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nthe beginning'));
  });
  const endpoint = await listening(server);
  const store = openS3Store({ endpoint, bucket: 'b', accessKey: 'a', secretKey: 's', region: 'r' });
  const object = await store.get('0'.repeat(64));
  reset();
  await expect(buffer(object!.body)).rejects.toMatchObject({
    slug: 'unavailable',
    message: expect.stringContaining('image store'),
    cause: { code: 'ECONNRESET' },
  });
  store.close();
});

describe('the configuration of the store is checked at the start', () => {
  test('a folder that cannot be written to is named', async () => {
    const root = temporaryFolder();
    await writeFile(join(root, 'media'), 'a file is in the way');
    await expect(openFolderStore(join(root, 'media')).check()).rejects.toThrow(/^DATA_DIR: .*media/);
  });

  test('an S3 that does not answer is a 503, and soon', async () => {
    const frozen = createServer((socket) => socket.resume().on('error', () => {}));
    const endpoint = await originOf(frozen);
    const store = openS3Store({ endpoint, bucket: 'b', accessKey: 'a', secretKey: 's', region: 'r' });
    const started = Date.now();
    const late = { slug: 'unavailable', cause: { code: 'ETIMEDOUT' } };
    await expect(store.check()).rejects.toMatchObject(late);
    await new Promise((resolve) => frozen.close(resolve));
    await expect(store.check()).rejects.toMatchObject({ slug: 'unavailable' });
    await expect(store.put('0'.repeat(64), Buffer.from('x'), 'image/png')).rejects.toMatchObject({
      slug: 'unavailable',
    });
    expect(Date.now() - started).toBeLessThan(15_000);
    store.close();
  });
});
