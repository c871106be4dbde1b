import { catchUpKeys } from '../../support/keys.js';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { realProducts, startSearch } from '../text/catalogue.js';
import { callAt } from '../../support/call.js';
import { startService } from '../../support/service.js';
import { longestTurn } from '../../support/event-loop.js';
import { until } from '../../support/until.js';
import { shared, withOwn } from '../../support/with-own.js';
import examples from './resolve.json' with { type: 'json' };

const service = shared(async () =>
  startSearch([...(await realProducts()), ...examples.products], { SEARCH_CACHE: 'off' }),
);

interface Item {
  index: number;
  asked: unknown;
  match: string;
  reason?: string;
  read_as: Record<string, unknown>;
  product: { code: string; cas: string } | null;
  others: string[];
  conflict?: string[];
  did_you_mean?: string[];
  quantity?: string;
  note?: string;
}

const post = (identifiers: unknown) => service.call('POST', '/products/resolve', { json: { identifiers } });

/** What became of each identifier; the call must succeed. */
async function resolve(identifiers: unknown[]): Promise<Item[]> {
  const { status, body, text } = await post(identifiers);
  if (status !== 200) throw new Error(text);
  expect(body.data.map(({ index }: Item) => index)).toEqual(identifiers.map((_, index) => index));
  return body.data;
}
const short = ({ match, product }: Item) => [match, product?.code ?? null];

test('each identifier says which product it means, and how surely', async () => {
  const expected = examples.identifiers as [identifier: unknown, match: string, cas: string | null][];
  const found = await resolve(expected.map(([identifier]) => identifier));
  expect(found.map(({ match, product }) => [match, product?.cas ?? null])).toEqual(
    expected.map(([, ...rest]) => rest),
  );
});

type Meanings = [title: string, rows: [identifier: unknown, told: Record<string, unknown>][]][];
test.each(Object.entries(examples.meanings) as Meanings)('%s', async (_, rows) => {
  const items = await resolve(rows.map(([identifier]) => identifier));
  for (const [at, [identifier, told]] of rows.entries()) {
    const found: Record<string, unknown> = { ...items[at]!.product, ...items[at] };
    expect([identifier, ...Object.keys(told).map((field) => [field, found[field] ?? null])]).toEqual([
      identifier,
      ...Object.entries(told),
    ]);
  }
});

test('the name of another stereoisomer, or of another substance, is no name of these', async () => {
  for (const { match } of await resolve(['盐酸左旋甲基喹喔啉', '左旋甲基喹喔啉 methylquinoxaline']))
    expect(match).not.toBe('exact');
});

test('facts that disagree are no exact match, and the answer says which', async () => {
  const items = await resolve(examples.disagreeing.map(([identifier]) => identifier));
  expect(items.map(({ match, conflict, product }) => [match, conflict, product?.cas])).toEqual(
    examples.disagreeing.map(([, ...rest]) => rest),
  );
  // A number in place of another is told where one was mistyped.
  const told = items.slice(0, 6).map(({ did_you_mean }) => did_you_mean);
  expect(told).toEqual([...Array.from({ length: 5 }), ['50-78-2']]);
});

test('what is not all of a name is in doubt; of several substances of a name the first is told, and why', async () => {
  const [sole, ambiguous, impurity, withCas] = await resolve([
    'aspirin\tdihydrate of something',
    'sharedol',
    'aspirin\tImpurity Q\t10mg',
    { name: 'sharedol', cas: '9000-03-7' },
  ]);
  expect(sole!.match).toBe('similar');
  expect([ambiguous!.match, [ambiguous!.product!.code, ...ambiguous!.others].sort()]).toEqual([
    'exact',
    ['SHARED-1', 'SHARED-2'],
  ]);
  expect([sole, ambiguous, impurity, withCas].map((item) => item!.reason)).toEqual([
    undefined,
    'several_substances',
    undefined,
    undefined,
  ]);
  expect(impurity!.match).not.toBe('exact');
  expect(short(withCas!)).toEqual(['exact', 'SHARED-2']);
});

test('what its structure would have to confirm is in doubt while its structure is not worked out', async () => {
  const lookUp = async () => short((await resolve(['(S)-handol']))[0]!);
  await until(async () => (await lookUp())[0] === 'exact', 60_000);
  expect(await lookUp()).toEqual(['exact', 'HAND-1']);
  const ofHand = `product_id = (SELECT id FROM products WHERE code = 'HAND-1')`;
  const [before] = await service.db.any(`SELECT smiles, inchikey FROM product_structures WHERE ${ofHand}`);
  await service.db.none(
    `UPDATE product_structures SET is_complete = false, smiles = NULL, inchikey = NULL WHERE ${ofHand}`,
  );
  expect(await lookUp()).toEqual(['similar', 'HAND-1']);
  await until(async () => (await lookUp())[0] === 'exact', 60_000);
  const [after] = await service.db.any(`SELECT smiles, inchikey FROM product_structures WHERE ${ofHand}`);
  expect(after).toEqual(before);
});

test('what is not read to its end is never exact', async () => {
  const items = await resolve([
    `${'caffeine\t'.repeat(6)}aspirin`,
    `caffeine\t${'25 g\t'.repeat(24)}citrate`,
    'caffeine …',
    `58-08-2\t${'…'.repeat(330)}; caffeine sulfate`,
    { cas: '58-08-2', name: `${'…'.repeat(330)}; caffeine sulfate` },
  ]);
  expect(items.map(({ match, product }) => [match, product?.cas])).toEqual(
    Array.from({ length: 5 }, () => ['similar', '58-08-2']),
  );
});

test('a formula names no substance, and tells what has it, with a quantity in the next column as well', async () => {
  const [alone, withQuantity] = await resolve(['C9H8O4', 'C9H8O4\t25 g']);
  expect(alone!.others.length).toBeGreaterThan(0);
  expect(withQuantity).toMatchObject({
    match: 'none',
    others: alone!.others,
    read_as: { formula: 'C9H8O4' },
  });
});

test('a number in a list is a product number, as in pushes', async () => {
  const number = 7_000_001;
  await service.push([{ code: number, name_cn: '数字货号' }]);
  const items = await resolve([number, { code: number }] as unknown as string[]);
  expect(items.map(({ asked, match, product }) => [asked, match, product?.code])).toEqual([
    ['7000001', 'exact', '7000001'],
    [{ code: '7000001' }, 'exact', '7000001'],
  ]);
  const [either] = await resolve(['lot 7']);
  expect(either!.product!.code).toMatch(/^lot-7$/i);
  const [exactly] = await resolve(['lot-7']);
  expect(exactly!.product).toMatchObject({ structure_url: `${service.origin}/media/1` });
});

test('what says that nothing is known is no name and no number', async () => {
  const items = await resolve([
    ...['N/A', '#N/A', 'n.a.', 'NA', '无', '暂无', 'null', '#REF!'].map(
      (nothing) => `caffeine\t${nothing}\t10 mg`,
    ),
    { code: 'N/A', cas: '58-08-2', name: 'N/A', formula: 'n/a', quantity: '无' },
    '#N/A',
  ]);
  const caffeine = { match: 'exact', product: { cas: '58-08-2' } };
  expect(items).toMatchObject([
    ...Array.from({ length: 8 }, () => ({ ...caffeine, quantity: '10 mg', read_as: { name: 'caffeine' } })),
    { ...caffeine, read_as: { cas: '58-08-2' } },
    { match: 'none' },
  ]);
  expect(items[8]).not.toHaveProperty('quantity');
});

test('of a list of 200 lines as people have them at least 95 in 100 are right, and none is wrong without doubt', async () => {
  const file = await readFile(new URL('../../data/pasted-list.ndjson', import.meta.url), 'utf8');
  const lines: { line: string; expected: string[] }[] = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(200);
  const items = await resolve(lines.map(({ line }) => line));
  const wrong: string[] = [];
  const surelyWrong: string[] = [];
  for (const [at, { line, expected }] of lines.entries()) {
    const { match, reason, product } = items[at]!;
    const isRight = product === null ? expected.length === 0 : expected.includes(product.cas);
    const said = `${line} → ${match} ${product?.cas ?? ''}, expected ${expected.join(' or ')}`;
    if (!isRight) wrong.push(said);
    const isSure = match === 'exact' && reason !== 'several_substances';
    // Two numbers: the line contradicts itself.
    if (isSure && (!isRight || expected.length > 1)) surelyWrong.push(said);
  }
  expect(surelyWrong).toEqual([]);
  if (wrong.length > 0) process.stdout.write(`lines not resolved:\n${wrong.join('\n')}\n`);
  expect(wrong.length).toBeLessThanOrEqual(10);
}, 60_000);

test('a thousand are answered in their order and counted, repeats as often as they come', async () => {
  const some = ['50-78-2', 'caffeine', 'unobtainium', 'aspirn'];
  const { body } = await post(Array.from({ length: 1_000 }, (_, n) => some[n % 4]));
  expect(body.data).toHaveLength(1_000);
  expect(body.data.slice(996).map((item: Item) => item.product?.cas)).toEqual([
    '50-78-2',
    '58-08-2',
    undefined,
    '50-78-2',
  ]);
  expect(body.counts).toEqual({ exact: 500, partial: 0, similar: 250, none: 250 });
  expect(body.degraded).toBe(false);
});

test('a structure names the product that has it, and is held against what else is told', async () => {
  const expected = [
    ...examples.structures,
    // larger than any that is kept: it says nothing against the others of the list
    [{ smiles: `C=C${'CO'.repeat(1_000)}` }, 'none', null],
  ] as [identifier: unknown, match: string, code: string | null, conflict?: string[]][];
  // The structures of a large push are worked out after it.
  const isWhole = async () => !(await post(['OC(=O)C(N)C', 'AAAAAAAAAAAAAA-AAAAAAAAAA-N'])).body.degraded;
  await until(isWhole, 60_000);
  const items = await resolve(expected.map(([identifier]) => identifier));
  expect(items.map((item) => [...short(item), item.conflict])).toEqual(
    expected.map(([, match, code, conflict]) => [
      match,
      code === 'any' ? expect.any(String) : code,
      conflict,
    ]),
  );
  expect(items[2]!.read_as).toEqual({ structure: 'QNAYBMKLOCPYGJ-REOHCLBHSA-N', name: '左旋物' });
  expect(items[2]!.quantity).toBe('5 g');
});

test('an InChIKey that substances share is exact for none of them, a SMILES for its own', async () => {
  const cisplatin = 'N[Pt@SP1](N)(Cl)Cl';
  await until(async () => (await resolve([cisplatin]))[0]!.match === 'exact', 60_000);
  const keys = (): Promise<string[]> =>
    service.db.map(
      `SELECT inchikey FROM product_structures JOIN products ON id = product_id
        WHERE code IN ('CIS-1', 'TRANS-1') AND is_complete`,
      [],
      ({ inchikey: key }: { inchikey: string }) => key,
    );
  await until(async () => (await keys()).length === 2, 60_000);
  const [inchikey] = await keys();
  const [byKey, bySmiles] = await resolve([inchikey, cisplatin]);
  expect([byKey!.match, [byKey!.product!.code, ...byKey!.others].sort()]).toEqual([
    'similar',
    ['CIS-1', 'TRANS-1'],
  ]);
  expect(short(bySmiles!)).toEqual(['exact', 'CIS-1']);
});

test('a thousand different ones are looked up in pieces that leave the event loop to others', async () => {
  const rows = await service.db.any('SELECT cas, name_en FROM products ORDER BY id LIMIT 1000');
  const identifiers = rows.map(({ cas, name_en: name }) => `${name} ${cas}`);
  let status = 0;
  const longest = await longestTurn(async () => {
    const answer = await fetch(`${service.origin}/api/v1/products/resolve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identifiers }),
    });
    status = answer.status;
    await answer.arrayBuffer();
  });
  expect(status).toBe(200);
  // 20 ms on a machine of its own; this one also has the client in it.
  expect(longest).toBeLessThan(100);
}, 60_000);

test('as lines they come one by one, and the last line tells that nothing is missing', async () => {
  const { status, headers, text } = await service.call('POST', '/products/resolve', {
    json: { identifiers: Array.from({ length: 60 }, () => '50-78-2') },
    headers: { Accept: 'application/x-ndjson' },
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(61);
  expect(lines[59]).toMatchObject({ index: 59, match: 'exact', product: { cas: '50-78-2' } });
  expect(lines[60]).toEqual({
    ok: true,
    counts: { exact: 60, partial: 0, similar: 0, none: 0 },
    degraded: false,
  });
});

test.each<[string, unknown, string]>([
  ['no list', {}, 'identifiers'],
  ['an empty list', { identifiers: [] }, 'identifiers'],
  ['a list of 1,001', { identifiers: Array(1_001).fill('a') }, 'identifiers'],
  ['a number of more digits than JSON keeps', { identifiers: ['a', 2 ** 60] }, 'identifiers.1'],
  ['the same as a product number', { identifiers: [{ code: 2 ** 60 }] }, 'identifiers.0.code'],
  ['neither text nor number', { identifiers: ['a', true] }, 'identifiers.1'],
  ['a text that is too long', { identifiers: ['x'.repeat(501)] }, 'identifiers.0'],
  ['half a character', { identifiers: ['a', '\ud800'] }, 'identifiers.1'],
  ['a NUL in a field', { identifiers: [{ name: 'a\0' }] }, 'identifiers.0.name'],
  ['a NUL in a structure', { identifiers: [{ inchikey: 'a\0' }] }, 'identifiers.0.inchikey'],
  ['a field that is a list', { identifiers: [{ cas: ['50-78-2'] }] }, 'identifiers.0'],
])('%s is a 400 that names the place', async (_, json, path) => {
  const { status, body } = await service.call('POST', '/products/resolve', { json });
  expect([status, body.errors[0].path]).toEqual([400, path]);
});

test('the largest list that is allowed is taken, and a larger body is a 413', async () => {
  const identifier = { code: 'A', cas: 'b', name: 'c', formula: 'd', quantity: 'e', note: 'f' };
  const { status } = await post(Array.from({ length: 1_000 }, () => identifier));
  expect(status).toBe(200);
  const packed = gzipSync(JSON.stringify({ identifiers: ['x'.repeat(3_000_000)] }));
  const larger = await service.call('POST', '/products/resolve', {
    body: packed,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  });
  expect(larger.status).toBe(413);
});

test('texts made to be slow, and those that would break a query, are answered', async () => {
  const items = await resolve([
    `acid ${'㍿'.repeat(400)}`,
    '1'.repeat(500),
    '('.repeat(500),
    'a\tb\tc\td\te\tf\tg\th\ti\tj',
    '&#xd800;&#0;',
    `"'\\ OR 1=1 --`,
    '50-78-2 '.repeat(60),
    '{{}}$(name)',
    ' mg'.repeat(160),
    { smiles: 'C1CC1=C'.repeat(350), inchi: `InChI=1S/${'C'.repeat(2_000)}`, inchikey: '#'.repeat(2_500) },
  ]);
  expect(items).toHaveLength(10);
});

test('a product may have the number “resolve”', async () => {
  await service.push([{ code: 'resolve', name_cn: '同名' }]);
  const call = (method: string) =>
    callAt(`${service.origin}/api/v1/products/resolve`, method, { key: service.key });
  expect((await call('GET')).body.data.name_cn).toBe('同名');
  const { status, headers } = await call('PATCH');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE, POST, OPTIONS']);
  expect((await call('DELETE')).status).toBe(200);
});

test(
  'the limit of reads counts each 25 begun as one read',
  withOwn(() => startService({ RATE_LIMIT: 'on', TRUST_PROXY: '1' }))(async (limited) => {
    const ask = (count: number, address: string) =>
      callAt(`${limited.origin}/api/v1/products/resolve`, 'POST', {
        json: { identifiers: Array.from({ length: count }, () => ' ') },
        headers: { 'X-Forwarded-For': address },
      });
    for (const [count, left] of [
      [1, 119],
      [25, 118],
      [26, 116],
      [1_000, 76],
      [1_000, 36],
    ] as const) {
      const { status, headers } = await ask(count, '192.0.2.1');
      expect([status, headers.get('ratelimit')]).toEqual([
        200,
        expect.stringContaining(`"reads"; r=${left};`),
      ]);
    }
    const refused = await ask(1_000, '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(1, '192.0.2.2')).status).toBe(200);
  }),
);

test(
  'while the engine is away the database finds what names a product, and the answer says so',
  withOwn(() => startService({ MEILI_URL: 'http://127.0.0.1:9' }))(async (alone) => {
    await alone.push([
      { code: 'A-1', name_cn: '阿司匹林', name_en: 'Aspirin', cas: '50-78-2', synonyms: 'ASA;乙酰水杨酸' },
      { code: 'AB-12', name_cn: '咖啡因', cas: '58-08-2', smiles: 'CCN' },
    ]);
    await alone.db.none(
      `INSERT INTO aliases (cas, text, kind, source) VALUES ('50-78-2', 'Bayer''s best', 'brand', 'test')`,
    );
    await catchUpKeys(alone.db);
    const { body } = await alone.call('POST', '/products/resolve', {
      json: {
        identifiers: ['50-78-2', 'ASPIRIN', 'asa', '乙酰水杨酸', 'a 1', "bayer's best", 'AB-12 咖啡因', 'aspirn', 'kryptonate', '58-08-2 aspirin', { code: 'AB-12', smiles: 'CCCN' }], // prettier-ignore
      },
    });
    expect(body.degraded).toBe(true);
    expect(body.data.map(short)).toEqual([
      ...Array.from({ length: 6 }, () => ['exact', 'A-1']),
      ['exact', 'AB-12'],
      ['similar', 'A-1'],
      ['none', null],
      ['similar', 'AB-12'],
      ['similar', 'AB-12'],
    ]);
    expect(body.data.at(-1).conflict).toBeUndefined(); // another structure may only not be found just now
  }),
);
