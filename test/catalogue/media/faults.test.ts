import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { openFolderStore } from '../../../src/catalogue/media/folder-store.js';
import type { ObjectStore } from '../../../src/catalogue/media/objects.js';
import { openS3Store } from '../../../src/catalogue/media/s3-store.js';
import { hasSwift, startSwift } from '../../support/swift.js';
import type { Swift } from '../../support/swift.js';
import { until } from '../../support/until.js';
import { makeBucket, s3Environment } from './bucket.js';
import { openGateway } from '../../support/gateway.js';
import type { Answered } from '../../support/call.js';
import type { GatewayFixture } from '../../support/gateway.js';
import { picture, pngOfSize, sha256 } from './images.js';
import { closing } from '../../support/with-own.js';

interface Stood {
  gateway: GatewayFixture;
  /** the same store, looked at from outside of the gateway */
  store: ObjectStore;
}

/** For machines that are busy with other things. */
jest.setTimeout(180_000);

const s3 = hasSwift();
let swift: Swift;
beforeAll(async () => {
  if (s3) swift = closing(await startSwift());
});

const PLACES: Record<string, () => Promise<Stood>> = {
  'a folder': async () => {
    const gateway = closing(await openGateway());
    return { gateway, store: openFolderStore(`${gateway.dataDir}/media`) };
  },
  ...(s3 && {
    S3: async () => {
      const { config } = await makeBucket(swift);
      return {
        gateway: closing(await openGateway(s3Environment(config))),
        store: closing(openS3Store(config)),
      };
    },
  }),
};

const put = (gateway: GatewayFixture, bytes: Buffer): Promise<Answered> =>
  gateway.call('PUT', '/media/a.png', { body: new Uint8Array(bytes) });
const rows = async ({ db }: GatewayFixture): Promise<number> =>
  (await db.one('SELECT count(*) AS n FROM media')).n;

describe.each(Object.entries(PLACES))('with images in %s', (_place, stand) => {
  let gateway: GatewayFixture;
  let store: ObjectStore;
  beforeAll(async () => {
    ({ gateway, store } = await stand());
  });

  test('the bytes that are served are those that were uploaded', async () => {
    for (const bytes of [await picture('png'), await picture('jpeg'), pngOfSize(10 * 1024 * 1024)]) {
      const { body } = await put(gateway, bytes);
      expect(sha256((await gateway.read(body.url)).bytes)).toBe(sha256(bytes));
      const range = await gateway.read(body.url, { Range: 'bytes=100-199' });
      expect([range.status, range.bytes]).toEqual([206, bytes.subarray(100, 200)]);
      expect((await gateway.read(body.url, {}, 'HEAD')).headers.get('content-length')).toBe(
        String(bytes.length),
      );
      expect((await gateway.read(`${body.url}?w=96`)).headers.get('content-type')).toBe('image/webp');
      expect(await store.head(`${sha256(bytes)}-w96.webp`)).not.toBeNull();
    }
  });

  test('kill -9 after the object is stored and before its row is: no row, and the same upload succeeds later', async () => {
    const bytes = await picture('png');
    const before = await rows(gateway);
    // Rows cannot be added while this lock is held, so the gateway is killed exactly there.
    await gateway.db.tx(async (tx) => {
      await tx.none('LOCK TABLE media IN SHARE MODE');
      const broken = put(gateway, bytes).catch((error: unknown) => error);
      await until(async () => (await store.head(sha256(bytes))) !== null);
      await sleep(100);
      await gateway.killed();
      expect(await broken).toHaveProperty('message', 'fetch failed');
    });
    expect(await rows(gateway)).toBe(before);
    await gateway.restart();
    expect(await rows(gateway)).toBe(before);
    const { status, body } = await put(gateway, bytes);
    expect(status).toBe(200);
    expect(sha256((await gateway.read(body.url)).bytes)).toBe(sha256(bytes));
  });

  test.each<[string, (key: string, bytes: Buffer) => Promise<void>, string[]]>([
    ['went away', (key) => store.delete(key), ['', '?w=96']],
    ['was cut off', (key, bytes) => store.put(key, bytes.subarray(0, 99), 'image/png'), ['', '?w=96']],
    [
      'has another content of the same length',
      (key, bytes) => store.put(key, Buffer.from(bytes).fill(7, 60, 90), 'image/png'),
      ['?w=96'],
    ],
  ])('an object that %s is a 404, and the same upload brings it back', async (_how, harm, shown) => {
    const bytes = await picture('png');
    const { body } = await put(gateway, bytes);
    await harm(sha256(bytes), bytes);
    for (const query of shown) expect((await gateway.read(body.url + query)).status).toBe(404);
    await put(gateway, bytes);
    expect(sha256((await gateway.read(body.url)).bytes)).toBe(sha256(bytes));
    expect((await gateway.read(`${body.url}?w=96`)).status).toBe(200);
  });
});

const withS3 = s3 ? describe : describe.skip;
withS3('while S3 is away', () => {
  let gateway: GatewayFixture;
  beforeAll(async () => {
    const { config } = await makeBucket(swift);
    gateway = closing(await openGateway(s3Environment(config)));
  });

  test('a download is broken off, so that half an image never looks whole; uploads and images are a 503 that says when to come back, nothing is stored, and afterwards all is well', async () => {
    const kept = pngOfSize(10 * 1024 * 1024);
    const { body: first } = await put(gateway, kept);
    const bytes = await picture('png');
    const download = await fetch(gateway.origin + first.url);
    const reader = download.body!.getReader();
    await reader.read();
    await swift.stop();
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow();
    const before = await rows(gateway);
    const started = Date.now();
    const answers = [
      await put(gateway, bytes),
      await gateway.read(first.url),
      await gateway.read(`${first.url}?w=96`),
    ];
    expect(Date.now() - started).toBeLessThan(20_000);
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answer.body).toMatchObject({ ok: false, status: 503 });
      expect(answer.bytes.toString()).not.toMatch(/127\.0\.0\.1|ECONN|images-/);
    }
    expect(await rows(gateway)).toBe(before);
    expect((await gateway.call('GET', '/media')).status).toBe(200);

    await swift.start();
    const { status, body } = await put(gateway, bytes);
    expect(status).toBe(200);
    expect(sha256((await gateway.read(body.url)).bytes)).toBe(sha256(bytes));
    expect(sha256((await gateway.read(first.url)).bytes)).toBe(sha256(kept));
  });

  test('a gateway that starts meanwhile starts, and serves images once S3 is back', async () => {
    const bytes = await picture('png');
    const { body } = await put(gateway, bytes);
    await swift.stop();
    await gateway.restart();
    expect((await gateway.read(body.url)).status).toBe(503);
    await swift.start();
    expect(sha256((await gateway.read(body.url)).bytes)).toBe(sha256(bytes));
  });

  test('a start with refused credentials or a missing bucket ends with one sentence that names the variable', async () => {
    const { config } = await makeBucket(swift);
    const environment = s3Environment(config);
    for (const wrong of ['S3_SECRET_KEY', 'S3_ACCESS_KEY'])
      await expect(openGateway({ ...environment, [wrong]: 'wrong' })).rejects.toThrow(
        /^S3_ACCESS_KEY, S3_SECRET_KEY: .* refuses them .*$/m,
      );
    await expect(openGateway({ ...environment, S3_BUCKET: 'missing' })).rejects.toThrow(
      /^S3_BUCKET: there is no bucket "missing" at .*$/m,
    );
  });
});
