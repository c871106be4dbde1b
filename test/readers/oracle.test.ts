// An oracle: random writes and reads, each answer held against what plain SQL says of the table of products, and the table
// at the end against a model of the writes. FULL=1 for 100,000 steps. SEED=n plays another game; it is printed.
import { jest } from '@jest/globals';
import Papa from 'papaparse';
import { issueKey } from '../../src/platform/access/keys.js';
import { random } from '../support/mulberry.mjs';
import { Model, outcomeOf } from '../catalogue/products/model.js';
import type { PushedItem } from '../catalogue/products/model.js';
import { startGateway } from '../support/built.js';
import { openPlace } from '../support/place.js';
import { Client } from '../support/wire.js';
import { shared } from '../support/with-own.js';
import { openOracle } from './oracle.js';
import type { End, Shown, Wish } from './oracle.js';

const FULL = process.env['FULL'] === '1';
const SEED = Number(process.env['SEED'] ?? 1);
const STEPS = FULL ? 100_000 : process.env['LONG_FORM'] ? 3_000 : 500;
const PRODUCTS = 250;

jest.setTimeout(FULL ? 7_200_000 : 120_000);

const it = shared(async () => {
  const place = await openPlace({});
  const gateway = await startGateway(place.env);
  const client = new Client(gateway.origin);
  const { key } = await issueKey(place.db, { name: 'test', source: 'erp' });
  return {
    key,
    client,
    origin: gateway.origin,
    oracle: openOracle(place.db, gateway.origin),
    async close() {
      client.close();
      await gateway.close();
      await place.close();
    },
  };
});

const dice = random(SEED);
const roll = (sides: number): number => Math.floor(dice() * sides);
const pick = <T>(of: readonly T[]): T => of[roll(of.length)]!;
const some = <T>(of: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + roll(most) }, () => pick(of))),
];

const CODES = Array.from({ length: PRODUCTS }, (_, n) => `C-${n}`);
const CASES = ['50-78-2', '58-08-2', '64-17-5', '67-56-1', '7732-18-5', 'as it came'];
const TAGS = ['EP', 'USP', 'BP', '中国药典'];
const CATEGORIES = ['杂质对照品', '标准品', '中间体', '试剂'];
const STATUSES = ['in_stock', 'futures', 'custom', 'off'];
const SERIES = ['α', 'β', 'series c', 'D'];
const IMAGES = ['https://images.test/a.png', '/media/7'];

const model = new Model();
/** the pages that a cursor continues, with their wishes and where they end */
const open: { wish: Wish; size: number; cursor: string; end: End }[] = [];
const counts: Record<string, number> = {};

async function ask(path: string, method = 'GET', json?: unknown) {
  const { status, text, headers } = await it.client.ask(path, { method, key: it.key, json });
  const isJson = /[/+]json\b/.test(headers['content-type'] ?? '');
  return { status, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Compares to the letter, the order of members included. */
function same(what: string, answered: unknown, expected: unknown): void {
  if (JSON.stringify(answered) !== JSON.stringify(expected)) {
    process.stderr.write(`${what}\n`);
    expect(answered).toEqual(expected);
    throw new Error(`${what}: members in another order`);
  }
}

const item = (): PushedItem => ({
  ...(dice() < 0.7 ? { code: pick(CODES) } : { cas: pick(CASES) }),
  ...(dice() < 0.8 && { name_cn: `产品${roll(1_000)}` }),
  ...(dice() < 0.3 && { cas: pick(CASES) }),
  ...(dice() < 0.5 && { name_en: `product ${roll(1_000)}`, mw: roll(9_999) / 7 }),
  ...(dice() < 0.5 && { status: pick([...STATUSES, 'sold']) }),
  ...(dice() < 0.4 && { series: pick([...SERIES, '']) }),
  ...(dice() < 0.5 && { tags: some(TAGS, 3).join(';'), category: pick(CATEGORIES) }),
  ...(dice() < 0.3 && { stock: roll(3) - 1, structure_url: pick(IMAGES) }),
});

const filters = (): Wish['filters'] => ({
  ...(dice() < 0.3 && { category: pick([...CATEGORIES, '没有']) }),
  ...(dice() < 0.2 && { status: pick(STATUSES) }),
  ...(dice() < 0.2 && { series: pick(SERIES) }),
  ...(dice() < 0.2 && { tag: pick(TAGS) }),
  ...(dice() < 0.2 && { in_stock: dice() < 0.5 }),
  ...(dice() < 0.1 && { source: pick(['erp', 'sync']) }),
});
const queryOf = (given: object): string =>
  new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** A time that nobody has named before: no page of it is remembered. */
async function instant(): Promise<string> {
  const at = Date.parse((await it.oracle.newest()) ?? '') || Date.now();
  return `${new Date(at - roll(20_000)).toISOString().slice(0, -1)}${String(roll(1_000)).padStart(3, '0')}Z`;
}

const WRITES = {
  async push() {
    const items = Array.from({ length: 1 + roll(6) }, item);
    const { body } = await ask('/sync/push', 'POST', items);
    same('push', outcomeOf(body), model.push(items));
  },
  async edit() {
    const code = pick(CODES);
    const before = model.products.get(code);
    const change = { name_en: `edited ${roll(9)}`, status: pick(STATUSES), series: pick([...SERIES, null]) };
    const { status, body } = await ask(`/products/${code}`, 'PUT', change);
    same(`PUT ${code}`, status, before ? 200 : 404);
    if (!before) return;
    const after = { ...before, ...change, in_stock: change.status === 'in_stock' };
    const changed = Object.keys(change).filter((name) => before[name] !== after[name as keyof typeof after]);
    same(`PUT ${code}`, body.updated_fields.toSorted(), changed.toSorted());
    model.products.set(code, after);
  },
  async remove() {
    const codes = some(CODES, 4);
    const [deleted, not_found] = [true, false].map((is) =>
      codes.filter((code) => model.products.has(code) === is),
    );
    const { body } = await ask('/products/batch', 'DELETE', { codes });
    same(
      'batch',
      [body.deleted.toSorted(), body.not_found.toSorted()],
      [deleted!.toSorted(), not_found!.toSorted()],
    );
    codes.forEach((code) => model.products.delete(code));
  },
  async tag() {
    const [codes, tags, mode] = [some(CODES, 5), some(TAGS, 3), pick(['append', 'replace'])];
    const present = codes.filter((code) => model.products.has(code));
    const { body } = await ask('/tags/apply', 'POST', { codes, tags, mode });
    same('tags/apply', body.done, present.length);
    for (const code of present) {
      const row = model.products.get(code)!;
      const before = mode === 'append' && row['tags'] ? String(row['tags']).split(';') : [];
      model.products.set(code, { ...row, tags: [...new Set([...before, ...tags])].join(';') });
    }
  },
  async category() {
    const [method, name] = [pick(['POST', 'DELETE']), '试剂'];
    await ask('/categories', method, { name });
    if (method === 'POST') model.categories.add(name);
    else model.categories.delete(name);
  },
};

const READS = {
  async list() {
    const given = { ...filters(), ...(dice() < 0.3 && { updated_after: await instant() }) };
    const sort = pick([undefined, 'updated_at', '-updated_at', 'code'] as const);
    const usual = given['updated_after'] === undefined ? '-updated_at' : 'updated_at';
    const wish: Wish = { filters: given, sort: sort ?? usual };
    const [page, size] = [dice() < 0.6 ? 1 : 1 + roll(6), pick([1, 3, 20, 50, 200])];
    const path = `/products?${queryOf({ ...given, ...(sort && { sort }), page, page_size: size })}`;
    const { body } = await ask(path);
    const { data, total, end } = await it.oracle.page(wish, { size, offset: (page - 1) * size });
    same(path, [body.data, body.page, body.page_size, body.total], [data, page, size, total]);
    same(`${path} goes on`, body.next_cursor !== null, page * size < total);
    const newest = await it.oracle.newest();
    if (newest !== null) same(`${path}: as_of`, body.as_of >= newest, true); // nobody writes now
    if (body.next_cursor) open.push({ wish, size, cursor: body.next_cursor, end: end! });
  },
  async 'next page'() {
    const [from] = open.splice(roll(open.length), 1);
    if (!from) return;
    const { wish, size, cursor, end: behind } = from;
    const path = `/products?${queryOf({ ...wish.filters, sort: wish.sort, page_size: size, cursor })}`;
    const { body } = await ask(path);
    const { data, total, end } = await it.oracle.page(wish, { size, behind });
    // What was written since the first page is shown with the time of that, for who goes on from the highest one.
    for (const row of data) if (row['updated_at'] > body.as_of) row['updated_at'] = body.as_of;
    same(path, [body.data, body.page, body.total], [data, null, null]);
    same(`${path} goes on`, body.next_cursor !== null, size < total);
    if (body.next_cursor) open.push({ wish, size, cursor: body.next_cursor, end: end! });
    if (open.length > 50) open.shift();
  },
  async pages() {
    const updated_after = await instant();
    const wish: Wish = { filters: { updated_after, ...filters() }, sort: 'updated_at' };
    const size = pick([1, 5, 20]);
    let behind: End | undefined;
    for (let page = 1; page <= 4; page++) {
      const path = `/products?${queryOf({ ...wish.filters, page, page_size: size })}`;
      const { body } = await ask(path);
      const { data, total, end } = await it.oracle.page(wish, { size, behind });
      same(path, [body.data, body.page, body.total], [data, page, (page - 1) * size + total]);
      if (data.length < size) return;
      behind = end;
      await pick(Object.values(WRITES))(); // moves rows under the pages
    }
  },
  async detail() {
    const asked = pick([...CODES, ...CASES, 'EXT-50-78-2']);
    const { status, body } = await ask(`/products/${encodeURIComponent(asked)}`);
    const expected = await it.oracle.detail(asked);
    const { ok: _, ...answered } = body;
    same(`/products/${asked}`, status === 404 ? null : answered, expected);
  },
  async tags() {
    const { body } = await ask('/tags');
    const used = (body.data as { use_count: number }[]).filter(({ use_count }) => use_count > 0);
    same('/tags', used, await it.oracle.tags());
  },
  async categories() {
    const { body } = await ask('/categories');
    const data: string[] = body.data;
    same('/categories', data.toSorted(), [...model.categories].toSorted());
  },
  async export() {
    const given = { ...filters(), ...(dice() < 0.3 && { updated_after: await instant() }) };
    const format = pick(['json', 'ndjson', 'csv']);
    const { text, body } = await ask(`/export?${queryOf({ ...given, format })}`);
    const expected = await it.oracle.all(given);
    const rows: Shown[] = body?.data ?? readers[format as keyof typeof readers]?.(text);
    const inOrder = rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
    const asText = (row: Shown) =>
      Object.fromEntries(
        Object.entries(row as Record<string, string | number | null>).map(([name, value]) => [
          name,
          `${value ?? ''}`,
        ]),
      );
    same(`${format} of ${queryOf(given)}`, inOrder, format === 'csv' ? expected.map(asText) : expected);
    if (body) same('count', body.count, expected.length);
  },
};
const readers = {
  ndjson: (text: string): Shown[] => text.split('\n').flatMap((line) => (line ? JSON.parse(line) : [])),
  csv: (text: string): Shown[] =>
    Papa.parse<Shown>(text.replace(/^\uFEFF/, ''), { header: true, newline: '\r\n', skipEmptyLines: true })
      .data,
};

/** How often each step is taken, among hundred. */
const STEPS_OF: [keyof typeof WRITES | keyof typeof READS, number][] = [
  ['push', 14], ['edit', 8], ['remove', 4], ['tag', 5], ['category', 1],
  ['list', 32], ['next page', 12], ['pages', 3], ['detail', 15], ['tags', 2], ['categories', 1], ['export', 3],
]; // prettier-ignore
const ALL = STEPS_OF.flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

test(`${STEPS} random steps answer what plain SQL says (seed ${SEED})`, async () => {
  for (let step = 1; step <= STEPS; step++) {
    const name = pick(ALL);
    counts[name] = (counts[name] ?? 0) + 1;
    try {
      await { ...WRITES, ...READS }[name]();
    } catch (error) {
      process.stderr.write(`seed ${SEED}, step ${step}, ${name}\n`);
      throw error;
    }
  }
  process.stderr.write(`seed ${SEED}: ${JSON.stringify(counts)}\n`);
  const shown = await it.oracle.all();
  const stored = Object.fromEntries(shown.map((row) => [row.code, { ...row, updated_at: undefined }]));
  const absolute = (url: unknown) => (typeof url === 'string' && url.startsWith('/') ? it.origin + url : url);
  const expected = [...model.products].map(([code, row]) => [
    code,
    { ...row, structure_url: absolute(row['structure_url']), updated_at: undefined },
  ]);
  expect(stored).toEqual(Object.fromEntries(expected));
});
