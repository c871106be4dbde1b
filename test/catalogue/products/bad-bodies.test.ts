import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { serviceOfFile } from '../../support/service.js';
import { problemOf, readAllProducts, readProduct } from './requests.js';
import { send } from '../../support/wire.js';
import type { WireAnswer, WireRequest } from '../../support/wire.js';
import examples from './bad-bodies.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

const MiB = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const ONE = JSON.stringify([{ code: 'A', name_cn: '甲' }]);

/** Sends a push body as it is, with the key. */
const post = (body: WireRequest['body'], headers: Record<string, string> = JSON_TYPE): Promise<WireAnswer> =>
  send(service, {
    method: 'POST',
    path: '/sync/push',
    headers: { 'X-API-Key': service.key, ...headers },
    body,
  });
/** A body in parts of 1 MiB, sent without a Content-Length. */
function* parts(bytes: number): Iterable<Uint8Array> {
  const part = Buffer.alloc(MiB, ' ');
  for (let left = bytes; left > 0; left -= MiB) yield left < MiB ? part.subarray(0, left) : part;
}
/** `text`, followed by blanks, in so many bytes. */
const padded = (text: string, bytes: number): Buffer => {
  const body = Buffer.alloc(bytes, ' ');
  body.write(text);
  return body;
};

describe('a body that is no push is a 400 that says what is wrong', () => {
  test.each([
    ['an open object', '{'],
    ['an open array', '[{"code": "A"]'],
    ['NaN', '[{"code": NaN}]'],
    ['Infinity', '[{"mw": Infinity}]'],
    ['a comma too many', '[1,]'],
    ['single quotes', "[{'code': 1}]"],
    ['a line break in a text', '[{"code": "A\n"}]'],
    ['two values', '[] []'],
    ['XML', '<xml/>'],
    ['a million brackets', '['.repeat(1_000_000)],
    ['a NUL', '\0'],
  ])('malformed JSON: %s', async (_, body) => {
    const problem = problemOf(await post(body));
    expect(problem).toMatchObject({ status: 400, errors: [{ path: '', code: 'malformed_json' }] });
    expect(problem.detail).not.toMatch(/position|token|SyntaxError/i);
  });

  test.each(examples.no_push)('neither an array nor {products}: %s', async (body) => {
    const problem = problemOf(await post(body));
    expect(problem).toMatchObject({ status: 400, errors: [{ message: expect.stringContaining('array') }] });
  });

  test('no body at all', async () => {
    expect(problemOf(await post(undefined)).status).toBe(400);
    expect(problemOf(await post(undefined, {})).status).toBe(400);
  });

  test('50,001 items; 50,000 are read', async () => {
    const items = (count: number): string => `[${Array.from({ length: count }, () => '0').join()}]`;
    const problem = problemOf(await post(items(50_001)));
    expect(problem).toMatchObject({ status: 400, detail: expect.stringContaining('50000') });
    expect(problemOf(await post(`{"products": ${items(50_001)}}`)).status).toBe(400);
    expect(JSON.parse((await post(items(50_000))).text)).toMatchObject({ ok: true, invalid: 50_000 });
  });

  test('text that is not UTF-8 is refused, not stored garbled', async () => {
    const gbk = Buffer.from([0xb0, 0xa2, 0xcb, 0xbe]); // 阿司
    const body = Buffer.concat([Buffer.from('[{"code": "A", "name_cn": "'), gbk, Buffer.from('"}]')]);
    expect(problemOf(await post(body))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('UTF-8'),
    });
    expect((await readAllProducts(service)).size).toBe(0);
  });
});

describe('a body that is unusual but right is read', () => {
  test('deep nesting in an unknown key, or in place of a product', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const answer = await post(`[{"code": "A", "name_cn": "甲", "deep": ${deep}}, ${deep}]`);
    expect(JSON.parse(answer.text)).toMatchObject({ created: 1, invalid: 1, ignored_fields: ['deep'] });
  });

  test('other JSON types, charsets and a byte order mark', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'APPLICATION/JSON',
      'application/vnd.api+json',
    ]) {
      expect((await post(ONE, { 'Content-Type': type })).status).toBe(200);
    }
    expect((await post(`\ufeff${ONE}`)).status).toBe(200);
    expect(await readProduct(service, 'A')).toMatchObject({ name_cn: '甲' });
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (body: Buffer) => body],
  ])('compressed by %s', async (encoding, compress) => {
    const answer = await post(compress(Buffer.from(ONE)), { ...JSON_TYPE, 'Content-Encoding': encoding });
    expect(JSON.parse(answer.text)).toMatchObject({ created: 1 });
  });

  test('of exactly 64 MiB', async () => {
    const answer = await post(padded(ONE, 64 * MiB));
    expect(JSON.parse(answer.text)).toMatchObject({ created: 1 });
  });
});

describe('a body that is not looked at', () => {
  test('of another media type, or of none, is a 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'nonsense',
      '',
    ]) {
      expect(problemOf(await post(ONE, { 'Content-Type': type })).status).toBe(415);
    }
    expect(problemOf(await post(ONE, {})).status).toBe(415);
  });

  test('of an unknown encoding or charset is a 415', async () => {
    for (const encoding of ['zip', 'gzip, br', 'aes128gcm']) {
      expect(problemOf(await post(ONE, { ...JSON_TYPE, 'Content-Encoding': encoding })).status).toBe(415);
    }
    for (const charset of ['gbk', 'latin1', 'utf-16le', 'utf-7', 'nonsense']) {
      expect(
        problemOf(await post(ONE, { 'Content-Type': `application/json; charset=${charset}` })).status,
      ).toBe(415);
    }
  });

  test('that is said to be gzip but is not, or is cut off, is a 400', async () => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    const whole = gzipSync(ONE);
    for (const body of [Buffer.from(ONE), whole.subarray(0, whole.length - 9), Buffer.from([0x1f, 0x8b])]) {
      expect(problemOf(await post(body, headers)).status).toBe(400);
    }
  });

  test('of more than 64 MiB is a 413 that the client sees, whatever way it sends it', async () => {
    expect(problemOf(await post(padded(ONE, 64 * MiB + 1))).status).toBe(413);
    expect(problemOf(await post(parts(65 * MiB))).status).toBe(413);
    const bomb = gzipSync(Buffer.alloc(65 * MiB, ' '));
    expect(bomb.length).toBeLessThan(MiB);
    expect(problemOf(await post(bomb, { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).status).toBe(413);
    const byFetch = await service.call('POST', '/sync/push', {
      key: service.key,
      headers: JSON_TYPE,
      body: padded(ONE, 65 * MiB),
    });
    expect(problemOf(byFetch).status).toBe(413);
    expect((await readAllProducts(service)).size).toBe(0);
  });

  test('of 65 MiB is drained by an earlier refusal too: 404, 405, 401 and 415 in this order', async () => {
    const refusedFor = async (
      path: string,
      method: string,
      headers: Record<string, string>,
    ): Promise<number> =>
      problemOf(await send(service, { path, method, headers, body: parts(65 * MiB) })).status;
    const key = { 'X-API-Key': service.key };
    const text = { 'Content-Type': 'text/plain' };
    expect(await refusedFor('/nowhere', 'POST', text)).toBe(404);
    expect(await refusedFor('/sync/push', 'PUT', text)).toBe(405);
    expect(await refusedFor('/sync/push', 'POST', text)).toBe(401);
    expect(await refusedFor('/sync/push', 'POST', { ...text, 'X-API-Key': 'pds_wrong' })).toBe(401);
    expect(await refusedFor('/sync/push', 'POST', { ...text, ...key })).toBe(415);
    expect(await refusedFor('/sync/push', 'POST', { ...JSON_TYPE, ...key })).toBe(413);
  });
});
