import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineRefusal, EngineTrouble } from '../../../src/search/engine/engine.js';
import { openSearchServer } from '../../../src/search/engine/opensearch.js';
import { clusterUrls } from '../../support/cluster.js';
import { listening } from '../../support/listening.js';

// What only a cluster does. What both engines do is in engines.test.ts.

const never = new AbortController().signal;
const QUESTION = { q: 'a', match: 'all', filters: {}, order: 'en', offset: 0, limit: 1 } as const;
/** The address of what answers as it is told, in place of a node. */
const nodeOf = (answer: () => { status: number; body: object } | undefined, ms = 0): Promise<string> =>
  listening(
    createServer((_request, response) => {
      const told = answer();
      if (told) setTimeout(() => response.writeHead(told.status).end(JSON.stringify(told.body)), ms);
    }),
  );
const refusal = (status: number, type: string) => ({
  status,
  body: { error: { type, reason: 'told so' }, status },
});

test.each([429, 500, 503, 403])(
  'a cluster that answers %i is away for searches, and for the indexer worth another try but where it refuses the user',
  async (status) => {
    const server = openSearchServer({ urls: [await nodeOf(() => refusal(status, 'some_exception'))] });
    const searching = server.words('products').words([QUESTION], performance.now() + 1_000);
    const failure = { constructor: status === 403 ? EngineRefusal : EngineTrouble, status };
    await expect(searching).rejects.toMatchObject(failure);
    const sending = server.indexes().send('products', [{ id: 1, json: '{}' }], 1);
    await expect(sending).rejects.toMatchObject(failure);
  },
);

test('a search that one node fails at, if only in part, is asked of the next, and a slow answer counts while no other comes', async () => {
  const answers = (response: object) => () => ({ status: 200, body: { responses: [response] } });
  const found = (successful: number) => ({ timed_out: true, _shards: { total: 2, successful }, hits: { total: { value: 7 }, hits: [] } }); // prettier-ignore
  const failing = nodeOf(answers(refusal(503, 'all_shards_failed').body));
  const urls = await Promise.all([failing, nodeOf(answers(found(1))), nodeOf(answers(found(2)), 1_500), nodeOf(() => undefined)]); // prettier-ignore
  const words = openSearchServer({ urls }).words('products');
  for (const _ of urls) {
    const [answer] = await words.words([QUESTION], performance.now() + 20_000);
    expect(answer).toMatchObject({ total: 7, isCutOff: true });
  }
});

test('a cluster is up while any of its nodes answers, whatever the others do and though it has no master', async () => {
  const hanging = await nodeOf(() => undefined);
  const alone = await nodeOf(() => refusal(503, 'cluster_manager_not_discovered_exception'));
  const isUp = (...urls: string[]) => openSearchServer({ urls }).words('products').isUp(2_000);
  await isUp(hanging, 'http://127.0.0.1:1', alone);
  await expect(isUp(hanging, 'http://127.0.0.1:1')).rejects.toThrow();
});

test('one document that is not taken for want of room is no refusal of the document', async () => {
  const error = { type: 'rejected_execution_exception', reason: 'full' };
  const items = [{ index: { _id: '1', status: 429, error } }];
  const url = await nodeOf(() => ({ status: 200, body: { errors: true, items } }));
  const indexes = openSearchServer({ urls: [url] }).indexes();
  await expect(indexes.send('p', [{ id: 1, json: '{}' }], 1)).rejects.toThrow(EngineTrouble);
});

test('what is no cluster is told by its variable', async () => {
  const body = { version: { number: '8.1.0' }, tagline: 'You Know, for Search' };
  const other = openSearchServer({ urls: [await nodeOf(() => ({ status: 200, body }))] });
  await expect(other.version()).rejects.toThrow(/^OPENSEARCH_URL: what answers at /);
  const guarded = await nodeOf(() => refusal(401, 'security_exception'));
  const asked = openSearchServer({ urls: [guarded], user: 'u', password: 'p' }).version();
  await expect(asked).rejects.toThrow(/^OPENSEARCH_USER: /);
});

const withCluster = clusterUrls ? describe : describe.skip;
withCluster('a cluster', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const urls = clusterUrls!;
  const indexes = openSearchServer({ urls, shards: 2, replicas: 0 }).indexes();
  const document = (v: string) => [
    { id: 1, json: JSON.stringify({ id: 1, v, s_en: v, product: v, aliases: [] }) },
  ];
  const versions = async (): Promise<string[]> =>
    (await indexes.documentsOf(name, [1], 'versions')).map(({ v }) => v);

  beforeAll(() => indexes.create(name, never));
  afterAll(() => indexes.drop(name, never));

  test('a request that comes late never overwrites a newer document or undoes its removal; the same one may come again', async () => {
    await indexes.send(name, document('new'), 20);
    await (await indexes.send(name, document('old'), 10)).shown(never);
    expect(await versions()).toEqual(['new']);
    await (await indexes.remove(name, [1], 30)).shown(never);
    await (await indexes.send(name, document('new'), 20)).shown(never);
    expect(await versions()).toEqual([]);
    await (await indexes.send(name, document('again'), 30)).shown(never);
    expect(await versions()).toEqual(['again']);
  });

  test('what is shown can be found at once; many who wait share a few refreshes', async () => {
    const refreshes = async (): Promise<number> => {
      const answer = await fetch(`${urls[0]}/${name}/_stats/refresh`);
      type Counted = { indices: Record<string, { primaries: { refresh: { external_total: number } } }> };
      return ((await answer.json()) as Counted).indices[name]!.primaries.refresh.external_total;
    };
    const [before, begun] = [await refreshes(), performance.now()];
    const words = openSearchServer({ urls }).words(name);
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await sleep(n);
        await (await indexes.send(name, document(`v${n}`), 100 + n)).shown(never);
      }),
    );
    const [answer] = await words.words([{ ...QUESTION, q: 'v39' }], performance.now() + 5_000);
    expect(answer!.hits.map(({ json }) => json)).toEqual(['v39']);
    // Four a second, of each of two shards, and what may lie at either end.
    expect((await refreshes()) - before).toBeLessThan(2 * ((performance.now() - begun) / 250 + 2));
  });

  test('it has the shards and replicas that were asked for', async () => {
    const answer = await fetch(`${urls[0]}/${name}/_settings`);
    const index = { number_of_shards: '2', number_of_replicas: '0' };
    expect(await answer.json()).toMatchObject({ [name]: { settings: { index } } });
  });

  test('a node that is away or hangs is left out: another one answers, and the next requests go there first', async () => {
    const begun = performance.now();
    let asked = 0;
    const hanging = await nodeOf(() => void asked++);
    const words = openSearchServer({ urls: ['http://127.0.0.1:1', hanging, ...urls] }).words(name);
    for (let n = 0; n < 12; n++) {
      const [answer] = await words.words([{ ...QUESTION, q: 'nothing' }], performance.now() + 10_000);
      expect(answer!.total).toBe(0);
    }
    // Once, and again each time that it has rested.
    expect(asked).toBeLessThanOrEqual(2 + (performance.now() - begun) / 5_000);
  });
});
