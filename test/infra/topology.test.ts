import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../infra/embedded/processes.js';
import { addStaff } from '../../src/desk/accounts.js';
import { issueKey } from '../../src/platform/access/keys.js';
import { Client, many, send, tally } from '../support/wire.js';
import { killAll, startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import type { GatewayProcess } from '../support/processes.js';
import { makeBucket } from '../catalogue/media/bucket.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { freshIndexUid } from '../support/engine.js';
import { describeWithNginx, startNginx } from '../support/nginx.js';
import type { Nginx } from '../support/nginx.js';
import { openOwnEngine } from '../support/own-engine.js';
import { startRedis } from '../support/redis.js';
import type { RedisServer } from '../support/redis.js';
import { hasSwift, startSwift } from '../support/swift.js';
import { until } from '../support/until.js';
import { environmentOf } from './compose.js';
import { makeSearchKeys } from './search-keys.js';
import { beside } from '../support/beside.js';
import { closing } from '../support/with-own.js';

const suite = hasSwift() ? describeWithNginx : describe.skip;

// The stack of docker-compose.yml as processes: nginx with the same configuration, two gateways, an indexer, Postgres,
// Meilisearch, Redis and an S3. The gateways and the indexer get the environment that the file gives them, with the names of
// containers replaced by addresses of this machine, and the keys of the engine that infra/search-keys.sh makes.
suite('two gateways behind nginx, an indexer, Postgres, Meilisearch, Redis and S3', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let nginx: Nginx;
  let client: Client;
  let ports: [number, number];
  const gateways: GatewayProcess[] = [];
  let environment: Record<string, string>;
  let ofIndexer: Record<string, string>;
  let key: string;
  let keyId: number;

  const startGateway = (i: number): Promise<GatewayProcess> =>
    startGatewayProcess({ ...environment, PORT: String(ports[i]), METRICS_PORT: '0' });

  beforeAll(async () => {
    const engine = closing(await openOwnEngine());
    const swift = closing(await startSwift());
    [redis, database] = await Promise.all([startRedis(), freshDatabase().then(closing)]);
    const { config: s3 } = await makeBucket(swift);
    const keys = makeSearchKeys(engine.meili);
    ports = [await freePort(), await freePort()];
    const secrets = {
      POSTGRES_PASSWORD: 'x',
      MEILI_SEARCH_KEY: keys.search,
      MEILI_INDEX_KEY: keys.index,
      REDIS_PASSWORD: 'x',
      S3_SECRET_KEY: s3.secretKey,
    };
    const ours = {
      DATABASE_URL: database.url,
      MEILI_URL: engine.meili.url,
      REDIS_URL: redis.url,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
    };
    const theirs = environmentOf('gateway-1', secrets);
    expect(environmentOf('gateway-2', secrets)).toEqual(theirs);
    expect(Object.keys(theirs)).toEqual(expect.arrayContaining(Object.keys(ours)));
    environment = { ...theirs, ...ours, MEILI_INDEX: freshIndexUid() };
    const { DATABASE_URL, MEILI_URL } = ours;
    ofIndexer = {
      ...environmentOf('indexer', secrets),
      DATABASE_URL,
      MEILI_URL,
      MEILI_INDEX: environment['MEILI_INDEX']!,
    };
    nginx = await startNginx([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`]);
    [gateways[0], gateways[1]] = await Promise.all([
      startGateway(0),
      startGateway(1),
      startIndexerProcess(ofIndexer),
    ]);
    client = new Client(nginx.origin, 64);
    ({ key, id: keyId } = await issueKey(database.db, { name: 'erp', source: 'erp' }));
  });
  /** Both gateways count in Redis. */
  const untilShared = (): Promise<void> =>
    until(async () => {
      const { id, key: probe } = await issueKey(database.db, { name: 'probe' });
      const statuses = await many(4, 1, () => client.ask('/categories', { key: probe }));
      return tally(statuses)[200] === 4 && Number(await redis.client.get(`pds:reads:key:${id}`)) === 4;
    });

  test('what is pushed through one can be searched through both', async () => {
    const pushed = await client.ask('/sync/push', {
      method: 'POST',
      key,
      headers: { Prefer: 'wait=30' },
      json: Array.from({ length: 20 }, (_, i) => ({
        code: `TOP-${i}`,
        name_cn: `拓扑杂质${i}`,
        tags: 'top',
      })),
    });
    expect(JSON.parse(pushed.text)).toMatchObject({ ok: true, created: 20 });
    const answers = await many(6, 1, () => client.ask('/products/search?q=TOP-7', { key }));
    for (const { text } of answers)
      expect(JSON.parse(text)).toMatchObject({ degraded: false, data: [{ code: 'TOP-7' }] });
    const served = nginx.log().filter(({ path }) => path === '/api/v1/products/search');
    expect(new Set(served.map(({ gateway }) => gateway)).size).toBe(2);
  });

  test('the limit of a key and of an address holds for both together, and nobody talks himself another address', async () => {
    await untilShared();
    const { key: fresh } = await issueKey(database.db, { name: 'limited' });
    expect(tally(await many(650, 16, () => client.ask('/categories', { key: fresh })))).toEqual({
      200: 600,
      429: 50,
    });
    let claimed = 0;
    const claims = () => ({
      headers: { 'X-Forwarded-For': `192.0.2.${++claimed}`, Forwarded: `for=192.0.2.${claimed}` },
    });
    const anonymous = tally(await many(130, 16, () => client.ask('/categories', claims())));
    expect(anonymous).toEqual({ 200: 120, 429: 10 });
  });

  test('the sync log has the address of the caller, not of the proxy or of his imagination', async () => {
    const headers = { 'X-API-Key': key, 'X-Forwarded-For': '192.0.2.99' };
    await send(nginx, { path: '/tags', headers, localAddress: '127.0.0.7' });
    await until(async () => {
      const sql = `SELECT address FROM sync_log WHERE key_id = $1 AND path = '/api/v1/tags'`;
      const row = await database.db.oneOrNone(sql, [keyId]);
      return row?.address === '127.0.0.7';
    });
  });

  test('an export goes through as a stream', async () => {
    const answer = await client.ask('/export?format=ndjson', { key });
    expect(answer.text.trim().split('\n')).toHaveLength(20);
    expect(answer.headers['x-changes-cursor']).toBeDefined();
  });

  test('the back office takes a sign-in through the proxy', async () => {
    await addStaff(database.db, 'wang', 'correct horse battery');
    const answer = await client.ask('//back-office/api/session', {
      method: 'POST',
      headers: { Origin: nginx.origin, 'Sec-Fetch-Site': 'same-origin' },
      json: { name: 'wang', password: 'correct horse battery' },
    });
    expect(answer.status).toBe(200);
  });

  const READS = ['/products/TOP-3', '/products?page_size=5'];

  /** Sends 200 requests a second, a tenth of them writes, while something is done; none fails. */
  async function underLoad(what: string, work: () => Promise<void>): Promise<void> {
    await untilShared();
    const keys = await many(40, 4, () => issueKey(database.db, { name: 'load' }));
    let sent = 0;
    const ask = async (i: number) => {
      const { key: own } = keys[i % keys.length]!;
      const path = i % 10 === 0 ? '/sync/push' : READS[i % 2]!;
      const json = [{ code: `ROLL-${i % 50}`, name_cn: '滚动', status: 'futures' }];
      const asked = { key: own, ...(i % 10 === 0 && { method: 'POST', json }) };
      const broken = (error: unknown) => ({ status: 0, text: String(error) });
      const { status, text } = await client.ask(path, asked).catch(broken);
      return { path, status, text };
    };
    const answers: ReturnType<typeof ask>[] = [];
    const begun = performance.now();
    // As many as are due by the clock: a slow answer holds up none of the others.
    const sendDue = async (): Promise<void> => {
      const due = Math.floor((performance.now() - begun) / 5);
      while (sent < due) answers.push(ask(sent++));
      await sleep(5);
    };
    await beside(sendDue, async () => {
      await sleep(1_000);
      await work();
    });
    const seconds = (performance.now() - begun) / 1_000;
    const all = await Promise.all(answers);
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    expect(all.length / seconds).toBeGreaterThan(190);
    process.stderr.write(`${what}: ${all.length} requests in ${seconds.toFixed(1)} s, none failed\n`);
  }

  test('a rolling restart of both gateways under 200 requests a second fails no request, reads or writes', async () => {
    const restart = async (i: number): Promise<void> => {
      const [old] = gateways.splice(i, 1, undefined as never);
      old!.kill('SIGTERM');
      expect(await old!.ended).toBe(0);
      gateways[i] = await startGateway(i);
      await until(async () => (await fetch(`http://127.0.0.1:${ports[i]}/readyz`)).ok);
    };
    await underLoad('rolling restart', async () => {
      await restart(0);
      await sleep(3_000); // nginx tries it again
      await restart(1);
      await sleep(3_000);
    });
    // Both were at work again at the end.
    const last = nginx.log().slice(-400);
    expect(new Set(last.map(({ gateway }) => gateway)).size).toBeGreaterThanOrEqual(2);
  });

  test('with no gateway left the proxy says 503 and when to come back', async () => {
    await killAll(gateways);
    const { status, headers, text } = await client.ask('/categories', { key });
    expect({ status, after: headers['retry-after'], type: headers['content-type'] }).toEqual({
      status: 503,
      after: '2',
      type: 'application/problem+json',
    });
    expect(JSON.parse(text)).toMatchObject({ ok: false, status: 503 });
  });
});
