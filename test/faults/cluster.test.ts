import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { missingForCluster, SMALL, startCluster } from '../../infra/opensearch/cluster.mjs';
import type { LocalCluster } from '../../infra/opensearch/cluster.mjs';
import { closeContext, openContext } from '../../indexer/context.js';
import { verify } from '../../indexer/verify.js';
import { issueKey } from '../../src/platform/access/keys.js';
import { loadConfig } from '../../src/platform/config.js';
import { callAt } from '../support/call.js';
import { openPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import type { GatewayProcess } from '../support/processes.js';
import { until } from '../support/until.js';
import { atEnd, closing } from '../support/with-own.js';

// A service on three nodes of OpenSearch, of which one or two are struck while it is searched and written to.

const missing = missingForCluster();
const FULL = process.env['FULL'] === '1';
/** A second; and how often each node is killed. */
const [SEARCHES, WRITES, KILLS] = FULL ? [50, 20, 4] : [10, 4, 1];

/** The share of searches that a busy machine may make late: Postgres answers those. On a quiet one there is none. */
const FEW = FULL ? 0.02 : 0.2;

let cluster: LocalCluster;
let place: Place;
let gateway: GatewayProcess;
let key: string;
let running = true;
let load: Promise<unknown>;
const failed: string[] = [];
let writes = 0;
let degraded = 0;
const times: number[] = [];

async function search(): Promise<boolean> {
  const begun = performance.now();
  // Words, which only the engine knows well.
  const answer = await callAt(`${gateway.origin}/api/v1/products/search?q=pound`, 'GET');
  const { total, degraded: isDegraded } = answer.body;
  if (answer.status !== 200 || total < 200)
    failed.push(`search: ${answer.status} ${answer.text.slice(0, 200)}`);
  times.push(performance.now() - begun);
  degraded += Number(isDegraded);
  return !isDegraded;
}

/** What a person reads of a part: how many searches, those from Postgres, and the 99th of 100, ms. @returns the share from Postgres */
function tell(part: string): number {
  const sorted = times.splice(0).sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)]!.toFixed();
  process.stderr.write(`${part}: ${sorted.length} searches, ${degraded} degraded, p99 ${p99} ms\n`);
  const share = degraded / sorted.length;
  degraded = 0;
  return share;
}

async function write(n: number): Promise<void> {
  const products = [{ code: `W-${n % 20}`, name_cn: '写', name_en: `written ${n}` }];
  const { status, text } = await callAt(`${gateway.origin}/api/v1/sync/push`, 'POST', {
    key,
    json: { products },
  });
  if (status !== 200) failed.push(`push: ${status} ${text.slice(0, 200)}`);
  writes++;
}

/** Does something so many times a second, without waiting for its end. */
async function paced(aSecond: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const under = new Set<Promise<unknown>>();
  for (let n = 0; running; n++) {
    const begun = work(n).catch((error: unknown) => failed.push(String(error)));
    under.add(begun);
    void begun.finally(() => under.delete(begun));
    await sleep(1_000 / aSecond);
  }
  await Promise.all(under);
}

const untilWhole = (): Promise<void> => until(search, 60_000);

beforeAll(async () => {
  if (missing) return;
  cluster = await startCluster(join(process.env['TEST_FOLDER']!, 'cluster'), { java: SMALL });
  atEnd(() => cluster.stop());
  const settings = {
    MEILI_URL: '',
    OPENSEARCH_URL: cluster.urls.join(),
    OPENSEARCH_REPLICAS: '2',
    SEARCH_CACHE: 'off',
    LOG_LEVEL: 'warn',
  };
  place = closing(await openPlace(settings));
  key = (await issueKey(place.db, { name: 'test' })).key;
  await place.db.none(
    `INSERT INTO products (code, name_cn, name_en, source)
     SELECT 'BASE-' || n, '产品' || n, 'compound pound ' || n, 'test' FROM generate_series(1, 300) n`,
  );
  const { PORT: _, ...shared } = place.env;
  await startIndexerProcess(shared);
  gateway = await startGatewayProcess(place.env);
  await until(search, 90_000).finally(() => failed.splice(0));
  degraded = 0;
  // A node that has the only copy of the index would take it along.
  await cluster.untilWhole();
  load = Promise.all([paced(SEARCHES, search), paced(WRITES, write)]);
  atEnd(() => {
    running = false;
    return load;
  });
}, 240_000);

const withJava = missing ? describe.skip : describe;
withJava('three nodes', () => {
  test(
    'a node that is killed and started again, each of them in turn: no search fails, and all is whole without it',
    async () => {
      tell('before');
      for (const node of Array.from({ length: KILLS }, () => cluster.nodes).flat()) {
        node.child.kill('SIGKILL');
        await until(() => Promise.resolve(node.hasEnded));
        await sleep(2_000);
        await untilWhole();
        node.start();
        await cluster.untilWhole();
      }
      expect([failed, tell('kills') < FEW]).toEqual([[], true]);
    },
    FULL ? 900_000 : 240_000,
  );

  test('a node that hangs: no search fails, and all is whole again before it goes on', async () => {
    const [node] = cluster.nodes;
    node!.child.kill('SIGSTOP');
    try {
      let inARow = 0;
      const isWhole = until(async () => (inARow = (await search()) ? inARow + 1 : 0) > 100, 60_000);
      await Promise.all([isWhole, sleep(FULL ? 20_000 : 5_000)]);
    } finally {
      node!.child.kill('SIGCONT');
    }
    await cluster.untilWhole();
    expect([failed, tell('a node that hangs') < FEW]).toEqual([[], true]);
  }, 120_000);

  test('two of three nodes gone: the one that is left answers; back again, all is whole, and the index equals the table', async () => {
    const [one, two] = cluster.nodes;
    for (const node of [one!, two!]) node.child.kill('SIGKILL');
    await sleep(4_000);
    const before = writes;
    await until(() => Promise.resolve(writes > before + 3));
    for (const node of [one!, two!]) node.start();
    await cluster.untilWhole();
    await untilWhole();
    running = false;
    await load;
    expect([failed, tell('two of three gone') < FEW]).toEqual([[], true]);
    const context = openContext(loadConfig(place.env), pino({ level: 'silent' }));
    try {
      await until(async () => {
        const { ok, pending, checked } = await verify(context);
        return ok && pending === 0 && checked > 300;
      }, 60_000);
    } finally {
      await closeContext(context);
    }
  }, 240_000);
});
