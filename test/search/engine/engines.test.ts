import { randomUUID } from 'node:crypto';
import type { Engine, EngineServer, Indexes, WordsQuestion } from '../../../src/search/engine/engine.js';
import { Refused } from '../../../src/search/engine/engine.js';
import { meilisearchServer } from '../../../src/search/engine/meilisearch.js';
import { openSearchServer } from '../../../src/search/engine/opensearch.js';
import { documentOf } from '../../../indexer/document.js';
import { blankProduct } from '../../../src/catalogue/products/fields.js';
import type { StoredProduct } from '../../../src/catalogue/products/store.js';
import { engine } from '../../support/engine.js';
import { clusterUrls } from '../../support/cluster.js';
import examples from './engines.json' with { type: 'json' };

// What both engines must do. Each test is one guarantee; what only one does is in files of its own.

const servers: [name: string, server: () => EngineServer][] = [
  ['Meilisearch', () => meilisearchServer(engine())],
  ...(clusterUrls
    ? [['OpenSearch', () => openSearchServer({ urls: clusterUrls! })] as [string, () => EngineServer]]
    : []),
];
const never = new AbortController().signal;
const soon = (): number => performance.now() + 10_000;

const product = (id: number, more: Partial<StoredProduct>): StoredProduct => ({
  ...blankProduct(`P-${id}`, 'sync'),
  id,
  version: String(id),
  aliases: [],
  series_size: 0,
  inquiries: 0,
  name_cn: '产品',
  status: 'in_stock',
  in_stock: true,
  updated_at: '2025-01-01T00:00:00.000Z',
  ...more,
});

const PRODUCTS = (examples.products as Partial<StoredProduct>[]).map((more, i) => product(i + 1, more));

describe.each(servers)('%s', (_name, open) => {
  const live = `test_${randomUUID().replaceAll('-', '')}`;
  let server: EngineServer;
  let indexes: Indexes;
  let words: Engine;
  let order = 1;

  const send = async (name: string, products: readonly StoredProduct[], number = order++): Promise<void> => {
    const documents = products.map((each) => ({ id: each.id, json: JSON.stringify(documentOf(each)) }));
    await (await indexes.send(name, documents, number)).shown(never);
  };
  const remove = async (name: string, ids: number[], number = order++): Promise<void> =>
    void (await (await indexes.remove(name, ids, number)).shown(never));
  const ask = async (q: string, more: Partial<WordsQuestion> = {}) => {
    const all: WordsQuestion = { q, match: 'all', filters: {}, order: 'en', offset: 0, limit: 10, ...more };
    return (await words.words([all], soon()))[0]!;
  };
  const find = async (q: string, more: Partial<WordsQuestion> = {}): Promise<number[]> =>
    (await ask(q, more)).hits.map(({ id }) => id);

  beforeAll(async () => {
    server = open();
    indexes = server.indexes();
    words = server.words(live);
    await indexes.create(live, never);
    await send(live, PRODUCTS);
  }, 60_000);
  afterAll(async () => {
    for (const name of await indexes.beside('', live)) await indexes.drop(name, never);
  });

  test('says its version, and that it is up', async () => {
    expect(await server.version()).toMatch(/^\d+\.\d+/);
    await words.isUp(2_000);
  });

  test.each(examples.found as [string, number[], string][])('%s finds %j: %s', async (q, ids) => {
    expect(await find(q)).toEqual(ids);
  });

  test('products with some of the words come behind those with all, and are told from them; the first word is always there', async () => {
    const { hits } = await ask('amoxicillin acid', { match: 'some' });
    expect(hits.map(({ id, isWhole }) => [id, isWhole])).toEqual([[4, false]]);
    const whole = await ask('methyl salicylic ester', { match: 'some' });
    expect(whole.hits.map(({ id, isWhole }) => [id, isWhole])).toEqual([
      [2, true],
      [3, false],
    ]);
  });

  test('each filter, ids that are left out, pages and the total; what is shown of a product', async () => {
    expect(await find('', { filters: { category: ['标准品', '中间体'] }, order: 'code' })).toEqual([1, 3]);
    expect(await find('', { filters: { tag: ['HPLC'], in_stock: false } })).toEqual([2]);
    expect(
      await find('', { filters: { in_stock: true, mw_min: 151.2, mw_max: 180.2 }, order: 'mw' }),
    ).toEqual([3, 1]);
    expect(await find('', { filters: { status: ['off'] } })).toEqual([6]);
    expect(await find('salicylic', { without: [1, 3] })).toEqual([2]);
    const page = await ask('', { order: 'newest', offset: 1, limit: 2 });
    expect([page.hits.map(({ id }) => id), page.total]).toEqual([[5, 4], 6]);
    expect(JSON.parse(page.hits[0]!.json)).toMatchObject({ code: 'P-5', name_cn: '维生素B12' });
    expect(await find('', { order: 'stock', limit: 20 })).toEqual([1, 3, 4, 5, 2, 6]);
  });

  test('facets count what is found, not the page', async () => {
    const { facets } = await ask('hplc', { facets: true, limit: 1 });
    expect(facets).toEqual(
      expect.arrayContaining([
        { facet: 'tag', value: 'HPLC', n: 2 },
        { facet: 'tag', value: 'USP', n: 1 },
        { facet: 'category', value: '标准品', n: 1 },
        { facet: 'status', value: 'in_stock', n: 1 },
      ]),
    );
  });

  test('several questions are answered in their order, and a search of an index that is not there is no answer', async () => {
    const question = { match: 'all', filters: {}, order: 'en', offset: 0, limit: 1 } as const;
    const answers = await words.words(
      [
        { ...question, q: 'usp' },
        { ...question, q: 'nothing at all' },
      ],
      soon(),
    );
    expect(answers.map(({ total }) => total)).toEqual([1, 0]);
    const searching = server.words(`${live}_no`).words([{ ...question, q: 'usp' }], soon());
    await expect(searching).rejects.toMatchObject({ isOfContent: false });
  });

  test('documents are replaced, removed and listed; what is no document is refused', async () => {
    const name = `${live}_rebuild_list`;
    expect([await indexes.identity(name), await indexes.count(name)]).toEqual([undefined, undefined]);
    await indexes.create(name, never);
    const identity = await indexes.identity(name);
    await indexes.create(name, never);
    expect([identity, await indexes.identity(name)]).toEqual([expect.any(String), identity]);
    await send(name, [...PRODUCTS, product(4, { version: 'newer' })]);
    await remove(name, [1, 99]);
    expect(await indexes.count(name)).toBe(5);
    const held = [];
    for await (const page of indexes.documents(name, 'versions')) held.push(...page);
    expect(held.toSorted((a, b) => a.id - b.id)).toEqual(
      [2, 3, 4, 5, 6].map((id) => ({ id, v: id === 4 ? 'newer' : String(id) })),
    );
    const [whole] = await indexes.documentsOf(name, [5, 1], 'whole');
    expect(whole).toEqual(JSON.parse(JSON.stringify(documentOf(PRODUCTS[4]!))));
    const bad = [{ id: 7, json: '{"id":"no number"}' }];
    const refused = indexes.send(name, bad, order++).then((sent) => sent.shown(never));
    await expect(refused).rejects.toMatchObject({ constructor: Refused, certain: true });
    await indexes.drop(name, never);
  });

  test('documents that come before their index do not keep it from being made', async () => {
    const name = `${live}_early`;
    await send(name, PRODUCTS);
    await indexes.create(name, never);
    expect(await indexes.identity(name)).toEqual(expect.any(String));
    await send(name, PRODUCTS);
    const { value } = await indexes.documents(name, 'versions').next();
    expect(value).toHaveLength(PRODUCTS.length);
    await indexes.drop(name, never);
  });

  test('large deliveries and small ones follow each other at once, and none is broken off', async () => {
    const name = `${live}_rebuild_large`;
    await indexes.create(name, never);
    const documents = Array.from({ length: 400 }, (_, n) => ({
      id: n + 1,
      json: JSON.stringify(documentOf(product(n + 1, { synonyms: 'x'.repeat(500) }))),
    }));
    const sent = [];
    for (let turn = 0; turn < 3; turn++)
      for (const each of [documents, documents.slice(0, 1)])
        sent.push(await indexes.send(name, each, order++));
    await sent.at(-1)!.shown(never);
    expect(await indexes.count(name)).toBe(400);
    await indexes.drop(name, never);
  });

  test('an index that was built beside the live one takes its place at once, and its name and identity', async () => {
    const other = `${live}_rebuild_1`;
    await indexes.create(other, never);
    const identity = await indexes.identity(other);
    await send(other, [...PRODUCTS, product(9, { name_en: 'Salicylic nine' })]);
    await indexes.settled?.(never);
    let isAsked = false;
    await indexes.swap(live, other, never, () => (isAsked = true));
    expect([isAsked, await indexes.identity(live)]).toEqual([true, identity]);
    expect(await find('salicylic nine')).toEqual([9]);
    expect(JSON.stringify(await indexes.settingsOf(live))).toContain('s_syn');
    for (const left of await indexes.beside(live, `${live}_rebuild_`)) await indexes.drop(left, never);
    expect(await indexes.beside(live, `${live}_rebuild_`)).toEqual([]);
    expect(await find('salicylic nine')).toEqual([9]);
    await remove(live, [9]);
    expect(await find('salicylic nine')).toEqual([]);
  });
});
