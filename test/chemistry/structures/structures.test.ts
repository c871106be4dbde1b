import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../../src/platform/process/root.js';
import { inBatches, openChemistry } from '../../../src/chemistry/structures/chemistry.js';
import type { Chemistry } from '../../../src/chemistry/structures/chemistry.js';
import { openPool, WorkerEnded } from '../../../src/platform/process/pool.js';
import { TimedOut } from '../../../src/platform/process/time-out.js';
import type { GivenStructure } from '../../../src/chemistry/structures/given.js';
import type { Theme } from '../../../src/chemistry/structures/themes.js';
import { structureAnswer } from '../../../src/catalogue/structures/show.js';
import { changesAfter } from '../../contract/changes.js';
import { serviceOfFile } from '../../support/service.js';
import { surfaced } from '../../support/surfaced.js';
import { until } from '../../support/until.js';
import examples from './structures.json' with { type: 'json' };
import { closing } from '../../support/with-own.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** Methanol with a group, as what follows its kind says. */
const v3000Of = (group: string): string => examples.groupOfV3000.replace('%', group);

const ASPIRIN = 'CC(=O)Oc1ccccc1C(=O)O';
const ASPIRIN_KEY = 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N';
const METHANOL_KEY = 'OKKJLVBELUTLKV-UHFFFAOYSA-N';
const METHANOL = `
  made by hand

  2  1  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.2000    0.7000    0.0000 O   0  0
  1  2  1  0
M  END`;

/** The atoms of a chain of 302 as InChI numbers them: odd ones from one end, even ones to the other. */
const LONG_CHAIN = [...Array.from({ length: 151 }, (_, i) => 2 * i + 1), ...Array.from({ length: 151 }, (_, i) => 302 - 2 * i)].join('-'); // prettier-ignore

/** Pushes products A, B and so on with these members. */
const push = (items: object[], query = '') =>
  service.push(
    items.map((item, i) => ({ code: 'ABCDEFGH'[i], name_cn: '甲', ...item })),
    query,
  );
const structure = (code: string) => service.call('GET', `/products/${code}/structure`);
const put = (code: string, json: object) => service.write('PUT', `/products/${code}/structure`, json);
const positionNow = async (): Promise<string> => {
  await surfaced(service.db);
  return (await service.call('GET', '/changes')).body.next;
};

describe('a push', () => {
  test('stores structures beside the fields, and they are answered worked out', async () => {
    const answer = await push([
      { SMILES: 'OC(=O)c1ccccc1OC(C)=O' },
      { molfile: `${METHANOL}\n> <name>\nx\n\n$$$$\n` },
      { smiles: 'C[C@H](N)C(O)Cl.Cl' },
    ]);
    expect(answer).toMatchObject({ created: 3, warnings: [], ignored_fields: [] });
    expect((await structure('A')).body.data).toMatchObject({
      smiles: ASPIRIN,
      inchikey: ASPIRIN_KEY,
      formula: 'C9H8O4',
      mw: 180.159,
      fragments: 1,
      stereo: 'none',
      source: 'smiles',
      molfile: expect.stringMatching(/V2000[^]*M {2}END$/),
    });
    expect((await structure('B')).body.data).toMatchObject({
      smiles: 'CO',
      molfile: METHANOL,
      source: 'molfile',
    });
    expect((await structure('C')).body.data).toMatchObject({ fragments: 2, stereo: 'partial' });
    const { body } = await service.call('GET', '/products/A');
    expect(Object.keys(body.data)).toHaveLength(19);
  });

  test.each([
    ['CC(', 'no_structure'],
    ['CC(C.C', 'no_structure'],
    ['C1CC', 'no_structure'],
    ['C=1CC#1', 'no_structure'],
    ['CC%C', 'no_structure'],
    ['CC(C)(C)(C)C', 'no_structure'],
    ['n1cccc1', 'no_structure'],
    ['aspirin', 'no_structure'],
    ['C*', 'no_structure'],
    ['CCO ethanol', 'no_structure'],
    ['C'.repeat(301), 'too_large'],
    ['C'.repeat(10_241), 'too_long'],
  ])('warns of %.20s, which is not stored', async (smiles, reason) => {
    const answer = await push([{ smiles }]);
    expect(answer).toMatchObject({ created: 1, warnings: [{ code: 'A', field: 'smiles', reason }] });
    expect((await structure('A')).status).toBe(404);
  });

  test('takes the first that it can read of several keys, and says which is another substance or none', async () => {
    for (const [given, formula, warnings] of examples.severalKeys) {
      expect(await push([given as object])).toMatchObject({ warnings });
      expect((await structure('A')).body.data.formula).toBe(formula);
    }
    const both = { key: service.key, json: examples.severalKeys[0]![0] };
    const { status, body } = await service.call('PUT', '/products/A', both);
    expect([status, body.errors]).toMatchObject([400, [{ path: 'inchi', code: 'not_both' }]]);
  });

  test('keeps a structure that it does not name, and removes one where it is empty', async () => {
    await push([{ smiles: 'CO' }]);
    await push([{ name_cn: '乙', smiles: null }]);
    expect((await structure('A')).status).toBe(200);
    await push([{ smiles: '' }]);
    expect((await structure('A')).status).toBe(404);
  });

  test('leaves a product unchanged that has the structure already', async () => {
    await push([{ smiles: 'CO' }]);
    const next = await positionNow();
    expect(await push([{ smiles: 'CO' }], '?unchanged=skip')).toMatchObject({ unchanged: 1, updated: 0 });
    expect(await changesAfter(service, next, 0)).toMatchObject({ data: [] });
    expect(await push([{ smiles: 'CCO' }], '?unchanged=skip')).toMatchObject({ unchanged: 0, updated: 1 });
    expect(await changesAfter(service, next, 1)).toMatchObject({ data: [{ code: 'A', op: 'upsert' }] });
  });

  test('tells of molfiles whose bonds lead nowhere, or that announce more than they have, and reads the others', async () => {
    const lost = (to: number, atoms = 1) =>
      ['', '', '', '  0  0  0     0  0            999 V3000', 'M  V30 BEGIN CTAB', `M  V30 COUNTS ${atoms} 1 0 0 0`, 'M  V30 BEGIN ATOM', 'M  V30 1 C 0 0 0 0', 'M  V30 END ATOM', 'M  V30 BEGIN BOND', `M  V30 1 1 1 ${to}`, 'M  V30 END BOND', 'M  V30 END CTAB', 'M  END'].join('\n'); // prettier-ignore
    const { warnings } = await push([
      ...Array.from({ length: 7 }, (_, i) => ({ molfile: lost(i + 2) })),
      { smiles: 'CO' },
      { code: 'I', molfile: lost(1, 99_999_999) },
    ]);
    expect(warnings).toMatchObject([
      ...Array.from('ABCDEFG', (code) => ({ code, message: 'cannot be read as molfile; it is not stored' })),
      { code: 'I', message: 'is no molfile: it announces more than it has; it is not stored' },
    ]);
  });

  test('does not read a structure again that the product has', async () => {
    await push([{ smiles: 'CO' }, { inchi: 'InChI=1S/CH4O/c1-2/h2H,1H3' }]);
    await service.db.none(`UPDATE product_structures SET formula = 'CH3O', mw = 31`);
    const again = { formula: 'CH4O', mw: 32 };
    const { warnings } = await push([
      { smiles: 'CO', ...again },
      { inchi: 'InChI=1S/CH4O/c1-2/h2H,1H3', ...again },
    ]);
    expect(warnings).toMatchObject(
      ['A', 'B'].flatMap((code) => [
        { code, message: 'the structure is CH3O' },
        { code, message: 'the structure weighs 31' },
      ]),
    );
    expect(await push([{ smiles: 'OC', ...again }])).toMatchObject({ warnings: [] });
  });

  test('tells in a dry run of the structure that would be another one', async () => {
    await push([{ smiles: 'CO' }]);
    const { changes } = await push([{ smiles: 'CO' }, { molfile: METHANOL }], '?dry_run=true');
    expect(
      Object.fromEntries(changes.map((each: { code: string; fields: string[] }) => [each.code, each.fields])),
    ).toEqual({
      A: [],
      B: expect.arrayContaining(['molfile']),
    });
    expect((await structure('B')).status).toBe(404);
  });

  test('warns where formula or weight is not that of the structure', async () => {
    const { warnings } = await push([
      { smiles: ASPIRIN, formula: 'C9H8O4', mw: 180.16 },
      { smiles: ASPIRIN, formula: 'C9H10O4', mw: 182.17 },
      { smiles: 'CN.Cl', formula: 'CH5N·HCl', mw: 67.5 },
      { smiles: '[2H]C([2H])([2H])O', formula: 'CH4O' },
      { smiles: '[3H]O[3H]', formula: 'T2O', mw: 22.03 },
      { smiles: '[3H]O', formula: 'H2O' },
    ]);
    expect(warnings).toMatchObject([
      { code: 'B', field: 'formula', reason: 'structure_formula' },
      { code: 'B', field: 'mw', reason: 'structure_weight' },
    ]);
  });

  test('of many structures works out what they are, and how they are found, soon after', async () => {
    const items = Array.from({ length: 150 }, (_, i) => ({
      code: `P${i}`,
      name_cn: '甲',
      smiles: `${'C'.repeat(i + 1)}O`,
    }));
    expect(await service.push(items)).toMatchObject({ created: 150, warnings: [] });
    await until(async () => {
      const { open } = await service.db.one<{ open: number }>(
        'SELECT count(*) AS open FROM product_structures WHERE NOT is_complete OR inchikey IS NULL OR parent IS NULL',
      );
      return open === 0;
    });
    expect((await structure('P1')).body.data).toMatchObject({
      smiles: 'CCO',
      inchikey: 'LFQSCWFLJHTTHZ-UHFFFAOYSA-N',
    });
    // And what the first search by structure needs.
    expect(
      await service.db.one(
        'SELECT count(*) FROM structure_fingerprints JOIN product_structures USING (product_id, given_hash, smiles)',
      ),
    ).toEqual({ count: 150 });
  });
});

describe('the structure of a product', () => {
  test('is set and removed, which is a change of the product', async () => {
    await push([{}]);
    const next = await positionNow();
    expect((await put('A', { smiles: 'CO' })).body).toEqual({ ok: true, code: 'A', changed: true });
    expect((await put('A', { smiles: 'CO' })).body).toEqual({ ok: true, code: 'A', changed: false });
    expect(await changesAfter(service, next, 1)).toMatchObject({ data: [{ code: 'A', op: 'upsert' }] });
    const removal = await service.write('DELETE', '/products/A/structure');
    expect(removal.body).toEqual({ ok: true, code: 'A', changed: true });
    expect((await service.write('DELETE', '/products/A/structure')).status).toBe(404);
  });

  test('is read of an InChI, by PUT, by a push and by a push of many; the same one again changes nothing', async () => {
    const aspirin = 'InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)';
    const alanine = 'InChI=1S/C3H7NO2/c1-2(4)3(5)6/h2H,4H2,1H3,(H,5,6)/t2-/m0/s1';
    await push([{ inchi: aspirin }]);
    expect((await structure('A')).body.data).toMatchObject({
      source: 'inchi',
      smiles: 'CC(=O)Oc1ccccc1C(=O)O',
      inchikey: ASPIRIN_KEY,
      formula: 'C9H8O4',
      molfile: expect.stringMatching(/ 13 13 /),
    });
    expect((await put('A', { inchi: aspirin })).body).toMatchObject({ changed: false });
    expect((await put('A', { inchi: alanine })).body).toMatchObject({ changed: true });
    expect((await structure('A')).body.data).toMatchObject({ smiles: 'C[C@H](N)C(=O)O', stereo: 'defined' });
    const svg = await fetch(`${service.origin}/api/v1/products/A/structure.svg`);
    expect([svg.status, await svg.text()]).toEqual([200, expect.stringContaining('<svg')]);

    // Indigo reads an imidate and an acid, and a thioimidic acid and a ring imine.
    for (const [smiles, inchi] of [
      [
        'CC(C)C(=O)N[C@@H](C)C(=O)[O-].[Na+]',
        'InChI=1S/C7H13NO3.Na/c1-4(2)6(9)8-5(3)7(10)11;/h4-5H,1-3H3,(H,8,9)(H,10,11);/q;+1/p-1/t5-;/m0./s1',
      ],
      [
        'C[C@H](NC(N)=S)c1ccc(N)nc1.Cl',
        'InChI=1S/C8H12N4S.ClH/c1-5(12-8(10)13)6-2-3-7(9)11-4-6;/h2-5H,1H3,(H2,9,11)(H3,10,12,13);1H/t5-;/m0./s1',
      ],
    ]) {
      await put('A', { inchi });
      expect((await structure('A')).body.data).toMatchObject({ smiles });
    }

    const many = Array.from({ length: 101 }, (_, i) => ({ code: `I${i}`, inchi: i % 2 ? aspirin : alanine }));
    expect((await push(many)).warnings).toEqual([]);
    expect((await structure('I100')).body.data).toMatchObject({ source: 'inchi', stereo: 'defined' });
  });

  type Refused = [given: object, path: string, code: string | undefined];
  test.each<Refused>([
    [{ smiles: 'CC(' }, 'smiles', 'no_structure'],
    [{ smiles: '[2CH4]' }, 'smiles', 'no_structure'],
    [{ inchi: 'InChI=1S/C2H6O/c1-2' }, 'inchi', 'no_structure'],
    [{ inchi: 'InChI=1S/CH4O/c1-2/h2H,1H4' }, 'inchi', 'no_structure'],
    [{ inchi: 'InChI=1/CH4O/c1-2/h2H,1H3' }, 'inchi', 'no_structure'],
    [
      {
        inchi: `InChI=1S/C302H606/c${LONG_CHAIN}/h3-302H2,1-2H3`,
      },
      'inchi',
      'too_large',
    ],
    [{ molfile: 'x' }, 'molfile', 'no_structure'],
    ...examples.openMolfiles.map(([code, symbol, ...more]): Refused => [
      { molfile: molfileOf(symbol!, ...more) },
      'molfile',
      code,
    ]),
    ...examples.openV3000.map((group): Refused => [{ molfile: v3000Of(group) }, 'molfile', 'open_structure']),
    [{ molfile: `${molfileOf('C')}\n$$$$\n${molfileOf('C')}` }, 'molfile', 'no_structure'],
    [{ inchi: 'x' }, 'inchi', 'no_structure'],
    [{ smiles: 'C'.repeat(301) }, 'smiles', 'too_large'],
    [{}, 'smiles', undefined],
    [{ smiles: 'C', inchi: 'InChI=1S/CH4/h1H4' }, 'smiles', undefined],
  ])('refuses %.40j, naming %s', async (json, path, code) => {
    await push([{}]);
    const { status, body } = await put('A', json);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ path, ...(code && { code }) }],
    });
  });

  test('is read of a molfile with abbreviated, repeated and noted groups, and labels that say what the atoms are', async () => {
    const groups = ['SUP', 'MUL', 'DAT'].map((group) => [`M  STY  1   1 ${group}`, 'M  SAL   1  1   1']);
    const molfiles = [...groups, ['A    2', 'OH']].map((more) => molfileOf('O', ...more));
    molfiles.push(...examples.expanded.map(([symbol, ...more]) => molfileOf(symbol!, ...more)));
    await push([...molfiles, ...examples.expandedV3000.map(v3000Of)].map((molfile) => ({ molfile })));
    for (const code of 'ABCDEFGH') expect((await structure(code)).body.data.inchikey).toBe(METHANOL_KEY);
  });

  test('is set by PUT of the product too, which refuses what cannot be read', async () => {
    await push([{}]);
    const edit = (json: object) => service.write('PUT', '/products/A', json);
    expect((await edit({ name_cn: '乙', smiles: 'CO' })).body).toMatchObject({
      updated_fields: ['name_cn', 'smiles'],
    });
    expect((await edit({ smiles: 'CO' })).body).toMatchObject({ updated_fields: [] });
    expect(await edit({ smiles: 'C(' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'smiles' }] },
    });
    expect((await edit({ smiles: null })).body).toMatchObject({ updated_fields: ['smiles'] });
    expect((await structure('A')).status).toBe(404);
  });

  test('is the same substance in its molfile and in its picture', async () => {
    const amphotericin =
      'C[C@H]1/C=C/C=C/C=C/C=C/C=C/C=C/C=C/[C@@H](C[C@H]2[C@@H]([C@H](C[C@](O2)(C[C@H](C[C@H]([C@@H](CC[C@H](C[C@H](CC(=O)O[C@H]([C@@H]([C@@H]1O)C)C)O)O)O)O)O)O)O)C(=O)O)O[C@H]3[C@H]([C@H]([C@@H]([C@H](O3)C)O)N)O';
    const given = [
      amphotericin,
      '[H].[Li]',
      '[OH-].[Sr+]',
      'F[Si-2](F)(F)(F)(F)F.[Na+].[Na+]',
      '[H]/N=C/C',
      '[GaH3].[Sb]',
    ];
    await push(given.map((smiles) => ({ smiles })));
    const picture = async (code: string) =>
      (await fetch(`${service.origin}/api/v1/products/${code}/structure.svg`)).text();
    const drawn = await picture('A');
    for (const code of ['F', 'E', 'D', 'C', 'B', 'A']) {
      const { inchikey, molfile } = (await structure(code)).body.data;
      await push([{ code: 'X', molfile }]);
      expect((await structure('X')).body.data.inchikey).toBe(inchikey);
    }
    expect(await picture('X')).toBe(drawn);
  });

  test('is read from a molfile in V3000, with what it says of stereo', async () => {
    await push([{ name_cn: '丙氨酸' }]);
    // As openchemlib, the editor of the pages, writes it.
    expect((await put('A', { molfile: examples.alanineV3000 })).status).toBe(200);
    expect((await structure('A')).body.data).toMatchObject({
      inchikey: 'QNAYBMKLOCPYGJ-REOHCLBHSA-N',
      stereo: 'defined',
      source: 'molfile',
    });
  });

  test('is not overwritten where it was changed meanwhile', async () => {
    await push([{ smiles: 'CO' }]);
    const { headers } = await structure('A');
    const write = (
      smiles: string,
      condition = { 'If-Match': headers.get('etag')! } as Record<string, string>,
    ) => service.write('PUT', '/products/A/structure', { smiles }, condition);
    expect((await write('CCO')).status).toBe(200);
    expect((await write('CCCO')).status).toBe(412);
    expect((await write('CCCO', { 'If-None-Match': '*' })).status).toBe(412);
    expect((await service.write('DELETE', '/products/A/structure')).status).toBe(200);
    const gone = { key: service.key, headers: { 'If-Match': '*' } };
    expect((await service.call('DELETE', '/products/A/structure', gone)).status).toBe(404);
    expect((await write('CCCO', { 'If-None-Match': '*' })).status).toBe(200);
  });

  test('set again as it is, its product counts as written', async () => {
    const written = async () => (await service.call('GET', '/products/A')).body.data.updated_at;
    await push([{ smiles: 'CO' }]);
    const first = await written();
    await until(async () => {
      expect((await put('A', { smiles: 'CO' })).body.changed).toBe(false);
      return (await written()) > first;
    });
  });

  test('goes with its product', async () => {
    await push([{ smiles: 'CO' }, { smiles: 'CO' }]);
    await service.write('DELETE', '/products/A');
    expect((await structure('A')).status).toBe(404);
    expect(await service.db.one('SELECT count(*) FROM product_structures')).toEqual({ count: 1 });
    await service.db.none('TRUNCATE products');
    expect(await service.db.one('SELECT count(*) FROM product_structures')).toEqual({ count: 0 });
  });
});

/** Carbon, and an atom that may be any. */
function molfileOf(symbol: string, ...more: string[]): string {
  const atom = (x: number, is: string): string =>
    `    ${x}.0000    0.0000    0.0000 ${is.padEnd(3)} 0  0  0  0  0  0  0  0  0  0  0  0`;
  return ['', '', '', '  2  1  0  0  0  0  0  0  0  0999 V2000', atom(0, 'C'), atom(1, symbol), '  1  2  1  0', ...more, 'M  END'].join('\n'); // prettier-ignore
}

test.each(examples.hydrogens as [string, string, number][])(
  '%s has the hydrogens that stand in it, and no others: %s',
  async (smiles, formula, mw) => {
    await service.push([{ code: 'H', name_cn: '甲', smiles }]);
    const { data } = (await service.call('GET', '/products/H/structure')).body;
    expect(data.mw).toBeCloseTo(mw, 1);
    expect(data.formula).toBe(formula);
  },
);

/** Enough for a push of which no more than what is doubtful is identified at once. */
const FILLERS = Array.from({ length: 101 }, (_, i) => ({
  code: `F${i}`,
  name_cn: '甲',
  smiles: 'C'.repeat(i + 1),
}));

test('what RDKit cannot read is not stored, alone or in a push of many', async () => {
  const impossible = examples.impossible.map((smiles, i) => ({ code: `I${i}`, name_cn: '甲', smiles }));
  const refused = impossible.map(({ code }) => ({ code, field: 'smiles', reason: 'no_structure' }));
  for (const products of [impossible, [...impossible, ...FILLERS]])
    expect((await service.push(products)).warnings).toMatchObject(refused);
});

test('usual charges and hypervalent atoms are read in a push of many', async () => {
  const possible = examples.possible.map((smiles, i) => ({ code: `I${i}`, name_cn: '甲', smiles }));
  expect((await service.push([...possible, ...FILLERS])).warnings).toEqual([]);
});

test('deuterium and tritium are read by their own signs too, alone or in a push of many', async () => {
  const labelled = [
    { code: 'D', name_cn: '甲', smiles: 'CC([D])([D])O' },
    { code: 'T', name_cn: '甲', smiles: '[T]O[T]' },
  ];
  for (const products of [labelled, [...labelled, ...FILLERS]]) {
    await service.db.none('DELETE FROM products');
    expect((await service.push(products)).warnings).toEqual([]);
    expect((await structure('D')).body.data).toMatchObject({ smiles: '[2H]C([2H])(C)O', formula: 'C2H4D2O' });
    expect((await structure('T')).body.data).toMatchObject({ smiles: '[3H]O[3H]', formula: 'OT2' });
  }
});

test.each([
  ['CC=NO', 'a double bond of which it is not known how it lies'],
  ['c1ccccc1N=Nc1ccccc1', 'an azo compound'],
  ['C/C=C\\C', 'one of which it is'],
  ['O=CO.[Na]', 'a metal without a charge'],
  ['[NH3]->[Pt](<-[NH3])([Cl])[Cl]', 'a metal with ligands'],
])('a molfile of %s, %s, is read as the same structure', async (smiles) => {
  await service.push([{ code: 'M', name_cn: '甲', smiles }]);
  const first = (await service.call('GET', '/products/M/structure')).body.data;
  await service.push([{ code: 'M', molfile: first.molfile }]);
  const second = (await service.call('GET', '/products/M/structure')).body.data;
  const identity = ({ smiles, inchikey, formula, fragments }: Record<string, unknown>) => [smiles, inchikey, formula, fragments]; // prettier-ignore
  expect(identity(second)).toEqual(identity(first));
});

test.each([
  [1, 'an atom in aromatic bonds', benzeneOf(4), 'C6H6', 78.114],
  [1, 'a bare metal', molfileOf('Al'), 'CH5Al', 44.033],
  [101, 'an atom in aromatic bonds, of a push of many', benzeneOf(4), 'C6H6', 78.114],
])('of %i molfiles with %s, the formula is that of the SMILES', async (times, _, molfile, formula, mw) => {
  await service.push(Array.from({ length: times }, (_, i) => ({ code: `R${i}`, name_cn: '甲', molfile })));
  expect((await service.call('GET', '/products/R0/structure')).body.data).toMatchObject({ formula, mw });
});

test('a molfile of 300 atoms is taken, and so is the one that is answered of a SMILES of them', async () => {
  await service.push([{ code: 'L', name_cn: '甲', smiles: 'C'.repeat(300) }]);
  const { molfile, inchikey } = (await service.call('GET', '/products/L/structure')).body.data;
  expect(await put('L', { molfile })).toMatchObject({ status: 200, body: { changed: true } });
  expect((await structure('L')).body.data.inchikey).toBe(inchikey);
});

/** Benzene, its bonds of this type. */
function benzeneOf(type: number): string {
  const numbers = Array.from({ length: 6 }, (_, i) => i);
  const atom = (i: number): string =>
    `${[Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3), 0].map((n) => n.toFixed(4).padStart(10)).join('')} C   0  0`;
  return ['', '', '', '  6  6  0  0  0  0  0  0  0  0999 V2000', ...numbers.map(atom), ...numbers.map((i) => `  ${i + 1}  ${((i + 1) % 6) + 1}  ${type}  0`), 'M  END'].join('\n'); // prettier-ignore
}

/** Carbons in a torus of n rows and columns. */
const torus = (n: number): string =>
  Array.from({ length: n * n }, (_, k) => {
    const column = k % n;
    const isAtEdge = k < n || k >= n * (n - 1);
    const bonds = [k >= n && column, k < n * (n - 1) && column, isAtEdge && n + column];
    const ends = k === 0 || k === n * n - 1;
    return `C${[...bonds, ends && 2 * n].map((bond) => (bond === false ? '' : `%${bond + 10}`)).join('')}`;
  }).join('');
/** They take much longer to lay out flat than a structure may. */
const CAGES = [24, 24, 24].map(torus).join('.');

test('a structure that twice took too long to draw is not tried again for some time, so that nobody waits for it', async () => {
  const chemistry = closing(openChemistry());
  const [cage, methanol] = [CAGES, 'CO'].map((text): GivenStructure => ({ source: 'smiles', text }));
  const asked = ['light', 'dark', 'light'].map((theme) => chemistry.draw(cage!, { theme: theme as Theme }));
  const refusal = (message: string) => ({ status: 503, cause: { message } });
  const tried = refusal('no answer in time');
  const notTried = refusal('it took too long before');
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes).toMatchObject([tried, tried, notTried].map((reason) => ({ reason })));
  expect(await chemistry.molfiles([cage!, methanol!])).toEqual([undefined, expect.stringMatching(/V2000/)]);
  await expect(chemistry.draw(cage!, { theme: 'light' })).rejects.toMatchObject(notTried);
});

test('one without a molfile for that reason is answered without it, as in lists', async () => {
  await push([{ smiles: 'CO' }]);
  const late = { molfiles: () => Promise.resolve([undefined]) } as Partial<Chemistry> as Chemistry;
  const answer = await structureAnswer(service.db, late, 'A');
  expect(JSON.parse(answer!).data).toMatchObject({ smiles: 'CO', molfile: null });
});

describe('of a call with structures that take too long', () => {
  const given = (texts: string[]): GivenStructure[] => texts.map((text) => ({ source: 'smiles', text }));
  /** Does not answer where a text begins with `slow`, and ends where one begins with `end`; writes down what it was asked. */
  const reader = () => {
    const asked: string[][] = [];
    const work = async (some: GivenStructure[]): Promise<string[]> => {
      const texts = some.map(({ text }) => text);
      asked.push(texts);
      if (texts.some((text) => text.startsWith('slow'))) throw new TimedOut();
      if (texts.some((text) => text.startsWith('end'))) throw new WorkerEnded();
      return texts;
    };
    return { asked, work };
  };

  test('the others are read', async () => {
    const { work } = reader();
    const texts = ['a', 'b', 'slow 1', 'c', 'd', 'e', 'slow 2'];
    const read = ['a', 'b', undefined, 'c', 'd', 'e', undefined];
    expect(await inBatches(work, 4, given(texts))).toEqual(read);
  });

  test('nothing is tried any more once five of them were met', async () => {
    const { asked, work } = reader();
    const slow = Array.from({ length: 100 }, (_, i) => `slow ${i}`);
    const read = await inBatches(work, 10, given([...slow, 'a']));
    expect(read).toEqual([...slow, 'a'].map(() => undefined));
    expect(asked.filter(({ length }) => length === 1)).toEqual(slow.slice(0, 5).map((text) => [text]));
    expect(asked.flat()).not.toContain('slow 10');
  });

  test('those at which the process ends at once are no slow ones, and are bounded as well', async () => {
    const { asked, work } = reader();
    const ends = Array.from({ length: 6 }, (_, i) => `end ${i}`);
    expect((await inBatches(work, 6, given([...ends, 'a']))).at(-1)).toBe('a');
    const more = Array.from({ length: 100 }, (_, i) => `end ${i}`);
    expect((await inBatches(work, 10, given([...more, 'a']))).at(-1)).toBeUndefined();
    expect(asked.flat()).not.toContain('end 30');
  });

  test('one at which the process ended once is read', async () => {
    const { work } = reader();
    let ended = false;
    const endedOnce: typeof work = async (some) => {
      if (ended) return work(some);
      ended = true;
      throw new WorkerEnded();
    };
    expect(await inBatches(endedOnce, 10, given(['a']))).toEqual(['a']);
  });
});

test('a process that waits for its workers to end is kept alive by them: else it would end before its work', async () => {
  const pool = openPool({ kind: 'process', program: 'chemistry-process', megabytes: 256 });
  const held = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  await pool.run({ task: 'molfile', given: [{ source: 'smiles', text: 'C' }] });
  const idle = held();
  const closed = pool.close();
  expect(held()).toBe(idle + 1);
  await closed;
});

test('the process that reads structures ends when its parent was killed, though it is busy', async () => {
  const parent = `
    import { fork } from 'node:child_process';
    const child = fork('dist/chemistry-process.js', { execArgv: [], serialization: 'advanced' });
    const given = [{ source: 'smiles', text: '${CAGES}' }];
    child.once('message', () => {
      child.send({ id: 1, task: { task: 'drawing', theme: 'light', given } });
      setTimeout(() => process.stdout.write(String(child.pid), () => process.kill(process.pid, 'SIGKILL')), 500);
    });`;
  const { stdout, stderr } = spawn(process.execPath, ['--input-type=module', '-e', parent], { cwd: ROOT });
  const [child, complaint] = await Promise.all([text(stdout), text(stderr)]);
  expect(complaint).toBe('');
  await until(() => !existsSync(`/proc/${child}`));
}, 20_000);
