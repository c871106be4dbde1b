import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../infra/embedded/processes.js';
import { issueKey } from '../../../src/platform/access/keys.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { describeWithRedis, startRedis } from '../../support/redis.js';
import type { RedisServer } from '../../support/redis.js';
import { until } from '../../support/until.js';
import { Client, many, tally } from '../../support/wire.js';
import type { Asked, Timed } from '../../support/wire.js';
import { startGatewayProcess } from '../../support/processes.js';
import type { GatewayProcess } from '../../support/processes.js';
import { beside } from '../../support/beside.js';
import { closing } from '../../support/with-own.js';

const LIMIT = 600;
let addresses = 0;
const from = () => ({ headers: { 'X-Forwarded-For': `192.0.2.${++addresses}` } });

let database: TestDatabase;
const newKey = async (): Promise<{ id: number; key: string }> => issueKey(database.db, { name: 'redis' });
const start = (redisUrl: string): Promise<GatewayProcess> =>
  startGatewayProcess({ DATABASE_URL: database.url, REDIS_URL: redisUrl, TRUST_PROXY: '1' });

describeWithRedis('rate limits in Redis', () => {
  let redis: RedisServer;
  let gateways: GatewayProcess[];
  let clients: Client[];
  /** calls the gateways in turn */
  const inTurn = (i: number): Client => clients[i % clients.length]!;

  /** Both gateways count in Redis (again). */
  const shared = async (): Promise<void> => {
    await until(async () => {
      const { id, key } = await newKey();
      await Promise.all(clients.map((client) => client.ask('/categories', { key })));
      return Number(await redis.client.get(`pds:reads:key:${id}`)) === clients.length;
    });
  };

  beforeAll(async () => {
    [redis, database] = [await startRedis(), closing(await freshDatabase())];
    gateways = await Promise.all([start(redis.url), start(redis.url)]);
    clients = gateways.map((gateway) => new Client(gateway.origin));
    await shared();
  });

  /** Redis was too slow for a gateway: on a machine that is overloaded it happens without any fault. */
  const fallbacks = (): number =>
    gateways.map((gateway) => gateway.log().split('Redis does not answer').length).reduce((a, b) => a + b);

  /** Calls both gateways in turn, all of them while Redis answers. */
  const callInTurn = async (count: number, who: () => Promise<Asked>): Promise<Record<number, number>> => {
    for (let attempt = 1; ; attempt++) {
      const before = fallbacks();
      const asked = await who();
      const statuses = tally(await many(count, 16, (i) => inTurn(i).ask('/categories', asked)));
      if (fallbacks() === before || attempt === 5) return statuses;
      await shared();
    }
  };

  test('two gateways share the limit of a key and the limit of an address', async () => {
    const keyed = async () => ({ key: (await newKey()).key });
    expect(await callInTurn(700, keyed)).toEqual({ 200: LIMIT, 429: 100 });
    expect(await callInTurn(150, async () => from())).toEqual({ 200: 120, 429: 30 });
  });

  /** Reads under many keys, a few at a time, while something happens to Redis. */
  const underLoad = async (happening: () => Promise<void>): Promise<Timed[]> => {
    const keys = await many(20, 4, newKey);
    const answers: Timed[] = [];
    const ask = async (i: number): Promise<void> => {
      const key = (worker: number) => keys[(i + worker) % keys.length]!.key;
      answers.push(
        ...(await many(4, 4, (worker) => inTurn(i + worker).ask('/categories', { key: key(worker) }))),
      );
      await sleep(4);
    };
    await beside(ask, async () => {
      await sleep(300);
      await happening();
      await sleep(300);
    });
    return answers;
  };

  /** Answers that nobody should get, or not so late. */
  const faults = (answers: Timed[]): Timed[] =>
    answers.filter(({ status, ms }) => (status !== 200 && status !== 429) || ms >= 1_000);

  /** While Redis is away each gateway counts alone; afterwards they count together. */
  const expectLimited = async (client: Client): Promise<void> => {
    const visitor = from();
    const answers = await many(125, 4, () => client.ask('/categories', visitor));
    expect(tally(answers)).toEqual({ 200: 120, 429: 5 });
  };
  const expectSharedAgain = async (): Promise<void> => {
    await shared();
    expect(await callInTurn(130, async () => from())).toEqual({ 200: 120, 429: 10 });
  };

  test('Redis killed and started again under load: no error, no wait over 1 s, and reads stay limited', async () => {
    const answers = await underLoad(async () => {
      await redis.kill();
      await sleep(200);
      await expectLimited(clients[0]!);
      const ready = await clients[0]!.ask('//readyz');
      expect(ready.status).toBe(200);
      expect(JSON.parse(ready.text)).toMatchObject({ ok: true, dependencies: { redis: 'down' } });
      await redis.start();
      await expectSharedAgain();
    });
    expect(answers.length).toBeGreaterThan(50);
    expect(faults(answers)).toEqual([]);
  });

  test('Redis frozen and thawed under load: no error, no wait over 1 s, and reads stay limited', async () => {
    const answers = await underLoad(async () => {
      redis.freeze();
      await sleep(500);
      await expectLimited(clients[1]!);
      redis.thaw();
      await expectSharedAgain();
    });
    expect(answers.length).toBeGreaterThan(50);
    expect(faults(answers)).toEqual([]);
  });

  test('Redis killed and started five times in quick succession ends with shared counts', async () => {
    const answers = await underLoad(async () => {
      for (let round = 0; round < 5; round++) {
        await redis.kill();
        await redis.start();
        redis.freeze(); // connections are taken, scripts are not loaded
        await sleep(round * 150);
        redis.thaw();
      }
      await expectSharedAgain();
    });
    expect(answers.length).toBeGreaterThan(50);
    expect(faults(answers)).toEqual([]);
  });
});

describeWithRedis('a gateway that starts while Redis is away', () => {
  test('serves and limits, and counts in Redis once it is there', async () => {
    database = closing(await freshDatabase());
    const port = await freePort();
    const gateway = await start(`redis://127.0.0.1:${port}`);
    const client = new Client(gateway.origin);
    const visitor = from();
    const answers = await many(121, 4, () => client.ask('/categories', visitor));
    expect(tally(answers)).toEqual({ 200: 120, 429: 1 });

    const { client: inRedis } = await startRedis(port);
    const { id, key } = await newKey();
    await until(async () => {
      await client.ask('/categories', { key });
      return Number(await inRedis.get(`pds:reads:key:${id}`)) > 0;
    });
  });
});
