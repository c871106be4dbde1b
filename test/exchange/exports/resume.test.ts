import { begin, download } from '../../support/wire.js';
import type { Download } from '../../support/wire.js';
import { serviceOfFile, startService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = serviceOfFile();
beforeAll(async () => {
  const names = Array.from({ length: 3_000 }, (_, n) => ({
    code: `R-${n}`,
    name_cn: `产品${n}`,
  }));
  await service.push(names);
});

/** A file with its ETag: there is none while a transaction of this or another database is older than the last change. */
async function whole(query = '?format=csv', headers = {}): Promise<Download & { tag: string }> {
  let file: Download | undefined;
  await until(async () => {
    file = await download(service, `/export${query}`, headers);
    return file.headers.etag !== undefined;
  }, 10_000);
  return { ...file!, tag: file!.headers.etag! };
}
const goOn = (tag: string, range: string, query = '?format=csv', headers = {}) =>
  download(service, `/export${query}`, { Range: range, 'If-Range': tag, ...headers });

test.each(['json', 'ndjson', 'csv', 'chemicalbook', 'xlsx', 'cas-supplier'])(
  '%s: what was broken off goes on to the same bytes',
  async (name) => {
    const query = name === 'cas-supplier' ? `?profile=${name}` : `?format=${name}`;
    const { bytes, tag, headers } = await whole(query);
    expect(headers['accept-ranges']).toBe('bytes');
    const rest = await goOn(tag, 'bytes=1000-', query);
    expect(rest.status).toBe(206);
    expect(rest.headers).toMatchObject({
      etag: tag,
      'content-range': `bytes 1000-${bytes.length - 1}/${bytes.length}`,
      'content-length': String(bytes.length - 1_000),
    });
    expect(Buffer.concat([bytes.subarray(0, 1_000), rest.bytes]).equals(bytes)).toBe(true);
  },
);

test('the last bytes, some in the middle, and more than one part, which is answered whole', async () => {
  const { bytes, tag } = await whole();
  expect((await goOn(tag, 'bytes=-7')).bytes.equals(bytes.subarray(-7))).toBe(true);
  expect((await goOn(tag, 'bytes=5-9')).bytes.equals(bytes.subarray(5, 10))).toBe(true);
  const parts = await goOn(tag, 'bytes=0-1,5-6');
  expect([parts.status, parts.bytes.equals(bytes)]).toEqual([200, true]);
});

test('of a file without a row nothing is sent, whatever part is asked for', async () => {
  const query = '?format=ndjson&category=%E5%85%B6%E4%BB%96';
  const { bytes, tag } = await whole(query);
  expect(bytes).toHaveLength(0);
  expect(await goOn(tag, 'lines', query)).toMatchObject({ status: 200, bytes });
});

test('what lies outside the file is a 416 that tells its size', async () => {
  const { bytes, tag } = await whole();
  const { status, headers } = await goOn(tag, `bytes=${bytes.length}-`);
  expect(status).toBe(416);
  expect(headers).toMatchObject({
    'content-range': `bytes */${bytes.length}`,
    'content-type': 'application/problem+json; charset=utf-8',
  });
  expect(headers['content-disposition']).toBeUndefined();
});

test('who says to take no compression goes on as well', async () => {
  const plain = { 'Accept-Encoding': 'identity' };
  const { bytes, tag } = await whole('?format=csv', plain);
  const rest = await goOn(tag, 'bytes=10-', '?format=csv', plain);
  expect([rest.status, rest.bytes.equals(bytes.subarray(10))]).toEqual([206, true]);
});

test('all of it is sent where the catalogue has changed, without If-Range, and to who takes compression', async () => {
  const { bytes, tag } = await whole();
  const unconditional = await download(service, '/export?format=csv', { Range: 'bytes=10-' });
  expect([unconditional.status, unconditional.bytes.length]).toEqual([200, bytes.length]);
  expect((await goOn(tag, 'bytes=10-', '?format=csv', { 'Accept-Encoding': 'gzip' })).status).toBe(200);
  await service.push([{ code: 'R-0', name_cn: '另一个名称' }]);
  const changed = await goOn(tag, 'bytes=10-');
  expect([changed.status, changed.bytes.toString().includes('另一个名称')]).toEqual([200, true]);
});

test('without room on the disk it is refused, and the whole file is still sent', async () => {
  const full = await startService({}, { exportSpool: { all: 0 } });
  await full.push([{ code: 'F-1', name_cn: '甲' }]);
  let tag: string | undefined;
  await until(async () => (tag = (await download(full, '/export')).headers.etag) !== undefined, 10_000);
  const refused = await download(full, '/export', { Range: 'bytes=10-', 'If-Range': tag! });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);
  expect((await download(full, '/export')).status).toBe(200);
  await full.close();
});

test('who goes away meanwhile keeps nothing', async () => {
  const { tag } = await whole();
  for (let n = 0; n < 20; n++) {
    const answer = await begin(service, '/export?format=csv', { Range: 'bytes=10-', 'If-Range': tag });
    answer.destroy();
  }
  expect((await goOn(tag, 'bytes=10-')).status).toBe(206);
});
