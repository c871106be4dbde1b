import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import type { Response } from 'express';
import sharp from 'sharp';
import { asProblem } from '../../../src/platform/http/problem.js';
import { beginContext } from '../../../src/platform/http/context.js';
import { openLimit, OURSELVES } from '../../../src/platform/limits/limit.js';
import type { Limit } from '../../../src/platform/limits/limit.js';
import { keep } from '../../../src/catalogue/media/keep.js';
import type { Media } from '../../../src/catalogue/media/open.js';
import { serveImage } from '../../../src/catalogue/media/serve.js';
import { insertImages } from '../../../src/catalogue/media/store.js';
import { until } from '../../support/until.js';
import { openGateway } from '../../support/gateway.js';
import type { Answered } from '../../support/call.js';
import { atEnd, shared } from '../../support/with-own.js';
import { animation, bitmap, picture, pngOfSize, sha256 } from './images.js';
import { openOwnMedia } from './own.js';
import { listening } from '../../support/listening.js';
import { createServer } from 'node:http';

const gateway = shared(openGateway);

async function put(bytes: Buffer, name = 'a.png'): Promise<string> {
  const { body } = await gateway.call('PUT', `/media/${name}`, { body: new Uint8Array(bytes) });
  return body.url;
}

describe('the public address of an image', () => {
  let url: string;
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = pngOfSize(100_000);
    url = await put(bytes);
  });
  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> =>
    gateway.read(url, headers, method);

  test('needs no key and may be kept for ever by anybody', async () => {
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '100000',
      'cache-control': expect.stringMatching(/public, max-age=31536000, immutable/),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      etag: `"${sha256(bytes)}"`,
    });
  });

  test('answers HEAD with the headers of GET alone', async () => {
    const [head, whole] = [await get({}, 'HEAD'), await get()];
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'cache-control',
      'accept-ranges',
      'last-modified',
    ])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });

  test('is never compressed on its way, so that length and ETag hold', async () => {
    const bmp = await put(bitmap(400, 400), 'a.bmp');
    const answer = await gateway.read(bmp, { 'Accept-Encoding': 'gzip, br' });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
  });

  test('answers 304 to whoever has it', async () => {
    const etag = (await get()).headers.get('etag')!;
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get({ 'If-None-Match': condition });
      expect([answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([304, 0, etag]);
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99999', 0, 99_999],
    ['bytes=500-', 500, 99_999],
    ['bytes=-1', 99_999, 99_999],
    ['bytes=99000-200000', 99_000, 99_999],
  ])('gives the range %s', async (range, start, end) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect(answer.bytes).toEqual(bytes.subarray(start, end + 1));
  });

  test('gives all of it for several ranges, for none that it knows, and after a change', async () => {
    for (const headers of [
      { Range: 'bytes=0-1,5-6' },
      { Range: 'lines=1-2' },
      { Range: 'bytes=x' },
      { Range: 'bytes=0-1', 'If-Range': '"old"' },
    ]) {
      const answer = await get(headers as Record<string, string>);
      expect([answer.status, answer.bytes.length]).toEqual([200, 100_000]);
    }
    const etag = (await get()).headers.get('etag')!;
    expect((await get({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
  });

  test('says 416 and the size for a range outside of it', async () => {
    const answer = await get({ Range: 'bytes=100000-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */100000');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('is a 404 for an id that is none, and not kept', async () => {
    for (const id of ['0', '007', '999999', 'x', '-1', '1.0', '99999999999999999999', '%00', '1%2F2']) {
      const answer = await gateway.read(`/media/${id}`);
      expect([id, answer.status]).toEqual([id, 404]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is a 405 for anything but GET, HEAD and OPTIONS', async () => {
    const answer = await get({}, 'DELETE');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('is where the address under the API leads', async () => {
    const answer = await gateway.read(`/api/v1${url}?w=96`);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${url}?w=96`]);
    for (const id of ['x', '007']) expect((await gateway.read(`/api/v1/media/${id}`)).status).toBe(404);
  });
});

describe('a smaller copy', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['png', () => picture('png', { width: 600, height: 400 })],
    ['jpeg', () => picture('jpeg', { width: 600, height: 400 })],
    ['gif', () => picture('gif', { width: 600, height: 400 })],
    ['webp', () => picture('webp', { width: 600, height: 400 })],
  ])('of a %s is a WebP of the width that was asked for', async (_format, make) => {
    const url = await put(await make());
    for (const width of [96, 256, 512]) {
      const answer = await gateway.read(`${url}?w=${width}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toMatch(/immutable/);
      expect(await sharp(answer.bytes).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: Math.round((width * 2) / 3),
      });
    }
  });

  test('of a bitmap is the bitmap', async () => {
    const bytes = bitmap(600, 400);
    const answer = await gateway.read(`${await put(bytes, 'a.bmp')}?w=96`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/bmp']);
    expect(answer.bytes).toEqual(bytes);
  });

  test('of a picture that decoders only warn of there is one too', async () => {
    const whole = await picture('jpeg', { width: 300, height: 300 });
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
    const stray = Buffer.concat([whole.subarray(0, scan), Buffer.alloc(4), whole.subarray(scan)]);
    const answer = await gateway.read(`${await put(stray, 'a.jpg')}?w=96`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('is never larger than the original, and still for an animation', async () => {
    const url = await put(await animation('gif'));
    const { bytes } = await gateway.read(`${url}?w=512`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40 });
  });

  test('of any other width is a 400', async () => {
    const url = await put(await picture('png'));
    for (const query of ['w=97', 'w=0', 'w=x', 'w=96&w=256'])
      expect((await gateway.read(`${url}?${query}`)).status).toBe(400);
    expect((await gateway.read(`${url}?w=`)).headers.get('content-type')).toBe('image/png');
  });

  test('has an ETag of its own, and answers 304 and HEAD', async () => {
    const bytes = await picture('png');
    const url = `${await put(bytes)}?w=96`;
    const etag = (await gateway.read(url)).headers.get('etag')!;
    expect(etag).not.toBe(`"${sha256(bytes)}"`);
    expect((await gateway.read(url, { 'If-None-Match': etag })).status).toBe(304);
    const head = await gateway.read(url, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([200, 0, etag]);
  });

  test('is made once, whoever asks at the same time, and lies beside the original', async () => {
    const bytes = await picture('png', { width: 1500, height: 1500 });
    const url = `${await put(bytes)}?w=256`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.read(url)));
    expect(new Set(answers.map((answer) => sha256(answer.bytes))).size).toBe(1);
    const names = await readdir(join(gateway.dataDir, 'media'), { recursive: true });
    const [copy, ...others] = names.filter((name) => name.includes(`${sha256(bytes)}-w`));
    expect(others).toEqual([]);
    const { mtimeMs, ino } = await stat(join(gateway.dataDir, 'media', copy!));
    await gateway.read(url);
    expect(await stat(join(gateway.dataDir, 'media', copy!))).toMatchObject({ mtimeMs, ino });
  });
});

describe('uploads and smaller copies do not wait for each other', () => {
  let media: Media;
  beforeAll(async () => {
    const own = await openOwnMedia();
    ({ media } = own);
    atEnd(own.end);
  });

  const upload = async () => {
    const facts = { filename: null, group: 'api' };
    return media.inMemory.during(OURSELVES, async () => keep(media, await picture('png'), facts));
  };
  /** Takes every place of a queue for good. */
  const fill = async (queue: Limit): Promise<void> =>
    void (await queue.enter(OURSELVES, { amount: Infinity }));

  /** The answer to who asks for a smaller copy of an image. */
  async function copyOf(id: number): Promise<globalThis.Response> {
    const app = express()
      .use(beginContext)
      .get('/', (req, res: Response) => {
        serveImage(media, String(id), '96', req, res).catch((error: unknown) => {
          const { status, headers } = asProblem(error);
          res.status(status).set(headers).end();
        });
      });
    const answer = await fetch(await listening(createServer(app)));
    await answer.arrayBuffer();
    return answer;
  }

  test('who waits too long for a copy is told to come back', async () => {
    const [id] = await insertImages(media.db, [await upload()], null);
    media.copies = { inMemory: openLimit({ all: 1, waitMs: 50 }), decoding: openLimit({ all: 1 }) };
    await fill(media.copies.inMemory);
    const { status, headers } = await copyOf(id!);
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
  });

  test('who joins a copy that is being made does not share its failure', async () => {
    const [id] = await insertImages(media.db, [await upload()], null);
    media.copies = { inMemory: openLimit({ all: 1, waitMs: 1_000 }), decoding: openLimit({ all: 1 }) };
    const leave = await media.copies.inMemory.enter(OURSELVES);
    const first = copyOf(id!);
    await until(() => media.making.size === 1, 1_000);
    const second = copyOf(id!);
    expect((await first).status).toBe(503);
    leave();
    expect((await second).status).toBe(200);
  });
});
