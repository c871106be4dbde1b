import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/platform/access/keys.js';
import type { Database } from '../../../src/platform/database/connect.js';
import type { Gateway } from '../../../src/main.js';
import { Client } from '../../support/wire.js';
import { freePort } from '../../../infra/embedded/processes.js';
import { startGateway } from '../../support/built.js';
import { startReplicated } from '../../support/replica.js';
import type { ReplicatedPostgres } from '../../support/replica.js';
import { until } from '../../support/until.js';
import { closing } from '../../support/with-own.js';
import { connected } from '../../support/database.js';
import { beside } from '../../support/beside.js';

let postgres: ReplicatedPostgres;
let db: Database;
let gateway: Gateway;
let client: Client;
let key: string;

const ask = async (path: string, more: { key?: string } = {}): Promise<any> => {
  const answer = await client.ask(path, more);
  return { status: answer.status, headers: answer.headers, ...JSON.parse(answer.text) };
};
const push = async (...codes: string[]): Promise<void> => {
  const json = codes.map((code) => ({ code, name_cn: code }));
  const { status } = await client.ask('/sync/push', { method: 'POST', key, json });
  expect(status).toBe(200);
};
/** What the gateway reads anonymously shows a product. */
const untilShown = (code: string): Promise<void> =>
  until(async () => (await ask(`/products/${code}`)).status === 200, 20_000);
const untilReplica = (state: 'up' | 'down'): Promise<void> =>
  until(async () => (await ask('//readyz')).dependencies.postgres_replica === state, 30_000);

beforeAll(async () => {
  postgres = closing(await startReplicated());
  db = connected(postgres.url, { name: 'test' });
  const port = String(await freePort());
  gateway = closing(
    await startGateway({
      DATABASE_URL: postgres.url,
      DATABASE_READ_URL: postgres.replicaUrl,
      PORT: port,
      RATE_LIMIT: 'off',
      SITE_ORIGIN: `http://localhost:${port}`,
    }),
  );
  client = new Client(gateway.origin);
  ({ key } = await issueKey(db, { name: 'erp' }));
  await untilReplica('up');
});

describe('with DATABASE_READ_URL', () => {
  test('who has no key reads from the replica, who has one reads what was just written', async () => {
    await push('R-1');
    await untilShown('R-1');
    // A list has an as_of that the replica has passed when it stands still.
    await ask('/products');
    await push('R-1');
    await until(
      async () =>
        (await ask('/products/R-1')).data.updated_at ===
        (await ask('/products/R-1', { key })).data.updated_at,
    );
    await postgres.pause();
    try {
      await push('R-2');
      expect((await ask('/products/R-2')).status).toBe(404);
      const codes = ({ data }: { data: { code: string }[] }) => data.map(({ code }) => code);
      expect(codes(await ask('/products?sort=code'))).toEqual(['R-1']);
      expect((await ask('/products/R-2', { key })).status).toBe(200);
      expect(codes(await ask('/products?sort=code', { key }))).toEqual(['R-1', 'R-2']);
    } finally {
      await postgres.resume();
    }
    await untilShown('R-2');
  });

  test('the as_of of a list is never newer than its rows: who goes on from it misses nothing', async () => {
    const seen = new Set<string>();
    const written: string[] = [];
    const write = async (i: number): Promise<void> => {
      await push(`A-${i}`);
      written.push(`A-${i}`);
    };
    let after = '2020-01-01T00:00:00Z';
    const poll = async (): Promise<void> => {
      let cursor = '';
      let from: string | undefined;
      do {
        const at = `updated_after=${after}&page_size=50${cursor && `&cursor=${cursor}`}`;
        const { data, next_cursor, as_of } = await ask(`/products?${at}`);
        for (const { code } of data) seen.add(code);
        from ??= as_of;
        cursor = next_cursor ?? '';
      } while (cursor);
      expect(from! >= after).toBe(true);
      after = from!;
    };
    await beside(write, async () => {
      for (let round = 0; round < 3; round++) {
        await postgres.pause();
        for (let i = 0; i < 5; i++) await poll();
        await sleep(100);
        await postgres.resume();
        for (let i = 0; i < 10; i++) await poll();
      }
    });
    const last = written.at(-1)!;
    await until(async () => {
      await poll();
      return seen.has(last);
    }, 30_000);
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((code) => !seen.has(code))).toEqual([]);
  });

  test('an export holds all that was written before it, and /changes goes on where it ends', async () => {
    await postgres.pause();
    try {
      await push('E-1'); // the replica does not catch up: the primary answers
      const { text } = await client.ask('/export?format=ndjson');
      expect(text).toContain('"E-1"');
    } finally {
      await postgres.resume();
    }
    await untilShown('E-1');
    const written: string[] = [];
    const write = async (i: number): Promise<void> => {
      await push(`X-${i}`);
      written.push(`X-${i}`);
    };
    const exports: { codes: Set<string>; cursor: string }[] = [];
    await beside(write, async () => {
      for (let i = 0; i < 5; i++) {
        const before = [...written];
        const { text, headers } = await client.ask('/export?format=ndjson');
        const codes = new Set(
          text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line).code as string),
        );
        expect(before.filter((code) => !codes.has(code))).toEqual([]);
        exports.push({ codes, cursor: headers['x-changes-cursor'] as string });
      }
    });
    for (const { codes, cursor } of exports) {
      let next = cursor;
      await until(async () => {
        const page = await ask(`/changes?after=${next}&limit=1000`);
        for (const { code } of page.data) codes.add(code);
        ({ next } = page);
        return written.every((code) => codes.has(code));
      }, 20_000);
    }
  });

  test('exports, lists and details do run on the replica', async () => {
    const replica = connected(postgres.replicaUrl, { name: 'test' });
    const reads = async (): Promise<number> => {
      await replica.one('SELECT pg_stat_force_next_flush()');
      const { n } = await replica.one(
        `SELECT seq_scan + coalesce(idx_scan, 0) AS n FROM pg_stat_user_tables WHERE relname = 'products'`,
      );
      return n;
    };
    for (const path of ['/products?page_size=1', '/products/R-1', '/export?format=csv']) {
      const before = await reads();
      await until(async () => {
        await client.ask(path);
        return (await reads()) > before;
      }, 20_000);
    }
  });

  test('a replica that is away costs nobody an answer, and is used again when it is back', async () => {
    await postgres.stopReplica();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ask(['/products', '/products/R-1', '/tags'][i % 3]!)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await client.ask('/export?format=csv')).status).toBe(200);
    await untilReplica('down');
    const ready = await ask('//readyz');
    expect(ready).toMatchObject({ status: 200, ok: true, dependencies: { postgres: 'up' } });
    await push('D-1');
    expect((await ask('/products/D-1')).status).toBe(200);
    await postgres.startReplica();
    await untilReplica('up');
    await untilShown('D-1');
    await postgres.pause();
    try {
      await push('D-2');
      expect((await ask('/products/D-2')).status).toBe(404); // the replica answers again
    } finally {
      await postgres.resume();
    }
  });
});
