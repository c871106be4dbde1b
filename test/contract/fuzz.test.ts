import { readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGateway } from '../support/gateway.js';
import type { GatewayFixture } from '../support/gateway.js';
import { longestProduct, rareHan } from '../search/text/hostile.js';
import { startIndexer } from '../support/indexer.js';
import { openDescription } from '../support/openapi.js';
import { CODES, Fuzzer } from './fuzz-requests.js';
import { Random } from '../support/random.js';
import type { FuzzRequest } from './fuzz-requests.js';
import { hostileRequest } from './hostile-requests.js';
import { send } from '../support/wire.js';
import { atEnd, closing } from '../support/with-own.js';
import { temporaryFolder } from '../infra/launch.js';

const REQUESTS = Number(
  process.env['FUZZ_REQUESTS'] ?? (process.env['FULL'] ? 10_000 : process.env['LONG_FORM'] ? 1_500 : 400),
);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** One of so many requests is meant to cost as much as can be. */
const HOSTILE_ONE_IN = 4;
/** Few, so that a turn of the event loop has the work of few requests in it. */
const AT_ONCE = 3;
/** No call of the fuzz has reason to take so long, ms. */
const HANGS = 20_000;
/** The longest that one turn of the event loop may take, ms. */
const LONGEST_TURN = 50;
/** Until everything was compiled and loaded once. */
const WARM_UP = 500;
/** How often a call is tried that none of the requests got a success from. */
const TRIES = 100;

const PROBE = new URL('../support/loop-probe.mjs', import.meta.url).pathname;
const turnsFile = join(temporaryFolder(), 'turns.json');

let gateway: GatewayFixture;
beforeAll(async () => {
  gateway = closing(
    await openGateway({
      EXPORT_CONCURRENCY: '100',
      SEARCH_CACHE: 'off',
      NODE_OPTIONS: `--import ${PROBE}`,
      LOOP_PROBE_FILE: turnsFile,
      LOOP_PROBE_MS: String(LONGEST_TURN),
    }),
  );
  const indexer = await startIndexer(gateway);
  atEnd(() => indexer.stop());
  const products = [
    ...CODES.map((code, i) => ({ code, name_cn: '甲', cas: i % 2 ? '50-78-2' : '', tags: 'HPLC' })),
    // What a hostile search finds is as long as can be.
    ...Array.from({ length: 300 }, (_, i) => ({
      ...longestProduct(i, `acid ${rareHan(200)}`),
      updated_at: undefined,
      source: undefined,
    })),
  ];
  const pushed = await gateway.call('POST', '/sync/push', { json: products, headers: { Prefer: 'wait=60' } });
  expect([pushed.status, pushed.body.invalid]).toEqual([200, 0]);
}, 240_000);

interface Span {
  /** ms since 1970 */
  from: number;
  to: number;
}
interface Sent extends Span {
  seed: number;
  request: FuzzRequest;
}

/** The long turns of the gateway's event loop since it was last asked. */
async function longTurns(): Promise<Span[]> {
  rmSync(turnsFile, { force: true });
  gateway.signal('SIGUSR2');
  for (;;) {
    await sleep(50);
    try {
      return JSON.parse(readFileSync(turnsFile, 'utf8'));
    } catch {
      // not written yet
    }
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
atEnd(() => agent.destroy());

async function perform({ body, headers, ...request }: FuzzRequest) {
  // Told by ourselves: Node would send the body of a GET or a DELETE without saying that there is one.
  const all = { ...headers, ...(body && { 'Content-Length': String(body.length) }) };
  const signal = AbortSignal.timeout(HANGS);
  const answer = await send(gateway, { ...request, body, headers: all, agent, signal });
  return { ...answer, headers: new Headers(answer.headers as Record<string, string>) };
}

/** The requests that were under way while the event loop was held. */
const suspects = (turns: Span[], sent: Sent[]): Sent[] =>
  sent.filter((each) => turns.some(({ from, to }) => each.from <= to && each.to >= from));

/** Whether a request that is sent alone holds the event loop each time: others, and the collector, did not. */
async function alwaysHolds(request: FuzzRequest): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    await perform(request);
    if ((await longTurns()).length === 0) return false;
  }
  return true;
}

const describeRequest = (seed: number, { method, path, body }: FuzzRequest): string =>
  `${method} ${path.slice(0, 300)} ${body?.toString().slice(0, 300) ?? ''} (seed ${seed})`;

test(
  `${REQUESTS} requests made from the document, valid and spoiled: no 5xx, no hang, nothing undescribed, the event loop never held (FUZZ_SEED=${SEED})`,
  async () => {
    const document = (await gateway.read('/api-docs/openapi.json')).body;
    const list = await gateway.call('GET', '/products?page_size=1&sort=code');
    const cursors = [list.body.next_cursor, (await gateway.call('GET', '/changes')).body.next, 'WyJ4Il0'];
    const fuzzer = new Fuzzer(document, gateway.key, cursors);
    const undescribed = openDescription(document);

    const faults: unknown[] = [];
    const statuses: Record<number, number> = {};
    const succeeded = new Set<string>();
    const sent: Sent[] = [];
    const requestOf = (seed: number): FuzzRequest =>
      seed % HOSTILE_ONE_IN === 0 ? hostileRequest(new Random(seed), gateway.key) : fuzzer.request(seed);
    let next = 0;
    const attempt = async (seed: number, request: FuzzRequest): Promise<void> => {
      const from = Date.now();
      const shown = { seed, ...request, body: request.body?.toString().slice(0, 1_000) };
      try {
        const answer = await perform(request);
        sent.push({ from, to: Date.now(), seed, request });
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status < 400 && request.operation !== 'hostile') succeeded.add(request.operation);
        const fault = faultOf(request, answer);
        if (fault) faults.push({ fault, ...shown, answer: answer.text.slice(0, 1_000) });
      } catch (error) {
        faults.push({ fault: String(error), ...shown });
      }
    };
    const worker = async (): Promise<void> => {
      while (next < REQUESTS && faults.length < 10) {
        const seed = SEED * 1_000_003 + next++;
        if (next === WARM_UP) await longTurns();
        await attempt(seed, requestOf(seed));
      }
    };
    const faultOf = (
      { method, path }: FuzzRequest,
      answer: Awaited<ReturnType<typeof perform>>,
    ): string | null => {
      if (answer.status >= 500) return `a ${answer.status}`;
      if (path === '//mcp' && answer.status < 400 && !answer.text.includes('"structuredContent"'))
        return 'a tool that did not do what it was called for';
      // What cannot be decoded names no path: it is refused before anything is looked up.
      if (answer.status === 400 && /%(?![0-9a-f]{2})|%ff/i.test(path.split('?')[0]!)) return null;
      if (answer.headers.has('content-encoding') || path.startsWith('//')) return null;
      return undescribed({ method, path, ...answer });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const name of fuzzer.names)
      for (let seed = 1; seed <= TRIES && !succeeded.has(name); seed++)
        await attempt(seed, fuzzer.request(seed, name));

    expect(faults).toEqual([]);
    const held: string[] = [];
    for (const { seed, request } of suspects(await longTurns(), sent))
      if (await alwaysHolds(request)) held.push(describeRequest(seed, request));
    expect(held).toEqual([]);
    // The fuzz comes to where things happen: every call succeeded at least once, every kind of refusal was met.
    if (REQUESTS >= 1_500) {
      expect([...succeeded].sort()).toEqual(fuzzer.names.sort());
      expect(Object.keys(statuses)).toEqual(
        expect.arrayContaining(['200', '201', '204', '304', '308', '400', '401', '404', '405', '413', '415']),
      );
    }
  },
  Math.max(600_000, 60 * REQUESTS),
);
