import { startWithStructures } from '../../chemistry/structures/catalogue.js';
import { shared } from '../../support/with-own.js';

const PRODUCTS = [
  { code: 'ASPIRIN', smiles: 'CC(=O)Oc1ccccc1C(=O)O', name_en: 'aspirin', stock: 3, status: 'in_stock', category: '标准品' },
  { code: 'ASPIRIN-NA', smiles: 'CC(=O)Oc1ccccc1C(=O)[O-].[Na+]', name_en: 'aspirin sodium', status: 'custom' },
  { code: 'ASPIRIN-D4', smiles: '[2H]c1c([2H])c([2H])c(C(=O)O)c(OC(C)=O)c1[2H]', name_en: 'aspirin-d4' },
  { code: 'SALICYLIC', smiles: 'OC(=O)c1ccccc1O', category: '标准品' },
  { code: 'BENZENE', smiles: 'C1=CC=CC=C1' },
  { code: 'L-ALANINE', smiles: 'C[C@H](N)C(=O)O' },
  { code: 'D-ALANINE', smiles: 'C[C@@H](N)C(=O)O' },
  { code: 'DL-ALANINE', smiles: 'CC(N)C(=O)O' },
  { code: 'FUMARIC', smiles: 'OC(=O)/C=C/C(=O)O' },
  { code: 'MALEIC', smiles: 'OC(=O)/C=C\\C(=O)O' },
  { code: 'CHOLESTANE', smiles: 'CC(C)CCCC(C)C1CCC2C1(C)CCC1C2CCC2CCCCC12C' },
  { code: 'INDOLE', smiles: 'c1ccc2[nH]ccc2c1' },
  { code: 'NITROBENZENE', smiles: 'O=[N+]([O-])c1ccccc1' },
  { code: 'METHANE', smiles: 'C' },
  { code: 'RADICAL', smiles: '[CH2]O' },
  { code: 'TIN-HYDRIDE', smiles: '[SnH3]Cl' },
  { code: 'PYRIDONE', smiles: 'O=c1cccc[nH]1' },
  { code: 'DIKETONE', smiles: 'CC[C@H](C)C(=O)CC(C)=O' },
  { code: 'CISPLATIN', smiles: '[NH3][Pt@SP1]([NH3])(Cl)Cl' },
  { code: 'TRANSPLATIN', smiles: '[NH3][Pt@SP2]([NH3])(Cl)Cl' },
  { code: 'NO-STRUCTURE' },
]; // prettier-ignore

/** Its hydrogens are atoms. */
const TIN_HYDRIDE = `


  5  4  0  0  0  0  0  0  0  0999 V2000
${['Sn', 'Cl', 'H', 'H', 'H'].map((element, at) => `    ${at}.0000    0.0000    0.0000 ${element.padEnd(3)} 0  0`).join('\n')}
  1  2  1  0
  1  3  1  0
  1  4  1  0
  1  5  1  0
M  END`;

const service = shared(() => startWithStructures(PRODUCTS));

test('the page of the search draws what it finds', async () => {
  const found = await service.call('GET', '//storefront/structures?mode=exact&s=C');
  expect(found.text).toMatch(
    /src="\/api\/v1\/products\/METHANE\/structure\.svg\?v=[0-9a-f]{8}&amp;part=largest"/,
  );
});

test('a picture of another site, or a name with a NUL, names no product of this one', async () => {
  for (const text of ['a%2500.png', '%2Fproducts%2F%2500%2Fstructure.svg', 'https%3A%2F%2Fother.example%2Fapi%2Fv1%2Fproducts%2FMETHANE%2Fstructure.svg']) {
    const { status, text: page } = await service.call('GET', `//storefront/structures?mode=exact&s=${text}`);
    expect([status < 500, page.includes('/products/METHANE')]).toEqual([true, false]);
  }
}); // prettier-ignore

test('the answer has the envelope of a search, and says of each product how its structure is meant', async () => {
  const { status, body } = await service.find({ smiles: 'OC(=O)c1ccccc1OC(C)=O', mode: 'substructure' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    query: { smiles: 'OC(=O)c1ccccc1OC(C)=O', mode: 'substructure' },
    page: 1,
    page_size: 20,
    total: 3,
    total_is_estimate: false,
    whole: true,
    exact: true,
  });
  const { data } = await service.call('GET', '/products/ASPIRIN').then((detail) => detail.body);
  expect(body.data[0]).toEqual({ ...data, match: 'exact', similarity: 1 });
  expect(body.data.map(({ code, match }: Record<string, string>) => [code, match]).slice(1)).toEqual(
    expect.arrayContaining([
      ['ASPIRIN-NA', 'substructure'],
      ['ASPIRIN-D4', 'substructure'],
    ]),
  );
});

test('structure=true shows structures, and structure=molfile their molfiles too, as lists do', async () => {
  for (const structure of [true, 'molfile']) {
    const { body } = await service.find({ smiles: 'OC(=O)c1ccccc1O', mode: 'exact', structure });
    const listed = await service.call('GET', `/products/search?q=SALICYLIC&structure=${structure}`);
    expect(body.data[0].structure).toEqual(listed.body.data[0].structure);
    expect(body.data[0].structure).toMatchObject({
      inchikey: 'YGSDEFSMJLZEOE-UHFFFAOYSA-N',
      ...(structure === 'molfile' && { molfile: expect.stringContaining('M  END') }),
    });
  }
});

test('a tautomer is told from the same structure', async () => {
  const match = async (smiles: string) => {
    const { body } = await service.find({ smiles, mode: 'tautomer' });
    return [body.exact, body.data.map((hit: Record<string, string>) => `${hit['code']} ${hit['match']}`)];
  };
  expect(await match('O=c1cccc[nH]1')).toEqual([true, ['PYRIDONE exact']]);
  expect(await match('Oc1ccccn1')).toEqual([false, ['PYRIDONE tautomer']]);
});

test.each([
  ['exact: another spelling', { smiles: 'OC(=O)c1ccccc1OC(C)=O', mode: 'exact' }, ['ASPIRIN']],
  ['exact: not its salt', { smiles: 'CC(=O)Oc1ccccc1C(=O)[O-].[Na+]', mode: 'exact' }, ['ASPIRIN-NA']],
  ['exact: an enantiomer is another substance', { smiles: 'C[C@H](N)C(=O)O', mode: 'exact' }, ['L-ALANINE']],
  ['exact: hydrogens at a metal, which a molfile has as atoms', { molfile: TIN_HYDRIDE, mode: 'exact' }, ['TIN-HYDRIDE']],
  ['exact: a racemate is no enantiomer', { smiles: 'CC(N)C(=O)O', mode: 'exact' }, ['DL-ALANINE']],
  ['stereo-blind: all three, the same one first', { smiles: 'C[C@@H](N)C(=O)O', mode: 'stereo-blind' }, ['D-ALANINE', 'L-ALANINE', 'DL-ALANINE']],
  ['stereo-blind: isotopes are no stereo', { smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'stereo-blind' }, ['ASPIRIN']],
  ['exact: a planar metal has stereo', { smiles: '[NH3][Pt@SP2]([NH3])(Cl)Cl', mode: 'exact' }, ['TRANSPLATIN']],
  ['stereo-blind: at a planar metal too', { smiles: '[NH3][Pt@SP2]([NH3])(Cl)Cl', mode: 'stereo-blind' }, ['TRANSPLATIN', 'CISPLATIN']],
  ['tautomer: lactam and lactim', { smiles: 'Oc1ccccn1', mode: 'tautomer' }, ['PYRIDONE']],
  ['tautomer: keto and enol', { smiles: 'CC[C@H](C)C(O)=CC(C)=O', mode: 'tautomer' }, ['DIKETONE']],
  ['tautomer: an enantiomer is none, though its centre can be an enol', { smiles: 'CC[C@@H](C)C(=O)CC(C)=O', mode: 'tautomer' }, []],
  ['tautomer: an isomer is none', { smiles: 'Oc1ccncc1', mode: 'tautomer' }, []],
  ['substructure: stereo where it is said', { smiles: 'OC(=O)/C=C/C(=O)O' }, ['FUMARIC']],
  ['substructure: any stereo where none is said', { smiles: 'OC(=O)C=CC(=O)O' }, ['FUMARIC', 'MALEIC']],
  ['substructure: an enantiomer', { smiles: 'C[C@H](N)C(=O)O' }, ['L-ALANINE']],
  ['substructure: a charge', { smiles: 'C[N+](=O)[O-]' }, ['NITROBENZENE']],
  ['substructure: a part that is drawn with double bonds', { smiles: 'C1=CC=CC2=C1C=CN2' }, ['INDOLE']],
  ['substructure: a steroid', { smiles: 'C1CCC2C(C1)CCC1C2CCC2CCCC12' }, ['CHOLESTANE']],
  ['substructure: parts of a salt', { smiles: '[Na+].OC(=O)' }, ['ASPIRIN-NA']],
  ['substructure: an isotope', { smiles: '[2H]C' }, ['ASPIRIN-D4']],
  ['substructure: an open valence is a radical', { smiles: '[CH2]O' }, ['RADICAL']],
  ['smarts', { smarts: '[CX3](=O)[OX1-]' }, ['ASPIRIN-NA']],
  ['smarts: bonds in rings', { smarts: '[#6;x3]' }, ['INDOLE', 'CHOLESTANE']],
  ['smarts: hydrogens that are no atoms', { smarts: '[n;h1]' }, ['PYRIDONE', 'INDOLE']],
  ['smarts: a nitro group', { smarts: '[N+](=O)[O-]' }, ['NITROBENZENE']],
  ['similarity', { smiles: 'OC(=O)c1ccccc1O', mode: 'similarity', threshold: 0.99 }, ['SALICYLIC']],
] as [string, Record<string, unknown>, string[]][])('%s', async (_, body, codes) => {
  const found = await service.codes(body);
  expect(found[0]).toBe(codes[0]);
  expect(found.toSorted()).toEqual(codes.toSorted());
}); // prettier-ignore
