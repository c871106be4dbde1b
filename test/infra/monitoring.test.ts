import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { issueKey } from '../../src/platform/access/keys.js';
import { backUp } from '../../src/exchange/backup/backup.js';
import type { Gateway } from '../../src/main.js';
import { openFolderStore } from '../../src/catalogue/media/folder-store.js';
import { Client } from '../support/wire.js';
import { startGateway } from '../support/built.js';
import { freshDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { startIndexerProcess } from '../support/processes.js';
import type { IndexerProcess } from '../support/processes.js';
import { temporaryFolder } from './launch.js';
import { openPlace } from '../support/place.js';
import { closing, shared } from '../support/with-own.js';

let gateway: Gateway;
let indexer: IndexerProcess;
let client: Client;

const database = shared(() => openPlace({}));
beforeAll(async () => {
  // Its own address: what is no standby holds all there is.
  const env = { ...database.env, DATABASE_READ_URL: database.databaseUrl };
  gateway = closing(await startGateway(env));
  indexer = await startIndexerProcess(env);
  client = new Client(gateway.origin);
});

const scrape = async (origin: string): Promise<string> => (await fetch(`${origin}/metrics`)).text();
/** The value of a sample; undefined where it is not told. */
const sample = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

const WORDS = new Set(
  'sum max min by le rate histogram_quantile absent or and vector without time changes count up'.split(' '),
);
/** The metrics that an expression of PromQL asks for. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\bby \([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/g)].map(([word]) => word).filter((word) => !WORDS.has(word));
}

test('a push is counted by what became of its items, a request by its route, and the lag goes back to nothing', async () => {
  const { key } = await issueKey(database.db, { name: 'erp' });
  const json = [{ code: 'M-1', name_cn: '甲' }, { code: 'M-2', name_cn: '乙' }, { code: 'M-3' }];
  await client.ask('/sync/push', { method: 'POST', key, json });
  await client.ask('/products/M-1');
  await client.ask('/products/M-9');
  await until(async () => {
    const text = await scrape(gateway.metricsOrigin);
    return sample(text, 'change_log_lag_rows{reader="search"}') === 0;
  }, 60_000);
  await client.ask('/products/search?q=M-1');
  const text = await scrape(gateway.metricsOrigin);
  expect(sample(text, 'search_cache_misses_total')).toBe(1);
  expect(sample(text, 'push_items_total{outcome="created"}')).toBe(2);
  expect(sample(text, 'push_items_total{outcome="invalid"}')).toBe(1);
  expect(sample(text, 'dependency_up{dependency="postgres"}')).toBe(1);
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/sync\/push",status="200"\} 1/,
  );
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/products\/:code",status="200"\} 1/,
  );
  // An error is counted where the good answers are.
  expect(text).toMatch(/_count\{method="GET",route="\/api\/v1\/products\/:code",status="404"\} 1/);
  const indexing = await scrape(indexer.metrics);
  expect(sample(indexing, 'indexer_leading')).toBe(1);
  expect(sample(indexing, 'indexer_delivered_products_total')).toBeGreaterThanOrEqual(2);
  expect(sample(indexing, 'indexer_task_duration_seconds_count{phase="working"}')).toBeGreaterThan(0);
  const bucket = (le: string) => `indexer_task_duration_seconds_bucket{le="${le}",phase="working"}`;
  expect(['0.5', '5'].map((le) => sample(indexing, bucket(le)))).not.toContain(undefined);
});

test('what runs and what it stands on is told with its version', async () => {
  for (const origin of [gateway.metricsOrigin, indexer.metrics])
    expect(await scrape(origin)).toMatch(
      /^build_info\{version="\d+\.\d+\.\d+",commit="\w+",node="[\d.]+"\} 1$/m,
    );
  const text = await scrape(gateway.metricsOrigin);
  for (const name of ['postgres', 'postgres_replica', 'meilisearch'])
    expect(text).toMatch(
      new RegExp(`^dependency_info\\{dependency="${name}",version="[\\d.]+",supported="yes"\\} 1$`, 'm'),
    );
});

test('room on disks, the last back-up and the longest wait of an inquiry are told', async () => {
  const before = await scrape(gateway.metricsOrigin);
  for (const folder of ['data', 'spool']) {
    const free = sample(before, `disk_free_bytes{folder="${folder}"}`);
    expect(free).toBeGreaterThan(0);
    expect(free).toBeLessThanOrEqual(sample(before, `disk_size_bytes{folder="${folder}"}`)!);
  }
  expect(sample(before, 'backup_last_timestamp_seconds')).toBe(0);
  expect(sample(before, 'inquiries_oldest_unanswered_seconds')).toBe(0);

  const folder = temporaryFolder();
  const objects = openFolderStore(join(folder, 'images'));
  await backUp(database.db, objects, join(folder, 'backup'), { signal: new AbortController().signal });
  await client.ask('/rfq', {
    method: 'POST',
    json: { product_name: '甲', name: '李', email: 'li@example.com' },
  });
  await database.db.none(`UPDATE inquiries SET created_at = now() - interval '2 days'`);
  const after = await scrape(gateway.metricsOrigin);
  expect(Date.now() / 1_000 - sample(after, 'backup_last_timestamp_seconds')!).toBeLessThan(60);
  expect(sample(after, 'inquiries_oldest_unanswered_seconds')).toBeGreaterThan(86_400);
});

test('a webhook that was switched off by itself is not counted as one that somebody disabled', async () => {
  await database.db.none(
    `INSERT INTO webhooks (url, events, epoch, xid, seq, mark, disabled_at, disabled_reason)
     SELECT 'https://example.com/' || reason, '{upsert}', epoch, '0', 0, 0, now(), reason
       FROM change_log, unnest('{asked,failing,gone}'::text[]) AS reason`,
  );
  const text = await scrape(gateway.metricsOrigin);
  await database.db.none('DELETE FROM webhooks');
  expect(sample(text, 'webhooks{state="disabled"}')).toBe(1);
  expect(sample(text, 'webhooks{state="given_up"}')).toBe(2);
});

test('an open writing transaction shows in its age and in the lag', async () => {
  const holder = await database.db.connect();
  await holder.none('BEGIN');
  await holder.one('SELECT pg_current_xact_id()');
  try {
    await until(async () => {
      const text = await scrape(gateway.metricsOrigin);
      return (sample(text, 'change_log_oldest_transaction_seconds') ?? 0) > 0.5;
    });
  } finally {
    await holder.none('ROLLBACK');
    void holder.done();
  }
});

test('the indexer says that it lives and is ready', async () => {
  expect((await fetch(`${indexer.metrics}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${indexer.metrics}/readyz`)).json()).toEqual({ ok: true, role: 'leading' });
});

test('every metric that the dashboard and the alerts ask for is told by a gateway or an indexer', async () => {
  const told = (await scrape(gateway.metricsOrigin)) + (await scrape(indexer.metrics));
  const names = new Set(
    told
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => /^[a-zA-Z_:][\w:]*/.exec(line)![0]),
  );
  const dashboard = JSON.parse(readFileSync('infra/monitoring/dashboard.json', 'utf8'));
  const { groups } = parse(readFileSync('infra/monitoring/alerts.yml', 'utf8'));
  const expressions: string[] = [
    ...dashboard.panels.flatMap((panel: any) => panel.targets.map(({ expr }: any) => expr)),
    ...groups.flatMap((group: any) => group.rules.map(({ expr }: any) => expr)),
  ];
  const wanted = new Set(expressions.flatMap(metricsIn));
  expect(wanted.size).toBeGreaterThan(20);
  expect([...wanted].filter((name) => !names.has(name))).toEqual([]);
  // And what is told only for labels: the values that they ask for are there.
  for (const [, dependency] of expressions.join('\n').matchAll(/dependency="(\w+)"/g))
    if (dependency !== 'redis') expect(told).toContain(`dependency_up{dependency="${dependency}"}`);
});

test('every alert says what to do', () => {
  const { groups } = parse(readFileSync('infra/monitoring/alerts.yml', 'utf8'));
  for (const { alert, annotations, labels } of groups.flatMap((group: any) => group.rules)) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
    expect(annotations.summary.length).toBeGreaterThan(20);
    expect(annotations.runbook.length).toBeGreaterThan(40);
  }
});

test('metrics are told while Postgres is away, only those that it knows are left out', async () => {
  const own = await freshDatabase();
  const alone = await startGateway({
    DATABASE_URL: own.url,
    PORT: '0',
    DATA_DIR: process.env['TEST_FOLDER']!,
    DATABASE_POOL: '2',
  });
  try {
    // Nobody gets in any more.
    await database.db.none(`UPDATE pg_database SET datallowconn = false WHERE datname = $1`, [
      new URL(own.url).pathname.slice(1),
    ]);
    await database.db.any(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'catalogue%'`,
      [new URL(own.url).pathname.slice(1)],
    );
    await until(async () => {
      const text = await scrape(alone.metricsOrigin);
      return sample(text, 'dependency_up{dependency="postgres"}') === 0;
    });
    const text = await scrape(alone.metricsOrigin);
    expect(sample(text, 'change_log_oldest_transaction_seconds')).toBeUndefined();
    expect(sample(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  } finally {
    await database.db.none(`UPDATE pg_database SET datallowconn = true WHERE datname = $1`, [
      new URL(own.url).pathname.slice(1),
    ]);
    await alone.close();
    await own.close();
  }
});
