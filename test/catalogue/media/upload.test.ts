import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { base64Reader } from '../../../src/catalogue/media/base64.js';
import { openGateway } from '../../support/gateway.js';
import type { Answered } from '../../support/call.js';
import { shared } from '../../support/with-own.js';
import { animation, bitmap, dataUrl, LIMIT, picture, pngHeader, pngOfSize, sha256 } from './images.js';

const gateway = shared(openGateway);

async function rows(): Promise<number> {
  return (await gateway.db.one<{ n: number }>('SELECT count(*) AS n FROM media')).n;
}

async function objects(): Promise<string[]> {
  const names = await readdir(join(gateway.dataDir, 'media'), { recursive: true });
  return names.map((name) => name.split('/').at(-1)!).filter((name) => /^[0-9a-f]{64}$/.test(name));
}

function form(bytes: Buffer, name = 'a.png', part = 'file', type = 'image/png'): FormData {
  const data = new FormData();
  data.append(part, new Blob([new Uint8Array(bytes)], { type }), name);
  return data;
}

/** The three ways in (and both forms of the first), each with one image. */
const WAYS: Record<string, (bytes: Buffer, mime: string, name: string) => Promise<Answered>> = {
  'a data URL': (bytes, mime, filename) =>
    gateway.call('POST', '/media', { json: { dataUrl: dataUrl(bytes, mime), filename } }),
  base64: (bytes, mime, filename) =>
    gateway.call('POST', '/media', { json: { image: bytes.toString('base64'), mime, filename } }),
  'a form': (bytes, mime, name) =>
    gateway.call('POST', '/media/upload', { body: form(bytes, name, 'file', mime) }),
  'a raw body': (bytes, mime, name) =>
    gateway.call('PUT', `/media/${encodeURIComponent(name)}`, {
      body: new Uint8Array(bytes),
      headers: { 'Content-Type': mime },
    }),
};

function idOf({ body }: Answered): number {
  return body.id ?? body.results.id;
}

const FORMATS: [string, string, string, () => Promise<Buffer>][] = [
  ['png', 'image/png', '.png', () => picture('png')],
  ['jpeg', 'image/jpeg', '.jpg', () => picture('jpeg')],
  ['gif', 'image/gif', '.gif', () => picture('gif')],
  ['animated gif', 'image/gif', '.GIF', () => animation('gif')],
  ['webp', 'image/webp', '.webp', () => picture('webp')],
  ['animated webp', 'image/webp', '.webp', () => animation('webp')],
  ['bmp', 'image/bmp', '.bmp', async () => bitmap()],
];

const REFUSED: [string, () => Promise<Buffer>, string][] = [
  [
    'an SVG',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'not_an_image',
  ],
  ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'not_an_image'],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'not_an_image'],
  ['a TIFF', async () => Buffer.from('49492a0008000000', 'hex'), 'not_an_image'],
  ['nothing', async () => Buffer.alloc(0), 'not_an_image'],
  ['half a PNG', async () => (await picture('png')).subarray(0, 4_000), 'damaged'],
  ['a PNG header of 100,000 x 100,000', async () => pngHeader(100_000, 100_000), 'too_many_pixels'],
];
/** All of them by one way in, and one for each reason by the others, which end in the same inspection. */
const refusedBy = (way: string): typeof REFUSED =>
  way === 'a raw body'
    ? REFUSED
    : REFUSED.filter(([, , reason], i) => REFUSED.findIndex(([, , each]) => each === reason) === i);

describe.each(Object.entries(WAYS))('by %s', (way, upload) => {
  test.each(FORMATS)('a %s is stored and served byte for byte', async (_name, mime, extension, make) => {
    const bytes = await make();
    const name = `阿司匹林 结构式 ①${extension}`;
    const answer = await upload(bytes, mime, name);
    expect(answer.status).toBe(200);
    expect(answer.body.ok).toBe(true);
    const id = idOf(answer);
    expect(answer.body.url ?? answer.body.results.url).toBe(`/media/${id}`);

    const served = await gateway.read(`/media/${id}`);
    expect(served.status).toBe(200);
    expect(sha256(served.bytes)).toBe(sha256(bytes));
    expect(served.headers.get('content-type')).toBe(mime);

    const { body } = await gateway.call('GET', '/media');
    expect(body.data[0]).toEqual({
      id,
      url: `/media/${id}`,
      group: 'api',
      filename: name,
      mime,
      bytes: bytes.length,
      width: 60,
      height: 40,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  test('10 MB are accepted, one byte more is a 413', async () => {
    const accepted = await upload(pngOfSize(LIMIT), 'image/png', 'large.png');
    expect(accepted.status).toBe(200);
    const before = await rows();
    const refused = await upload(pngOfSize(LIMIT + 1), 'image/png', 'larger.png');
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({ ok: false, status: 413, errors: [{ code: 'too_large' }] });
    expect(await rows()).toBe(before);
  });

  test.each(refusedBy(way))(
    '%s that is called a PNG is a 415 with the reason',
    async (_name, make, reason) => {
      const before = [await rows(), await objects()];
      const answer = await upload(await make(), 'image/png', 'structure.png');
      expect(answer.status).toBe(415);
      expect(answer.body.errors[0].code).toBe(reason);
      expect(answer.body.detail).not.toMatch(/buffer|png:|vips/i);
      expect([await rows(), await objects()]).toEqual(before);
    },
  );
});

test('what is no base64 once it is decoded is refused as it comes, and not kept until its end', () => {
  const reader = base64Reader(true);
  reader.add('data:image/png;base64,%25');
  expect(() => reader.decode(false)).toThrow('not valid base64');
});

describe('a client that reads only when it has sent all sees the refusal', () => {
  const whole = 60 * 1024 * 1024;
  const send = async (method: string, path: string, headers: Record<string, string>): Promise<number> => {
    const sending = request(`${gateway.origin}/api/v1${path}`, {
      method,
      headers: { 'Content-Length': whole, Connection: 'close', ...headers },
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    const piece = Buffer.alloc(1024 * 1024, 'A');
    piece.write('{"image":"');
    for (let sent = 0; sent < whole; sent += piece.length) {
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), answered]);
      piece.fill('A');
    }
    sending.end();
    const [response] = await answered;
    response.resume();
    return response.statusCode!;
  };
  const json = { 'Content-Type': 'application/json' };

  test.each<[number, string, string, Record<string, string>]>([
    [413, 'POST', '/media', json],
    [413, 'PUT', '/media/a.png', {}],
    [415, 'POST', '/media', { 'Content-Type': 'text/plain' }],
    [415, 'PUT', '/media/a.png', { 'Content-Type': 'image/svg+xml' }],
  ])('%i for %s %s', async (status, method, path, headers) => {
    expect(await send(method, path, { ...headers, 'X-API-Key': gateway.key })).toBe(status);
  });
});
