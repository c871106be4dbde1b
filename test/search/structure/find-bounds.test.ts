import { spawnSync } from 'node:child_process';
import { until } from '../../support/until.js';
import { foreignSession } from '../../support/sessions.js';
import { httpAssistant } from '../../site/assistants/client.js';
import { MODES, readResult, resultOf } from '../../../src/search/structure/find-modes.js';
import { startWithStructures } from '../../chemistry/structures/catalogue.js';
import { shared } from '../../support/with-own.js';
import examples from './find-bounds.json' with { type: 'json' };

// What a search by structure is narrowed to, what it refuses, and that nothing which is typed keeps it from answering.

const CAGE = 'C12C3C4C1C5C2C3C45';
const PRODUCTS = [
  { code: 'ASPIRIN', smiles: 'CC(=O)Oc1ccccc1C(=O)O', name_en: 'aspirin', status: 'in_stock', stock: 1, category: '标准品' },
  { code: 'ASPIRIN-ME', smiles: 'CC(=O)Oc1ccccc1C(=O)OC', name_en: 'methyl acetylsalicylate', status: 'custom', mw: 194.18 },
  { code: 'SALICYLIC', smiles: 'OC(=O)c1ccccc1O', name_en: 'salicylic acid', category: '标准品', status: 'custom', mw: 138.12 },
  { code: 'CAFFEINE', smiles: 'Cn1c(=O)c2c(ncn2C)n(C)c1=O', name_en: 'caffeine' },
  { code: 'CUBANE', smiles: CAGE },
  { code: 'BRANCHES', smiles: `${'C(C(C)(C)C)'.repeat(30)}C` },
  { code: 'CHAIN', smiles: 'C'.repeat(250) },
  { code: 'CORONENE', smiles: 'c1cc2ccc3ccc4ccc5ccc6ccc1c7c2c3c4c5c67' },
]; // prettier-ignore

const service = shared(() => startWithStructures(PRODUCTS));
beforeAll(async () => {
  await service.codes({ smiles: 'C' });
});

test('a result tells its mode, similarity and product apart, whatever they are', () => {
  const product = 2 ** 33 - 1;
  for (const match of MODES)
    for (const similarity of [0, 0.4483, 1])
      expect(readResult(resultOf(match, similarity, product))).toEqual({ product, match, similarity });
});

test('filters, facets and pages are those of a search, and the address says the same as the body', async () => {
  const benzenes = { smiles: 'c1ccccc1C(=O)O' };
  expect(await service.codes({ ...benzenes, in_stock: true })).toEqual(['ASPIRIN']);
  expect((await service.codes({ ...benzenes, category: '标准品' })).sort()).toEqual(['ASPIRIN', 'SALICYLIC']);
  expect(await service.codes({ ...benzenes, mw_min: 150 })).toEqual(['ASPIRIN-ME']);
  const { body } = await service.find({ ...benzenes, facets: true, page_size: 1, page: 2 });
  expect(body).toMatchObject({
    total: 3,
    page: 2,
    page_size: 1,
    facets: { status: { custom: 2, in_stock: 1 } },
  });
  expect(body.data).toHaveLength(1);
  const custom = await service.find({ ...benzenes, facets: true, status: 'custom', category: '标准品' });
  expect(custom.body).toMatchObject({ total: 1, facets: { status: { custom: 1, in_stock: 1 } } });
  const query = new URLSearchParams({ smiles: benzenes.smiles, page_size: '1', page: '2', facets: 'true' });
  const asked = await service.call('GET', `/products/search/structure?${query.toString()}`);
  expect({ ...asked.body, took_ms: 0 }).toEqual({ ...body, took_ms: 0 });
});

test('words narrow it: the engine, or the database where there is none, finds them', async () => {
  expect(await service.codes({ smiles: 'c1ccccc1', q: 'salicylic acid' })).toEqual(['SALICYLIC']);
});

test('what is written can be found at once, and what is removed no longer, whatever else runs in the database', async () => {
  const running = await foreignSession(service.databaseUrl, 'BEGIN; SELECT pg_current_xact_id()');
  await service.push({ products: [{ code: 'NEW', name_cn: '新' }] });
  const write = (smiles: string) => service.write('PUT', '/products/NEW/structure', { smiles });
  await write('FC(F)(F)I');
  expect(await service.codes({ smiles: 'FC(F)(F)I', mode: 'exact' })).toEqual(['NEW']);
  await write('FC(F)(F)Br');
  expect(await service.codes({ smiles: 'FC(F)(F)I', mode: 'exact' })).toEqual([]);
  expect(await service.codes({ smiles: 'FC(F)(F)Br', mode: 'exact' })).toEqual(['NEW']);
  await service.write('DELETE', '/products/NEW');
  expect(await service.codes({ smiles: 'FC(F)(F)Br', mode: 'exact' })).toEqual([]);
  await running.close();
});

test('a molfile is read as what it draws', async () => {
  const molfile = `
  drawn

  3  2  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.0000    0.0000    0.0000 O   0  0
    2.0000    0.0000    0.0000 C   0  0
  1  2  1  0
  2  3  1  0
M  END
`;
  expect((await service.codes({ molfile })).sort()).toEqual(['ASPIRIN', 'ASPIRIN-ME']);
});

test('numbers that map atoms to those of a reaction make no other structure', async () => {
  const blank = (symbol: string, x: number) =>
    `    ${x}.0000    0.0000    0.0000 ${symbol}   0  0${' '.repeat(30)}`;
  const molfile = ['', '', '', '  2  1  0  0  0  0  0  0  0  0999 V2000', blank('C', 0), blank('I', 1), '  1  2  1  0', 'M  END'].join('\n'); // prettier-ignore
  await service.push([
    { code: 'MAPPED', name_cn: '甲', smiles: '[CH3:1][C@H:2]([I:3])[OH:4]' },
    { code: 'PADDED', name_cn: '乙', molfile },
  ]);
  const { body } = await service.call('GET', '/products/MAPPED/structure');
  expect(body.data.smiles).toBe('C[C@@H](O)I');
  for (const smiles of ['C[C@@H](O)I', '[CH3:9][C@@H:8]([OH:7])[I:6]'])
    expect(await service.codes({ smiles, mode: 'exact' })).toEqual(['MAPPED']);
  for (const asked of [{ smiles: 'CI' }, { molfile }])
    expect(await service.codes({ ...asked, mode: 'exact' })).toEqual(['PADDED']);
  await service.write('DELETE', '/products/batch', { codes: ['MAPPED', 'PADDED'] });
});

test.each([
  ...(examples.refused as [string, object, string, string][]),
  ['too many atoms', { smiles: 'C'.repeat(400) }, 'smiles', 'too_large'],
  ['more atoms than RDKit reads', { smiles: 'C'.repeat(1_000) }, 'smiles', 'too_large'],
  ['more parts than RDKit reads', { smiles: `${'[Na+].'.repeat(1_000)}C` }, 'smiles', 'too_large'],
  ['a pattern that is too long', { smarts: '[#6]'.repeat(1_000) }, 'smarts', 'too_long'],
])('refused with the name of the field: %s', async (_, body, path, code) => {
  const { status, body: problem } = await service.find({ page_size: 50, ...body });
  expect({ status, errors: problem.errors }).toMatchObject({ status: 400, errors: [{ path, code }] });
});

test.each([
  ['2,000 atoms', { smiles: 'C'.repeat(2_000) }],
  ['a deep nest', { smiles: `${'C('.repeat(3_000)}C${')'.repeat(3_000)}` }],
  ['rings without end', { smiles: Array.from({ length: 99 }, (_, i) => `C%${String(i + 1).padStart(2, '0')}`).join('') }],
  ['wild bonds', { smarts: '*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*' }],
  ['a wild ring', { smarts: '*1~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*~*1' }],
  ['recursion in recursion', { smarts: `${'[$('.repeat(60)}C${')]'.repeat(60)}` }],
  ['patterns within patterns', { smarts: `[$(C${'~*'.repeat(16)}[$(C${'~*'.repeat(16)}[$(C${'~*'.repeat(16)}[#92])])])]` }],
  ['a long row of rings', { smiles: `${'c1ccccc1'.repeat(20)}Cl` }],
  ['branches of branches', { smiles: 'CC(C)(C)C(C(C)(C)C)(C(C)(C)C)C(C)(C)C(C)(C)C(C(C)(C)C)N' }],
] as [string, Record<string, unknown>][])('%s: an answer in time, and the next search works', async (_, body) => {
  const started = performance.now();
  const { status } = await service.find(body);
  expect([200, 400]).toContain(status);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await service.codes({ smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' })).toEqual(['ASPIRIN']);
}); // prettier-ignore

/** One branch more than there are in `BRANCHES`: there is no end to the ways in which they could lie. */
const endless = (n = 0): string => `${'[D4;^3].'.repeat(30)}[D4;^3;!#${100 + n}]`;

test('what could not be looked at is told, and kept: another page of the same search fits the first', async () => {
  const { body } = await service.find({ smarts: endless() });
  expect(body).toMatchObject({ whole: false, total_is_estimate: true });
  expect(body.not_looked_at).toBeGreaterThan(0);
  const again = await service.find({ smarts: endless() });
  expect({ ...again.body, took_ms: 0 }).toEqual({ ...body, took_ms: 0 });
  expect(again.body.took_ms).toBeLessThan(body.took_ms / 2);
});

test('a search that ran out of time is taken up again from its page, and offered no further', async () => {
  const first = await service.call(
    'GET',
    `//structure?lang=en&mode=smarts&s=${encodeURIComponent(endless(1))}`,
  );
  const on = /class="search-on" href="([^"]+)">Search on</.exec(first.text)![1]!.replaceAll('&amp;', '&');
  const { status, text } = await service.call('GET', `/${on}`);
  expect([status, text.includes('ran out of time'), text.includes('search-on')]).toEqual([200, true, false]);
});

/** The processes of libraries that this one has started. */
const libraries = () => spawnSync('pgrep', ['-P', String(process.pid), '-f', 'library-process'], { encoding: 'utf8' }).stdout.trim().split('\n').filter(Boolean).map(Number); // prettier-ignore
const ASPIRIN = { smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' };

test('after its process was killed the library is loaded again, and finds the same', async () => {
  for (const pid of libraries()) process.kill(pid, 'SIGKILL');
  let found: { status: number; body: { data: { code: string }[] } };
  await until(async () => {
    found = await service.find({ smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' });
    return found.status !== 503;
  });
  expect(found!.status).toBe(200);
  expect(found!.body.data.map(({ code }) => code)).toEqual(['ASPIRIN']);
});

test('a library that takes long to start is not killed: searches are told to come again, each after a bounded wait, and it comes up', async () => {
  for (const pid of libraries()) process.kill(pid, 'SIGKILL');
  await until(() => libraries().length === 0);
  await until(async () => {
    void service.find(ASPIRIN);
    return libraries().length > 0;
  });
  const [slow] = libraries();
  process.kill(slow!, 'SIGSTOP');
  // Together longer than a search that is under way may stay without an answer.
  for (let told = 0; told < 3; told++) {
    const started = performance.now();
    const { status, headers, body } = await service.find(ASPIRIN);
    expect([status, headers.get('retry-after'), body.errors[0].code]).toEqual([
      503,
      '3',
      'structures_building',
    ]);
    expect(performance.now() - started).toBeLessThan(15_000);
  }
  process.kill(slow!, 'SIGCONT');
  await until(async () => (await service.find(ASPIRIN)).status === 200);
  expect(libraries()).toEqual([slow]);
});

test('after a restore, of which the log tells no change, the library is loaded anew', async () => {
  await service.push([{ code: 'LOST', name_cn: '甲', smiles: 'FC(F)(F)I' }]);
  expect(await service.codes({ smiles: 'FC(F)(F)I', mode: 'exact' })).toEqual(['LOST']);
  await service.db.tx(async (tx) => {
    await tx.none('SET LOCAL session_replication_role = replica'); // no trigger: nothing is logged
    await tx.none(`DELETE FROM product_structures USING products WHERE id = product_id AND code = 'LOST'`);
    await tx.none(`UPDATE change_log SET fingerprint = 'another cluster'`);
  });
  await until(async () => {
    const { status, body } = await service.find({ smiles: 'FC(F)(F)I', mode: 'exact' });
    return status === 200 && body.total === 0;
  });
  expect(await service.codes({ smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' })).toEqual(['ASPIRIN']);
  await service.write('DELETE', '/products/LOST');
});

test('patterns that take all their time keep no other search waiting', async () => {
  let done = 0;
  const patterns = Array.from({ length: 6 }, (_, n) =>
    service.find({ smarts: endless(n + 1) }).then(() => done++),
  );
  expect(await service.codes({ smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' })).toEqual(['ASPIRIN']);
  expect(done).toBeLessThanOrEqual(2);
  await Promise.all(patterns);
});

test('a SMILES, an InChI or an InChIKey that is typed as a text finds that product, or else what differs in stereo or is its tautomer', async () => {
  const typed = async (q: string) => {
    const { body } = await service.call('GET', `/products/search?${new URLSearchParams({ q }).toString()}`);
    return body.data.map(({ code, match }: Record<string, string>) => [code, match]);
  };
  expect(await typed('OC(=O)c1ccccc1OC(C)=O')).toEqual([['ASPIRIN', 'exact']]);
  const deeper = await service.call('GET', '/products/search?q=OC(=O)c1ccccc1OC(C)=O&page=2');
  expect(deeper.body).toMatchObject({ data: [], total: 1, exact: true });
  const inchi = 'InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)';
  for (const same of ['BSYNRYMUTXBXSQ-UHFFFAOYSA-N', inchi, inchi.slice(6), 'SMILES: OC(=O)c1ccccc1OC(C)=O'])
    expect(await typed(same)).toEqual([['ASPIRIN', 'exact']]);
  await service.push([{ code: 'SALT', name_cn: '盐', smiles: '[Na+].C[C@H](N)C([O-])=O' }]);
  expect(await typed('InChI=1S/C3H7NO2.Na/c1-2(4)3(5)6;/h2H,4H2,1H3,(H,5,6);/q;+1/p-1/t2-;/m0./s1')).toEqual([
    ['SALT', 'exact'],
  ]);
  await service.push([{ code: 'ETHER', name_cn: '醚', smiles: 'CCOCC' }]);
  expect(await typed('CCOCC')).toEqual([['ETHER', 'exact']]);
  // Drawn with its hydrogen elsewhere, or the stereo of two metals that have one InChIKey.
  await service.push([
    { code: 'AZOLE', name_cn: '唑', smiles: 'Cc1c[nH]cn1' },
    { code: 'CIS', name_cn: '顺', smiles: '[NH3][Pt@SP1]([NH3])(Cl)Cl' },
  ]);
  expect(await typed('Cc1cnc[nH]1')).toEqual([['AZOLE', 'exact']]);
  expect(await typed('[NH3][Pt@SP2]([NH3])(Cl)Cl')).toEqual([['CIS', 'similar']]);
  // The other hand of an amino acid, and the enol of a ketone.
  expect(await typed('[Na+].C[C@@H](N)C([O-])=O')).toEqual([['SALT', 'similar']]);
  await service.push([{ code: 'KETONE', name_cn: '酮', smiles: 'CC(=O)CC(C)=O' }]);
  expect(await typed('CC(=O)C=C(C)O')).toEqual([['KETONE', 'similar']]);
  expect(await typed('BSYNRYMUTXBXSQ-AAAAAAAAAA-N')).toEqual([['ASPIRIN', 'similar']]);
  const long = 'CC(=O)N'.repeat(60);
  await service.push([
    { code: 'LONG', name_cn: '长', smiles: `${long}C` },
    { code: 'CUT', name_cn: '短', smiles: long.slice(0, 300).replace(/\(?=?$/, '') },
  ]);
  expect(await typed(`${long}C`)).toEqual([['LONG', 'exact']]);
  for (const other of [
    'OC(=O)c1ccccc1OCC',
    inchi.replace('/h2-5H', '/h2-4H'),
    'aspirin',
    'AAAAAAAAAAAAAA-UHFFFAOYSA-N',
  ])
    expect(
      (await typed(other)).filter(([code, match]: string[]) => code === 'ASPIRIN' && match === 'exact'),
    ).toEqual(other === 'aspirin' ? [['ASPIRIN', 'exact']] : []);
});

test('an assistant finds products by structure, and is told where none is the same', async () => {
  const assistant = await httpAssistant(service.origin);
  const same = await assistant.ask('search_by_structure', {
    smiles: 'OC(=O)c1ccccc1OC(C)=O',
    mode: 'exact',
  });
  expect(same).toMatchObject({ exact: true, total: 1, data: [{ code: 'ASPIRIN', match: 'exact' }] });
  const parts = await assistant.ask('search_by_structure', { smiles: 'OC(=O)c1ccccc1' });
  expect(parts).toMatchObject({
    exact: false,
    note: expect.stringContaining('None of these'),
    whole: true,
  });
});

test('the page shows what was found and how surely, or says what is wrong, without a script', async () => {
  const page = async (query: Record<string, string>) =>
    service.call('GET', `//structure?${new URLSearchParams({ lang: 'en', ...query }).toString()}`);
  const empty = await page({});
  expect(empty.text).toContain('<textarea');
  const found = await page({ s: 'OC(=O)c1ccccc1', mode: 'substructure' });
  expect(found.status).toBe(200);
  expect(found.text).toContain('No product has exactly this structure');
  expect(found.text).toContain('SALICYLIC · contains this structure');
  const wrong = await page({ s: 'C1CC' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('not a readable structure');
  const open = await page({ s: 'c1ccccc1*', mode: 'substructure' });
  expect([open.status, open.text]).toEqual([400, expect.stringContaining('has no element')]);
  expect((await page({ s: '"><script>alert(1)</script>' })).text).not.toContain('<script>alert');
});
