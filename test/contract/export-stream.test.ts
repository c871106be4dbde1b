import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import { serviceOfFile, startService } from '../support/service.js';
import { surfaced } from '../support/surfaced.js';
import { until } from '../support/until.js';
import { changesAfter } from './changes.js';
import { begin, download, readAll } from '../support/wire.js';

/** How long an export waits for its turn in this file, ms: longer than what it waits for takes on a busy machine. */
const PATIENCE = 6_000;

// Without room on disk, so that an export that is not read stays where it is.
const service = serviceOfFile(
  { EXPORT_CONCURRENCY: '2' },
  { exportWaitMs: PATIENCE, exportSpool: { all: 0 } },
);
beforeAll(async () => {
  // About 30 MB as a file, and 15 MB packed: far more than the sockets and streams between a server and a client can hold.
  const noise = (piece: string, count: number): string =>
    `(SELECT string_agg(${piece}, '') FROM generate_series(1, ${count}) i WHERE n > 0)`;
  await service.db.none(
    `INSERT INTO products (code, name_cn, description, ai_summary, source)
       SELECT 'S-' || n, '产品' || n, ${noise('chr(20000 + (random() * 8000)::int)', 1_000)}, ${noise('md5(concat(n, i))', 125)}, 'erp'
         FROM generate_series(1, 4000) n`,
  );
});

interface BackEnd {
  pid: number;
}
/** The back ends that run an export now. By itself none of them ends within half a minute. */
const exporting = () =>
  service.db.any<BackEnd>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'COPY (%'`,
  );
const untilExporting = (count: number): Promise<void> =>
  until(async () => (await exporting()).length === count, 15_000);

/** An export that has begun, unread. @throws where it was refused, with what was said */
async function begun(path: string, headers = {}): Promise<IncomingMessage> {
  const answer = await begin(service, path, headers);
  if (answer.statusCode !== 200)
    throw new Error(`${path}: ${answer.statusCode} ${(await readAll(answer)).bytes.toString()}`);
  return answer;
}

const stalled: IncomingMessage[] = [];
// Also where a test fails midway: what it left would take the places of the exports of the next ones.
afterEach(() => {
  for (const answer of stalled.splice(0)) answer.destroy();
});

/** An export whose client reads the first bytes and then nothing more, until the test ends. */
async function held(
  path = '/export',
  headers: Record<string, string> = { 'X-API-Key': service.key },
): Promise<IncomingMessage> {
  const answer = await begun(path, headers);
  stalled.push(answer);
  answer.on('error', () => {}); // it will be broken off
  await new Promise((resolve) => answer.once('data', resolve));
  answer.pause();
  return answer;
}

const FORMATS = ['json', 'ndjson', 'csv', 'chemicalbook', 'chemicalbook&encoding=gb18030', 'xlsx'];

describe('a slow or absent reader', () => {
  test.each(FORMATS)('a client of %s that goes away frees its connection to the database', async (format) => {
    const answer = await held(`/export?format=${format}`);
    await untilExporting(1);
    answer.destroy();
    await untilExporting(0);
  });

  test('a client that takes the file compressed and goes away frees its connection', async () => {
    const answer = await begin(service, '/export', { 'Accept-Encoding': 'gzip' });
    answer.on('error', () => {}).destroy();
    await untilExporting(0);
  });

  test('a reader that stops holds the database back where the disk has no room, and gets the whole file when it goes on', async () => {
    const answer = await begun('/export');
    await sleep(300);
    expect(await exporting()).toHaveLength(1); // not all was taken from the database
    const { bytes } = await readAll(answer);
    expect(JSON.parse(bytes.toString())).toMatchObject({ ok: true, count: 4_000 });
    await untilExporting(0);
  });
});

describe('a failure midway', () => {
  test.each([
    ...FORMATS.map((format) => [format, {}] as const),
    ['json', { 'Accept-Encoding': 'gzip' }] as const,
  ])('%s %j: the connection is broken off, a cut file never looks whole', async (format, headers) => {
    const answer = await begin(service, `/export?format=${format}`, headers);
    expect(answer.statusCode).toBe(200);
    await untilExporting(1);
    const [{ pid }] = (await exporting()) as [BackEnd];
    await service.db.any('SELECT pg_terminate_backend($1)', [pid]);
    await expect(readAll(answer)).rejects.toThrow(/aborted|ECONNRESET|hang up/);
    expect(answer.complete).toBe(false);
  });

  test('the next export is whole', async () => {
    const { bytes } = await download(service, '/export');
    expect(JSON.parse(bytes.toString()).count).toBe(4_000);
  });
});

describe('EXPORT_CONCURRENCY', () => {
  beforeEach(() => untilExporting(0));

  test('no more exports run at once; the next one waits, and runs when one ends', async () => {
    const first = await held();
    await held();
    const third = download(service, '/export?format=csv&category=none');
    await sleep(500);
    expect(await exporting()).toHaveLength(2);
    first.destroy();
    expect(await third).toMatchObject({ status: 200 });
  });

  test('an address that reads none of what it asks for takes no place but its own', async () => {
    await held('/export', {});
    const others = Array.from({ length: 5 }, () => service.call('GET', '/export?format=csv'));
    expect(await download(service, '/export?category=none', { 'X-API-Key': service.key })).toMatchObject({
      status: 200,
    });
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  });

  test('who waits too long gets a 503 with Retry-After, a problem like others', async () => {
    await held();
    await held();
    const started = performance.now();
    const answer = await service.call('GET', '/export?format=csv');
    expect(performance.now() - started).toBeGreaterThan(PATIENCE * 0.9);
    expect(answer).toMatchObject({ status: 503, body: { ok: false, title: 'Temporarily unavailable' } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('who goes away while waiting gives up the place in line', async () => {
    const first = await held();
    await held();
    const gone = new AbortController();
    const waiting = fetch(`${service.origin}/api/v1/export`, { signal: gone.signal });
    await sleep(100);
    gone.abort();
    await expect(waiting).rejects.toThrow();
    const next = download(service, '/export?category=none');
    await sleep(50);
    first.destroy();
    expect(await next).toMatchObject({ status: 200 });
  });

  test('HEAD runs no query and waits for nobody', async () => {
    await held();
    await held();
    const queries = () =>
      service.db.one(`SELECT max(query_start) AS last FROM pg_stat_activity
                       WHERE datname = current_database() AND query ~ '^(COPY|BEGIN ISOLATION)'`);
    // Headers come before the rows are asked for.
    await untilExporting(2);
    const before = await queries();
    const head = await service.call('HEAD', '/export?format=csv');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(head.headers.get('content-disposition')).toMatch(/products-.*\.csv/);
    expect(head.headers.get('x-changes-cursor')).toBeNull();
    expect(await queries()).toEqual(before);
  });
});

describe('one snapshot', () => {
  test('also in a database that was copied or restored, the cursor of the first export is a place in its log', async () => {
    const restored = await startService(); // on a copy of another database, with no indexer
    const { headers } = await restored.call('GET', '/export');
    const changes = await restored.call('GET', `/changes?after=${headers.get('x-changes-cursor')}`);
    expect(changes).toMatchObject({ status: 200, body: { data: [] } });
    await restored.close();
  });

  test('what is written during an export is not in the file and comes after its X-Changes-Cursor', async () => {
    await surfaced(service.db);
    const answer = await held('/export?format=ndjson');
    const cursor = answer.headers['x-changes-cursor'] as string;
    await service.push([
      { code: 'DURING', name_cn: '甲' },
      { code: 'S-4000', name_cn: '改' },
    ]);
    await service.write('DELETE', '/products/S-3999');
    answer.destroy();
    expect((await changesAfter(service, cursor, 3)).data).toMatchObject([
      { code: 'DURING', op: 'upsert' },
      { code: 'S-4000', op: 'upsert', product: { name_cn: '改' } },
      { code: 'S-3999', op: 'delete' },
    ]);
  });

  test('an export that began before a write shows the catalogue as it was then, however late it is read', async () => {
    const answer = await begun('/export?format=ndjson');
    await service.push([
      { code: 'AFTERWARDS', name_cn: '甲' },
      { code: 'S-3998', name_cn: '改' },
    ]);
    const rows = (await readAll(answer)).bytes.toString().trimEnd().split('\n').map((line) => JSON.parse(line)); // prettier-ignore
    expect(rows.some(({ code }) => code === 'AFTERWARDS')).toBe(false);
    expect(rows.find(({ code }) => code === 'S-3998').name_cn).toBe('产品3998');
  });
});
