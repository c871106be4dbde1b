// What breaks under a catalogue that is being written, read and exported, and what must hold afterwards. The short form
// is one of the tests; the long one (FULL=1, or npm run test:faults) keeps each part away for longer, and freezes Postgres
// for longer than a statement may take. SEED=n plays another game; it is printed.
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pino from 'pino';
import { clientOf } from '../support/engine.js';
import { closeContext, openContext } from '../../indexer/context.js';
import { differences, differing } from '../../indexer/verify.js';
import { readReader } from '../../indexer/store.js';
import { issueKey } from '../../src/platform/access/keys.js';
import { loadConfig } from '../../src/platform/config.js';
import type { Database } from '../../src/platform/database/connect.js';
import { many } from '../support/wire.js';
import { expectInStep } from '../indexer/fixture.js';
import { describeWithRedis } from '../support/redis.js';
import { hasSwift } from '../support/swift.js';
import { until } from '../support/until.js';
import { LARGE, OF_MEDIA, startLoad, stateOf } from './load.js';
import type { Load, CallOutcome } from './load.js';
import { random } from '../support/mulberry.mjs';
import type { State } from './model.js';
import { PARTS, startTopology } from './topology.js';
import type { Part, PartName, Topology } from './topology.js';
import { connected } from '../support/database.js';

const FULL = process.env['FULL'] === '1';
const SEED = Number(process.env['SEED'] ?? 1);
/** How long a part is away or frozen, and how soon after its return all must be well, ms. */
const { DOWN_MS, FROZEN_MS, LIMIT_MS } = FULL
  ? { DOWN_MS: 5_000, FROZEN_MS: 8_000, LIMIT_MS: 10_000 }
  : { DOWN_MS: 300, FROZEN_MS: 1_000, LIMIT_MS: 30_000 };
/** Longer than any statement may take, and than the silence of a server is borne. */
const LONG_MS = 45_000;
const CATALOGUE = 4_000;
const MARK = `F${SEED}`;

jest.setTimeout(600_000);

/** What the load consists of. */
const WORK = [
  'large push',
  'push',
  'PUT',
  'DELETE',
  'tags/apply',
  'detail',
  'list',
  'search',
  'changes',
  'upload',
  'image',
];

type How = 'killed' | 'frozen' | 'restarted' | 'frozen for long';
const STRIKES: Record<How, (part: Part) => Promise<void>> = {
  async killed(part) {
    await part.kill();
    await sleep(DOWN_MS);
    await part.start();
  },
  frozen: (part) => freeze(part, FROZEN_MS),
  async restarted(part) {
    await part.stop();
    await part.start();
  },
  'frozen for long': (part) => freeze(part, LONG_MS),
};

async function freeze(part: Part, ms: number): Promise<void> {
  part.freeze();
  await sleep(ms);
  part.thaw();
}

/** Every part in every way, in an order that the seed gives; in `npm test` in one of the three ways, which it chooses. */
function drawPlan(): [part: PartName, how: How][] {
  const dice = random(SEED);
  const plan = PARTS.flatMap((part, i) =>
    (['killed', 'frozen', 'restarted'] as const)
      .filter((_, at) => FULL || process.env['LONG_FORM'] || at === (i + SEED) % 3)
      .map((how): [PartName, How] => [part, how]),
  );
  if (FULL) plan.push(['postgres', 'frozen for long']);
  return plan
    .map((fault) => ({ fault, at: dice() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ fault }) => fault);
}

const suite = hasSwift() ? describeWithRedis : describe.skip;

suite(`two gateways, two indexers and what they stand on, under load (seed ${SEED})`, () => {
  let topology: Topology;
  let db: Database;
  let load: Load;
  let probes = 0;
  const faults: { part: PartName; begin: number; end: number }[] = [];

  beforeAll(async () => {
    topology = await startTopology();
    db = connected(topology.environment['DATABASE_URL']!, { name: 'faults', pool: 2 });
    db.$pool.on('error', () => {});
    const keys = await many(20, 1, () => issueKey(db, { name: 'faults', source: 'erp' }));
    await db.none(
      `INSERT INTO products (code, name_cn, name_en, source, tags, description)
       SELECT 'BASE-' || n, '基础产品' || n, 'base product ' || n, 'test', 'base;fault-' || n % 9, repeat('说明', 100)
         FROM generate_series(1, $1) n`,
      [CATALOGUE],
    );
    const read = keys.map(({ key }) => key);
    load = startLoad(topology.origins, read, SEED, MARK);
    await allIsWell();
  });

  /** Waits until each kind of call is answered by both gateways as if nothing had been. @returns ms, by kind */
  async function allIsWell(): Promise<Record<string, number>> {
    const begun = performance.now();
    const took: Record<string, number> = {};
    const n = ++probes;
    const answered = async (
      gateway: number,
      kind: string,
      path: string,
      { good = () => true, ...asked }: { good?: (text: string) => boolean } & Parameters<Load['ask']>[3] = {},
    ): Promise<void> => {
      for (;;) {
        const { status, body } = await load.ask(kind, gateway, path, asked);
        if (status === 200 && good(body.toString())) break;
        if (performance.now() - begun > 60_000) throw new Error(`${kind}: ${status} ${String(body)}`);
        await sleep(50);
      }
      took[kind] = Math.max(took[kind] ?? 0, Math.round(performance.now() - begun));
    };
    const probe = async (gateway: number): Promise<void> => {
      const code = `PROBE-${gateway}`;
      const stamp = `probe${n}x${gateway}`;
      const json = [{ code, name_cn: '探针', name_en: stamp }];
      await answered(gateway, 'push', '/sync/push', { method: 'POST', json });
      await answered(gateway, 'PUT', `/products/${code}`, { method: 'PUT', json: { series: stamp } });
      const tagged = { method: 'POST', json: { codes: [code], tags: [stamp], mode: 'replace' } };
      await answered(gateway, 'tags/apply', '/tags/apply', tagged);
      const isNew = (text: string): boolean => JSON.parse(text).data.series === stamp;
      await answered(gateway, 'detail', `/products/${code}`, { good: isNew });
      // What was just written is found by the engine: index and indexer are back too.
      const found = (text: string): boolean => {
        const { degraded, data } = JSON.parse(text) as { degraded: boolean; data: { code: string }[] };
        return !degraded && data.some((product) => product.code === code);
      };
      await answered(gateway, 'search', `/products/search?q=${stamp}`, { good: found });
    };
    const allUp = (text: string): boolean =>
      Object.values(JSON.parse(text).dependencies as object).every((state) => state === 'up');
    const image = [...load.images.keys()][0];
    await Promise.all(
      [0, 1].flatMap((gateway) => [
        probe(gateway),
        answered(gateway, 'readyz', '//readyz', { good: allUp }),
        answered(gateway, 'list', '/products'),
        answered(gateway, 'suggest', '/products/suggest?q=base'),
        answered(gateway, 'changes', '/changes'),
        answered(gateway, 'export', '/export?format=ndjson'),
        answered(gateway, 'upload', '/media/probe.png', { method: 'PUT', bytes: DOT }),
        ...(image ? [answered(gateway, 'image', `/${image}`)] : []),
      ]),
    );
    return took;
  }

  test.each(drawPlan())('%s %s: all calls are answered again, soon after its return', async (part, how) => {
    const fault = { part, begin: performance.now(), end: Infinity };
    faults.push(fault);
    await STRIKES[how](topology.parts[part]);
    const took = await allIsWell();
    fault.end = performance.now();
    const [slowest, ms] = Object.entries(took).toSorted((a, b) => b[1] - a[1])[0]!;
    process.stderr.write(`${part} ${how}: all well after ${ms} ms (${slowest} last)\n`);
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  test('under faults writers, readers, exports and uploads were at work, and whatever was answered was true', async () => {
    await load.stop();
    expect(load.untrue).toEqual([]);
    const succeeded = (wanted: string): number =>
      load.outcomes.filter(({ status, kind }) => status === 200 && kind === wanted).length;
    for (const kind of WORK)
      expect([kind, succeeded(kind) > (kind === 'large push' ? 3 : 20)]).toEqual([kind, true]);
    expect(load.exports()).toBeGreaterThan(1);
  });

  /** Whether a request was under way while one of these parts was away or coming back. */
  const during = ({ begun, ended }: CallOutcome, ...parts: PartName[]): boolean =>
    faults.some(({ part, begin, end }) => parts.includes(part) && begun <= end && ended >= begin);
  const shown = (outcomes: CallOutcome[]): string[] =>
    outcomes.map(
      ({ kind, gateway, status, retryAfter }) => `${kind} at ${gateway}: ${status} (${retryAfter})`,
    );

  test('no answer was an error of the server but 503 with Retry-After, and that only while what the call needs was away', () => {
    const errors = load.outcomes.filter(({ status }) => status >= 500);
    process.stderr.write(`${load.outcomes.length} requests, ${errors.length} answered with 503\n`);
    expect(
      shown(errors.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))),
    ).toEqual([]);
    const needed = (outcome: CallOutcome): PartName[] =>
      OF_MEDIA.includes(outcome.kind) || outcome.kind === 'readyz' ? ['postgres', 's3'] : ['postgres'];
    expect(shown(errors.filter((outcome) => !during(outcome, ...needed(outcome))))).toEqual([]);
  });

  test('no connection failed but those of the gateway that was hit, and streams whose source went away', () => {
    const failed = load.outcomes.filter(({ status }) => status === 0);
    const sources: Record<string, PartName> = { export: 'postgres', image: 's3' };
    const allowed = (outcome: CallOutcome): boolean => {
      const source = sources[outcome.kind];
      return (outcome.gateway === 0 && during(outcome, 'gateway')) || (!!source && during(outcome, source));
    };
    expect(shown(failed.filter((outcome) => !allowed(outcome)))).toEqual([]);
  });

  const table = async (): Promise<Map<string, State>> => {
    const rows = await db.any<{ code: string; name_en: string; status: string; tags: string | null }>(
      'SELECT code, name_en, status, tags FROM products',
    );
    return new Map(rows.map((row) => [row.code, stateOf(row)]));
  };

  test('every acknowledged write is in the table, and each whose answer was lost is there as a whole or not at all', async () => {
    const rows = await table();
    const stored = (code: string): State => rows.get(code) ?? null;
    for (const { known, doubts } of load.writers) {
      expect(Object.fromEntries([...known.keys()].map((code) => [code, stored(code)]))).toEqual(
        Object.fromEntries(known),
      );
      for (const { codes, before, after } of doubts) {
        const found = codes.map(stored);
        expect([JSON.stringify(before), JSON.stringify(after)]).toContain(JSON.stringify(found));
      }
    }
    const ours = [...rows.keys()].filter((code) => code.startsWith(`${MARK}0-`));
    expect(ours.length).toBeGreaterThan(10);
  });

  test('of a large push all products are in the table or none', async () => {
    const names = await db.any<{ name: string; n: number }>(
      `SELECT name_en AS name, count(*) AS n FROM products WHERE code LIKE 'LARGE-%' GROUP BY name_en`,
    );
    expect(names).toEqual([{ name: expect.any(String), n: LARGE }]);
    expect(load.large.names).toContain(names[0]!.name);
    const logged = await db.map(
      `SELECT request_id FROM sync_log WHERE status = 200 AND request_id LIKE $1`,
      [`${MARK}.large.%`],
      (row: { request_id: string }) => row.request_id,
    );
    expect(logged).toHaveLength(new Set(logged).size);
    const { acknowledged, doubts } = load.large;
    expect(logged).toEqual(expect.arrayContaining(acknowledged));
    expect([...acknowledged, ...doubts]).toEqual(expect.arrayContaining(logged));
  });

  test('the sync log has every acknowledged write once, and one whose answer was lost if and only if it took place', async () => {
    const rows = await db.any<{ id: string; n: number }>(
      `SELECT request_id AS id, count(*) AS n FROM sync_log
        WHERE status < 300 AND method <> 'GET' AND request_id LIKE $1 GROUP BY request_id`,
      [`${MARK}.w%`],
    );
    const logged = new Map(rows.map(({ id, n }) => [id, n]));
    const stored = await table();
    const took: string[] = [];
    for (const { doubts, acknowledged } of load.writers) {
      took.push(...acknowledged);
      for (const { requestId, codes, before, after } of doubts) {
        const found = JSON.stringify(codes.map((code) => stored.get(code) ?? null));
        // One that would change nothing leaves no trace but its row.
        const tells = JSON.stringify(before) !== JSON.stringify(after);
        if (tells ? found === JSON.stringify(after) : logged.has(requestId)) took.push(requestId);
      }
    }
    expect([...logged].filter(([, n]) => n > 1)).toEqual([]);
    expect([...logged.keys()].sort()).toEqual(took.sort());
    const doubts = load.writers.reduce((sum, writer) => sum + writer.doubts.length, 0);
    process.stderr.write(`${took.length} writes took place, ${doubts} answers were lost\n`);
  });

  test('use_count is exact', async () => {
    const counted = await db.any(
      `SELECT tag, count(*) AS use_count FROM products, unnest(string_to_array(tags, ';')) tag GROUP BY tag`,
    );
    const { body } = await load.ask('tags', 1, '/tags');
    const told = (JSON.parse(body.toString()).data as { tag: string; use_count: number }[]).filter(
      ({ use_count }) => use_count > 0,
    );
    const byTag = (rows: { tag: string; use_count: number }[]) =>
      Object.fromEntries(rows.map(({ tag, use_count }) => [tag, use_count]));
    expect(byTag(told)).toEqual(byTag(counted));
  });

  test('the index equals the table, by id and version', async () => {
    const parts = openContext(loadConfig(topology.environment), pino({ level: 'silent' }));
    try {
      const position = async () => (await readReader(parts)).position;
      await until(async () => {
        const found = await differences(parts, parts.uid, position);
        return differing(found).length === 0 && found.pending === 0;
      }, 60_000);
      const { MEILI_URL: url, MEILI_KEY: key } = topology.environment;
      await expectInStep({ ...parts, meili: clientOf({ url: url!, key: key! }) });
    } finally {
      await closeContext(parts);
    }
  });

  test('who followed the changes has the catalogue, and so has who takes an export', async () => {
    const rows = [...(await table())].filter(([code]) => !code.startsWith('BASE-'));
    const names = Object.fromEntries(rows.map(([code, state]) => [code, state!.name_en]));
    const told = [...load.copy].flatMap(([code, product]) => (product ? [[code, product.name_en]] : []));
    expect(Object.fromEntries(told)).toEqual(names);
    const { body } = await load.ask('export', 0, '/export?format=ndjson');
    const lines = body.toString().trim().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as { code: string; name_en: string });
    expect(exported).toHaveLength(CATALOGUE + rows.length);
    expect(exported.filter(({ code, name_en }) => names[code] && names[code] !== name_en)).toEqual([]);
  });

  test('every acknowledged image is served, byte for byte', async () => {
    for (const [url, bytes] of load.images) {
      const image = await load.ask('image', 1, `/${url}`);
      expect([image.status, image.body.equals(bytes)]).toEqual([200, true]);
    }
    expect(load.images.size).toBeGreaterThan(5);
  });
});

/** A picture of one point. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
