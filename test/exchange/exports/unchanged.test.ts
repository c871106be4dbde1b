import { createHash } from 'node:crypto';
import { download, begin, readAll } from '../../support/wire.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = serviceOfFile();
beforeAll(async () => {
  await service.push([
    { code: 'U-1', name_cn: '甲', status: 'off' },
    { code: 'U-2', name_cn: '乙' },
  ]);
});

const FORMATS = ['json', 'ndjson', 'csv', 'chemicalbook', 'xlsx'];
/** The ETag. There is none while a transaction of this or another database is older than the last change: it is waited for. */
async function tagOf(query = '', headers = {}): Promise<string> {
  let tag: string | undefined;
  await until(async () => {
    tag = (await download(service, `/export${query}`, headers)).headers.etag;
    return tag !== undefined;
  }, 10_000);
  return tag!;
}
const asked = (tag: string, query = '') => download(service, `/export${query}`, { 'If-None-Match': tag });

test.each(FORMATS)(
  '%s: an unchanged catalogue is a 304 without a body; a write makes it a 200',
  async (format) => {
    const query = `?format=${format}`;
    const tag = await tagOf(query);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(await tagOf(query)).toBe(tag);
    expect(await asked(tag, query)).toMatchObject({
      status: 304,
      headers: { etag: tag },
      bytes: Buffer.alloc(0),
    });
    await service.push([{ code: 'U-1', name_cn: '甲' }]);
    const changed = await asked(tag, query);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
  },
);

test('what is asked is part of it: format, filters, fields, encoding', async () => {
  const queries = [...FORMATS.map((format) => `?format=${format}`), '?status=off', '?in_stock=true', '?fields=code', '?fields=code,cas', '?format=chemicalbook&encoding=gb18030', '?category=a', '?category=b', '?series=a']; // prettier-ignore
  const tags = await Promise.all(queries.map((query) => tagOf(query)));
  expect(new Set(tags).size).toBe(queries.length);
});

test('a caller that takes compressed answers gets a weak one, which both forms of the question find', async () => {
  const weak = await tagOf('', { 'Accept-Encoding': 'gzip' });
  expect(weak).toBe(`W/${await tagOf()}`);
  expect((await asked(weak)).status).toBe(304);
});

test('two states never share one: not while an older transaction runs whose changes surface later', async () => {
  const older = await service.db.connect();
  await older.none('BEGIN');
  await older.none(`UPDATE products SET name_cn = '丙' WHERE code = 'U-1'`); // logged, not committed
  await service.push([{ code: 'U-2', name_cn: '丁' }]); // newer, and committed before it
  const { headers, bytes } = await download(service, '/export');
  expect([headers.etag, bytes.toString()]).toEqual([undefined, expect.stringContaining('丁')]);
  expect((await asked('"none"')).status).toBe(200);
  await older.none('COMMIT');
  await older.done();
  await tagOf();
  expect((await download(service, '/export')).bytes.toString()).toContain('丙');
});

test('a transaction that writes something else, newer than the last change, takes nothing from it', async () => {
  const tag = await tagOf();
  const other = await service.db.connect();
  await other.none(`BEGIN; INSERT INTO categories (name) VALUES ('别的')`);
  expect((await asked(tag)).status).toBe(304);
  await other.none('ROLLBACK');
  await other.done();
});

test('it outlasts the log itself, which is pruned', async () => {
  const tag = await tagOf();
  const { pruneChanges } = await import('../../../src/catalogue/changes/prune.js');
  await pruneChanges(service.db, -1);
  expect(await tagOf()).toBe(tag);
});

test('who reads trailers gets the digest of the file behind it', async () => {
  const answer = await begin(service, '/export?format=csv', { TE: 'trailers' });
  const { bytes } = await readAll(answer);
  const digest = createHash('sha256').update(bytes).digest('base64');
  expect(answer.trailers).toEqual({ 'repr-digest': `sha-256=:${digest}:` });
  const without = await begin(service, '/export?format=csv');
  await readAll(without);
  expect(without.trailers).toEqual({});
});
