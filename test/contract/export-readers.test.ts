import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../src/platform/access/keys.js';
import type { Pace } from '../../src/platform/limits/sizes.js';
import { serviceOfFile, startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { begin, download, readAll } from '../support/wire.js';
import { shared } from '../support/with-own.js';

/** A minute of the service is two seconds here. */
const PACE: Pace = { bytesPerSecond: 64 * 1024, averagedMs: 2_000, graceMs: 1_000, longestMs: 60_000 };

const service = serviceOfFile({}, { exportPace: PACE });
beforeAll(async () => {
  // About 30 MB as a file: far more than the sockets and streams between a server and a client can hold.
  await service.db.none(
    `INSERT INTO products (code, name_cn, category, description, ai_summary, source)
       SELECT 'S-' || n, '产品' || n, CASE WHEN n <= 1600 THEN '一部分' ELSE '其他' END, repeat('说', 1000), repeat(md5(n::text), 125), 'erp'
         FROM generate_series(1, 4000) n`,
  );
});

const PART = encodeURIComponent('一部分');
const begun: IncomingMessage[] = [];
afterEach(() => {
  for (const answer of begun.splice(0)) answer.destroy();
});

/** An export of which only the first bytes were read. */
async function unread(of: Service, path: string, headers = {}): Promise<IncomingMessage> {
  const answer = await begin(of, path, headers);
  begun.push(answer);
  expect(answer.statusCode).toBe(200);
  answer.on('error', () => {}); // it may be broken off
  return answer;
}

/** Reads so many bytes again and again, and says when the connection was broken off. */
function trickle(answer: IncomingMessage, bytes: number, everyMs: number): { isBrokenOff: () => boolean } {
  const timer = setInterval(() => answer.read(bytes), everyMs);
  let isBrokenOff = false;
  answer.once('close', () => {
    clearInterval(timer);
    isBrokenOff = !answer.complete;
  });
  return { isBrokenOff: () => isBrokenOff };
}

/** Transactions and snapshots that the gateway holds. */
const held = async (): Promise<number> => {
  const { n } = await service.db.one<{ n: number }>(
    `SELECT count(*) AS n FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'catalogue gateway'
        AND (backend_xmin IS NOT NULL OR state <> 'idle')`,
  );
  return n;
};

describe('a reader that takes next to nothing', () => {
  // Read slowly enough for the database to be done, and fast enough not to be broken off.
  const patient: Pace = { ...PACE, averagedMs: 60_000, graceMs: 60_000 };
  const slow = shared(() =>
    startService(
      { DATABASE_URL: service.databaseUrl, DATABASE_POOL: '22', EXPORT_CONCURRENCY: '10' },
      { exportPace: patient },
    ),
  );

  test.each([
    ['json', {}],
    ['chemicalbook&encoding=gb18030', {}],
    ['json', { 'Accept-Encoding': 'gzip' }],
  ])(
    'holds no connection, snapshot or lock once the database has given all: %s %j, whole in the end',
    async (format, headers) => {
      const path = `/export?format=${format}`;
      const { bytes: expected } = await download(slow, path, headers);
      const answer = await unread(slow, path, headers);
      await until(async () => (await held()) === 0, 30_000);
      await service.db.tx(async (own) => {
        // Autovacuum gives way after a second; a reader would not.
        await own.none("SET LOCAL lock_timeout = '10s'; LOCK TABLE products IN ACCESS EXCLUSIVE MODE");
      });
      const { bytes } = await readAll(answer);
      expect(answer.complete).toBe(true);
      expect(bytes.equals(expected)).toBe(true);
    },
  );
});

test('an address whose readers take 68 KB/s, with no room for what they leave, keeps no export from a key', async () => {
  const patient: Pace = { ...PACE, averagedMs: 60_000, graceMs: 60_000 };
  const crowded = await startService(
    { DATABASE_URL: service.databaseUrl, EXPORT_CONCURRENCY: '4' },
    { exportPace: patient, exportSpool: { all: 64 * 1024 * 1024 } },
  );
  try {
    const first = await unread(crowded, '/export');
    for (let n = 0; n < 7; n++) begin(crowded, '/export').catch(() => {}); // they wait, until they are given up
    const slow = trickle(first, 17_000, 250);
    const { key } = await issueKey(service.db, { name: 'marketplace' });
    const { status, bytes } = await download(crowded, '/export?format=csv', { 'X-API-Key': key });
    expect([status, bytes.length > 20_000_000]).toEqual([200, true]);
    expect([slow.isBrokenOff(), await held()]).toEqual([false, 1]);
    first.destroy();
  } finally {
    await crowded.close();
  }
});

describe('the pace of a reader', () => {
  test('four that take a few KB now and then are broken off, and a fifth export has a place', async () => {
    const slow = await Promise.all(Array.from({ length: 4 }, () => unread(service, '/export')));
    const readers = slow.map((answer) => trickle(answer, 4_000, 250));
    const fifth = download(service, '/export?category=none');
    await until(async () => readers.every(({ isBrokenOff }) => isBrokenOff()), 60_000);
    expect(await fifth).toMatchObject({ status: 200 });
    await until(async () => (await held()) === 0, 5_000);
  });

  test('who reads steadily at many times the least gets the whole file', async () => {
    const path = `/export?format=csv&category=${PART}`;
    const { bytes: expected } = await download(service, path);
    const answer = await unread(service, path);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      await sleep((chunk as Buffer).length / 2_000); // 2 MB/s
    }
    expect(answer.complete).toBe(true);
    expect(Buffer.concat(chunks).equals(expected)).toBe(true);
  });
});
