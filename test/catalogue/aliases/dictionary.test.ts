import { starterAliases } from '../../../src/catalogue/aliases/tables.js';
import { replaceStarter } from '../../../src/catalogue/aliases/store.js';
import type { Alias } from '../../../src/catalogue/aliases/alias.js';
import { exportTerms } from '../../../src/catalogue/terms/tables.js';
import { officeOfFile } from '../../desk/office.js';
import { indexerOfFile } from '../../support/indexer.js';
import type { Answered } from '../../support/call.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { catalogue } from '../../infra/launch.js';

// The engine is away, so that searches here are those of the database.
const service = serviceOfFile({ MEILI_URL: 'http://127.0.0.1:1', SEARCH_CACHE: 'off' });
indexerOfFile(service); // its keys wait for no engine
const office = officeOfFile(service);
beforeAll(() =>
  service.push([
    { code: 'D-1', name_cn: '对乙酰氨基酚', cas: '103-90-2' },
    { code: 'D-2', name_cn: '混合物' },
  ]),
);
beforeEach(() => service.db.none('TRUNCATE aliases, aliases_refused'));

const write = (
  method: 'PUT' | 'DELETE',
  aliases: unknown[],
  key: string | null = service.key,
): Promise<Answered> => service.call(method, '/aliases', { key, json: { aliases } });
const list = async (query = ''): Promise<any> => (await service.call('GET', `/aliases${query}`)).body; // eslint-disable-line @typescript-eslint/no-explicit-any
const TYLENOL = { cas: '103-90-2', text: 'Tylenol', lang: 'en', kind: 'brand' };

test('aliases are added, changed and deleted, and each answer counts every item once', async () => {
  const given = [TYLENOL, { code: 'D-2', text: 'Blend' }];
  expect((await write('PUT', given)).body).toEqual({
    ok: true,
    added: 2,
    updated: 0,
    unchanged: 0,
    invalid: 0,
    errors: [],
    warnings: [],
  });
  const again = [{ ...TYLENOL, kind: 'old' }, given[1], { cas: '103-90-2', text: '必理通', lang: 'zh' }];
  expect((await write('PUT', again)).body).toMatchObject({ added: 1, updated: 1, unchanged: 1, invalid: 0 });
  expect(await list()).toMatchObject({
    total: 3,
    data: [
      { cas: '103-90-2', code: null, text: 'Tylenol', lang: 'en', kind: 'old', source: 'erp' },
      { cas: '103-90-2', code: null, text: '必理通', lang: 'zh', kind: 'trade', source: 'erp' },
      { cas: null, code: 'D-2', text: 'Blend', lang: null, kind: 'trade', source: 'erp' },
    ],
  });
  const gone = [{ cas: '103-90-2', text: 'Tylenol' }, { code: 'D-2', text: 'tylenol' }, {}];
  expect((await write('DELETE', gone)).body).toMatchObject({ deleted: 1, not_found: 1, invalid: 1 });
  expect((await list()).total).toBe(2);
  const { counts } = await service.db.one('SELECT counts FROM sync_log ORDER BY id DESC LIMIT 1');
  expect(counts).toEqual({ deleted: 1, not_found: 1, invalid: 1 });
});

test('an alias of a number that no product has is stored, and warned of', async () => {
  const aliases = [
    { code: 'D-1', text: 'one' },
    { cas: '9000-90-2', text: 'two' },
    { cas: 'nonsense', code: 'x', text: 'refused' },
    { code: 'D-9', text: 'three' },
    TYLENOL,
  ];
  const { body } = await write('PUT', aliases);
  expect(body).toMatchObject({
    added: 4,
    invalid: 1,
    warnings: [
      { index: 1, field: 'cas', reason: 'no_product' },
      { index: 3, field: 'code', reason: 'no_product' },
    ],
  });
});

test('an item that cannot be stored is told by its place, its field and a reason, and does not stop the others', async () => {
  const bad: [unknown, string | null, string][] = [
    ['text', null, 'not_an_object'],
    [{ text: 'a' }, 'cas', 'one_of_two'],
    [{ text: 'a', cas: 'N/A' }, 'cas', 'one_of_two'],
    [{ text: 'a', cas: '1-00-0', code: 'A' }, 'cas', 'one_of_two'],
    [{ text: 'a', cas: '1'.repeat(41) }, 'cas', 'too_long'],
    [{ text: 'a', cas: {} }, 'cas', 'wrong_type'],
    [{ text: 'a', code: 'search' }, 'code', 'reserved'],
    [{ cas: '1-00-0' }, 'text', 'required'],
    [{ cas: '1-00-0', text: ' ' }, 'text', 'bad_length'],
    [{ cas: '1-00-0', text: 'a'.repeat(201) }, 'text', 'bad_length'],
    [{ cas: '1-00-0', text: 'a\tb' }, 'text', 'control_character'],
    [{ cas: '1-00-0', text: 'a\ud800' }, 'text', 'malformed_text'],
    [{ cas: '1-00-0', text: '®' }, 'text', 'no_letter'],
    [{ cas: '1-00-0', text: 'a', lang: 'not a language' }, 'lang', 'bad_language'],
    [{ cas: '1-00-0', text: 'a', lang: 5 }, 'lang', 'bad_language'],
    [{ cas: '1-00-0', text: 'a', kind: 'nickname' }, 'kind', 'unknown_kind'],
    [TYLENOL, 'text', 'repeated'],
  ];
  const { status, body } = await write('PUT', [TYLENOL, ...bad.map(([item]) => item)]);
  expect([status, body.added, body.invalid]).toEqual([200, 1, bad.length]);
  const told = body.errors.map(({ index, field, reason }: Record<string, unknown>) => [index, field, reason]);
  expect(told).toEqual(bad.map(([, field, reason], at) => [at + 1, field, reason]));
});

test('what is no list of aliases, too long or without a key is refused', async () => {
  expect((await write('PUT', [TYLENOL], null)).status).toBe(401);
  expect((await write('DELETE', [TYLENOL], null)).status).toBe(401);
  for (const json of [[], { aliases: {} }, { aliases: Array.from({ length: 501 }, () => TYLENOL) }])
    expect((await service.write('PUT', '/aliases', json)).status).toBe(400);
  expect((await service.call('GET', '/aliases?kind=nickname')).body.errors[0].path).toBe('kind');
});

test('500 aliases with every member fit into a call', async () => {
  const many = Array.from({ length: 500 }, (_, n) => ({ cas: `${n + 10}-00-0`, code: null, text: `n${n}`, lang: null, kind: 'old', source: 'x' })); // prettier-ignore
  expect((await write('PUT', many)).body).toMatchObject({ added: 500 });
});

test('the list is narrowed by each filter, and read page by page', async () => {
  await write('PUT', [TYLENOL, { cas: '50-78-2', text: '拜阿司匹灵', lang: 'zh', kind: 'brand' }, { code: 'D-2', text: 'Old 100%', kind: 'old' }]); // prettier-ignore
  const texts = async (query: string): Promise<string[]> => (await list(query)).data.map(({ text }: { text: string }) => text); // prettier-ignore
  for (const cas of ['103-90-2', ' 103‑90‑2', 'CAS 0103-90-2'])
    expect(await texts(`?cas=${encodeURIComponent(cas)}`)).toEqual(['Tylenol']);
  expect(await texts('?code=D-2')).toEqual(['Old 100%']);
  expect(await texts('?lang=zh')).toEqual(['拜阿司匹灵']);
  expect(await texts('?kind=old')).toEqual(['Old 100%']);
  expect(await texts('?q=tyl')).toEqual(['Tylenol']);
  expect(await texts(`?q=${encodeURIComponent('0%')}`)).toEqual(['Old 100%']);
  expect(await texts('?source=starter')).toEqual([]);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => texts(`?page_size=1&page=${page}`)));
  expect(pages).toEqual([['Tylenol'], ['拜阿司匹灵'], ['Old 100%'], []]);
});

test('while the engine is away an alias is found all the same', async () => {
  await write('PUT', [TYLENOL, { code: 'D-2', text: '老名字' }]);
  for (const [q, code] of [['tylenol', 'D-1'], ['老名字', 'D-2']]) {
    const search = async () => (await service.call('GET', `/products/search?explain=true&q=${encodeURIComponent(q!)}`)).body;
    await until(async () => (await search()).exact, 30_000);
    expect(await search()).toMatchObject({ data: [{ code, explain: { tier: 'alias' } }] });
  }
}); // prettier-ignore

describe('the list that comes with the service', () => {
  const named = (text: string, more: Partial<Alias> = {}): Alias => ({ cas: '103-90-2', code: null, text, lang: 'en', kind: 'brand', ...more }); // prettier-ignore
  const load = (aliases: Alias[]) => service.db.tx((tx) => replaceStarter(tx, aliases));

  test('is replaced by a newer one, but for what others wrote and deleted', async () => {
    const first = [named('A'), named('B'), named('C'), named('D'), named('F')];
    expect(await load(first)).toMatchObject({ added: 5 });
    await write('PUT', [
      { ...TYLENOL, text: 'B', kind: 'old' },
      { ...TYLENOL, text: 'F', kind: 'old' },
      { ...TYLENOL, text: 'Own' },
    ]);
    await write('DELETE', [
      { cas: '103-90-2', text: 'C' },
      { cas: '103-90-2', text: 'F' }, // which had become the caller's
    ]);
    const newer = [named('A', { lang: 'zh' }), named('B'), named('C'), named('F'), named('Own'), named('E')];
    expect(await load(newer)).toEqual({ added: 1, updated: 1, deleted: 1, unchanged: 4 });
    const left = (await list()).data.map(({ text, lang, kind, source }: Alias & { source: string }) => [text, lang, kind, source]); // prettier-ignore
    expect(left).toEqual([
      ['A', 'zh', 'brand', 'starter'],
      ['B', 'en', 'old', 'erp'],
      ['E', 'en', 'brand', 'starter'],
      ['Own', 'en', 'brand', 'erp'],
    ]);
    expect(await load(newer)).toMatchObject({ added: 0, updated: 0, deleted: 0 });
  });

  test('is loaded whole and at once', async () => {
    const all = await starterAliases();
    const started = performance.now();
    expect(await load(all)).toMatchObject({ added: all.length });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect((await list('?cas=103-90-2&source=starter&q=必理通')).total).toBe(1);
  });
});

describe('tables', () => {
  const send = (table: string | Buffer): Promise<Answered> =>
    service.call('POST', '//back-office/api/aliases/import', {
      body: new Uint8Array(Buffer.from(table as string)),
      headers: { Origin: service.origin, Cookie: office.cookie, 'Content-Type': 'application/octet-stream' },
    });

  test('that were exported are read back as they are', async () => {
    await write('PUT', [TYLENOL, { code: 'D-2', text: 'Blend "5"' }]);
    const { headers, text } = await office.call('GET', '/aliases/export');
    expect(headers.get('content-disposition')).toContain('aliases.tsv');
    expect(text).toBe(
      'cas\tcode\ttext\tlang\tkind\n103-90-2\t\tTylenol\ten\tbrand\n\tD-2\tBlend "5"\t\ttrade\n',
    );
    expect((await send(text)).body).toMatchObject({ added: 0, unchanged: 2, invalid: 0 });
    expect((await office.call('GET', '/aliases/export?code=D-2')).text).not.toContain('Tylenol');
  });

  test('may have columns in any order, other columns, a mark, UTF-16, and lines at fault, which are told', async () => {
    const table =
      'Kind\tTEXT\tnote\tcas\r\nbrand\tPanadol\tx\t103-90-2\r\n\r\nnickname\tP\t\t103-90-2\r\nbrand\t扑热息痛\t\t103-90-2';
    const { body } = await send(`\ufeff${table}`);
    expect(body).toMatchObject({
      added: 2,
      invalid: 1,
      errors: [{ line: 4, field: 'kind', reason: 'unknown_kind' }],
    });
    expect((await send(Buffer.from(`\ufeff${table}`, 'utf16le'))).body).toMatchObject({
      unchanged: 2,
      invalid: 1,
    });
    expect((await list()).data.map(({ source }: { source: string }) => source)).toEqual([
      'back-office',
      'back-office',
    ]);
  });

  test('that are none are refused with what is missing', async () => {
    for (const table of ['', 'Tylenol\t103-90-2', Buffer.from('text\tcas\n\x81\xff\x9d\t1', 'latin1')])
      expect((await send(table)).status).toBe(400);
  });

  test('of English names give values theirs and take them away; those that come with the service keep them', async () => {
    await service.push([{ code: 'T-1', name_cn: '产品', series: '他汀类', tags: '自有标签;HPLC' }]);
    const put = (term: object): Promise<Answered> => office.call('PUT', '/terms', term);
    expect((await put({ kind: 'tag', value: '自有标签', name_en: ' Own ' })).body.data.name_en).toBe('Own');
    const renamed = { kind: 'tag', value: '自有标签', name_en: 'Mine' };
    for (const was of [null, 'Owned']) {
      const refused = await put({ ...renamed, was });
      expect([refused.status, refused.body.type.split('#')[1]]).toEqual([412, 'changed-meanwhile']);
    }
    expect((await put({ ...renamed, was: 'Own' })).status).toBe(200);
    expect((await put({ ...renamed, name_en: 'Own', was: 'Mine' })).status).toBe(200);
    const { code, out } = await catalogue(service.env, 'starter', '--json').ended;
    const starter = JSON.parse(out);
    expect([code, starter.named > 150, starter.added > 1_000]).toEqual([0, true, true]);
    const { text: table } = await office.call('GET', '/terms/export');
    for (const line of ['series\t他汀类\tStatins', 'tag\t自有标签\tOwn', 'tag\tHPLC\t'])
      expect(table).toContain(`${line}\n`);

    const send = await service.call('POST', '//back-office/api/terms/import', {
      body: new TextEncoder().encode(
        'value\tkind\tname_en\n自有标签\ttag\t\n他汀类\tseries\tStatins\nHPLC\ttag\tLiquid chromatography\n' +
          `X\tcolour\tx\nX\ttag\t${'x'.repeat(101)}\nHPLC\ttag\tagain\n`,
      ),
      headers: { Origin: service.origin, Cookie: office.cookie, 'Content-Type': 'application/octet-stream' },
    });
    expect(send.body).toMatchObject({ named: 1, removed: 1, unchanged: 1, invalid: 3 });
    expect(send.body.errors).toMatchObject([
      { line: 5, field: 'kind', reason: 'unknown_kind' },
      { line: 6, field: 'name_en', reason: 'bad_length' },
      { line: 7, field: 'value', reason: 'repeated' },
    ]);
    const found = await office.call('GET', '/terms?kind=tag&unnamed=true&q=自有');
    expect(found.body).toEqual({
      ok: true,
      total: 1,
      data: [{ kind: 'tag', value: '自有标签', name_en: null, products: 1 }],
    });
    expect((await put({ kind: 'tag', value: 'x', name_en: 'a\tb' })).body.errors[0].path).toBe('name_en');
    expect((await put({ kind: 'colour', value: 'x', name_en: 'a' })).status).toBe(400);
  });

  test('of English names has each value once, though products are written meanwhile', async () => {
    await service.db.none(
      `INSERT INTO terms (kind, value, name_en) SELECT 'tag', 'exported ' || n, 'x' FROM generate_series(10001, 15100) n`,
    );
    const lines: string[] = [];
    for await (const line of exportTerms(service.db, { q: 'exported' })) {
      // When the first values have been read, the last one becomes the first of those in use.
      if (lines.push(line) === 2)
        await service.push([{ code: 'T-2', name_cn: '产品', tags: 'exported 15100' }]);
    }
    await service.db.none(`DELETE FROM terms WHERE value LIKE 'exported %'`);
    expect([lines.length, new Set(lines).size]).toEqual([5_101, 5_101]);
  });
});

test('staff write and delete aliases, and that is noted', async () => {
  expect((await office.api('PUT', '/aliases', { aliases: [TYLENOL] })).body).toMatchObject({ added: 1 });
  expect((await list()).data[0].source).toBe('back-office');
  expect((await office.api('DELETE', '/aliases', { aliases: [TYLENOL] })).body).toMatchObject({
    deleted: 1,
  });
  // Actions are noted when they have been answered, in any order.
  const path = '/api/v1/aliases?of=Tylenol';
  const noted = () =>
    service.db.map(
      'SELECT method FROM staff_actions WHERE path = $1 ORDER BY method',
      [path],
      ({ method }) => method,
    );
  await until(async () => (await noted()).length === 2);
  expect(await noted()).toEqual(['DELETE', 'PUT']);
});
