import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../infra/embedded/processes.js';
import { addStaff } from '../../src/desk/accounts.js';
import { issueKey } from '../../src/platform/access/keys.js';
import { begin, Client, many, send, tally } from '../support/wire.js';
import type { Timed } from '../support/wire.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import type { GatewayProcess } from '../support/processes.js';
import { makeBucket } from '../catalogue/media/bucket.js';
import { picture } from '../catalogue/media/images.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { freshIndexUid } from '../support/engine.js';
import { describeWithNginx, startNginx } from '../support/nginx.js';
import type { Nginx } from '../support/nginx.js';
import { openOwnEngine } from '../support/own-engine.js';
import type { OwnEngine } from '../support/own-engine.js';
import { startRedis } from '../support/redis.js';
import type { RedisServer } from '../support/redis.js';
import { hasSwift, startSwift } from '../support/swift.js';
import type { Swift } from '../support/swift.js';
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
  let swift: Swift;
  let redis: RedisServer;
  let database: TestDatabase;
  let nginx: Nginx;
  let client: Client;
  let ports: [number, number];
  let engine: OwnEngine;
  const gateways: GatewayProcess[] = [];
  let environment: Record<string, string>;
  let ofIndexer: Record<string, string>;
  let key: string;
  let keyId: number;

  const startGateway = (i: number): Promise<GatewayProcess> =>
    startGatewayProcess({ ...environment, PORT: String(ports[i]), METRICS_PORT: '0' });

  beforeAll(async () => {
    [swift, redis, database, engine] = await Promise.all([
      startSwift(),
      startRedis(),
      freshDatabase(),
      openOwnEngine(),
    ]);
    for (const each of [swift, database, engine]) closing(each);
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

  test('an image that one takes in is served by both', async () => {
    const bytes = await picture('png');
    const response = await fetch(`${nginx.origin}/api/v1/media/a.png`, {
      method: 'PUT',
      headers: { 'X-API-Key': key },
      body: new Uint8Array(bytes),
    });
    const { url } = (await response.json()) as { url: string };
    for (const _ of [1, 2, 3, 4]) {
      const image = await fetch(nginx.origin + url);
      expect(Buffer.from(await image.arrayBuffer()).equals(bytes)).toBe(true);
    }
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
      const row = await database.db.oneOrNone(
        `SELECT address FROM sync_log WHERE key_id = $1 AND path = '/api/v1/tags'`,
        [keyId],
      );
      return row?.address === '127.0.0.7';
    });
  });

  test('an export goes through as a stream, and a body that is too large is refused in the words of the API', async () => {
    const answer = await client.ask('/export?format=ndjson', { key });
    expect(answer.text.trim().split('\n')).toHaveLength(20);
    expect(answer.headers['x-changes-cursor']).toBeDefined();
    const headers = {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': `${129 * 2 ** 20}`,
    };
    const refused = await begin(nginx, '/sync/push', headers, { method: 'POST', body: '' });
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([413, 'application/problem+json']);
    refused.destroy();
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

  const LIST = '/products?page_size=5';
  const DETAIL = '/products/TOP-3';
  const SEARCH = '/products/search?q=TOP-3';

  /** A request and what became of it; status 0 where the connection failed. */
  interface Outcome {
    path: string;
    status: number;
    answer?: Timed;
    error?: unknown;
  }

  /**
   * Sends 200 requests a second, a tenth of them writes, while something is done; none fails.
   * @returns the searches among them
   */
  async function underLoad(what: string, reads: string[], work: () => Promise<void>): Promise<Timed[]> {
    await untilShared();
    const keys = await many(40, 4, () => issueKey(database.db, { name: 'load' }));
    const answers: Promise<Outcome>[] = [];
    let sent = 0;
    const ask = async (i: number): Promise<Outcome> => {
      const { key: own } = keys[i % keys.length]!;
      const write = {
        method: 'POST',
        key: own,
        json: [{ code: `ROLL-${i % 50}`, name_cn: '滚动', status: 'futures' }],
      };
      const path = i % 10 === 0 ? '/sync/push' : reads[i % reads.length]!;
      try {
        const answer = await client.ask(path, i % 10 === 0 ? write : { key: own });
        return { path, answer, status: answer.status };
      } catch (error) {
        return { path, error, status: 0 };
      }
    };
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
    return all.flatMap(({ path, answer }) => (path === SEARCH && answer ? [answer] : []));
  }

  test('a rolling restart of both gateways under 200 requests a second fails no request, reads or writes', async () => {
    const restart = async (i: number): Promise<void> => {
      const [old] = gateways.splice(i, 1, undefined as never);
      old!.kill('SIGTERM');
      expect(await old!.ended).toBe(0);
      gateways[i] = await startGateway(i);
      await until(async () => (await fetch(`http://127.0.0.1:${ports[i]}/readyz`)).ok);
    };
    await underLoad('rolling restart', [DETAIL, LIST], async () => {
      await restart(0);
      await sleep(3_000); // nginx tries it again
      await restart(1);
      await sleep(3_000);
    });
    // Both were at work again at the end.
    const last = nginx.log().slice(-400);
    expect(new Set(last.map(({ gateway }) => gateway)).size).toBeGreaterThanOrEqual(2);
  });

  test('the engine is killed and started under 200 requests a second: searches are answered meanwhile, and by it again', async () => {
    const searches = await underLoad('engine away', [DETAIL, LIST, DETAIL, LIST, SEARCH], async () => {
      await engine.kill();
      await sleep(1_000);
      await engine.restart();
      await until(async () => {
        const { text } = await client.ask(SEARCH, { key });
        return JSON.parse(text).degraded === false;
      });
    });
    for (const { text } of searches) expect(JSON.parse(text).data[0].code).toBe('TOP-3');
  });

  test('a gateway that is killed is left out at once, and with none left the proxy says 503 and when to come back', async () => {
    gateways[0]!.kill('SIGKILL');
    await gateways[0]!.ended;
    const answers = await many(40, 8, () => client.ask('/categories', { key }));
    expect(tally(answers)).toEqual({ 200: 40 });
    gateways[1]!.kill('SIGKILL');
    await gateways[1]!.ended;
    const { status, headers, text } = await client.ask('/categories', { key });
    expect({ status, after: headers['retry-after'], type: headers['content-type'] }).toEqual({
      status: 503,
      after: '2',
      type: 'application/problem+json',
    });
    expect(JSON.parse(text)).toMatchObject({ ok: false, status: 503 });
  });
});
