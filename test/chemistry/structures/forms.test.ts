import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** Pushes products with these structures, named by their numbers. */
async function push(structures: Record<string, string>): Promise<void> {
  const items = Object.entries(structures).map(([code, smiles]) => ({ code, name_cn: '甲', smiles }));
  expect(await service.push(items)).toMatchObject({ created: items.length });
}
/** The other forms of a product: what each differs in, by its number. */
async function formsOf(code: string): Promise<Record<string, string>> {
  const { body } = await service.call('GET', `/products/${code}/forms`);
  return Object.fromEntries(
    body.data.map((form: { code: string; differs_in: string[]; stereo: string | null }) => [
      form.code,
      [...form.differs_in, form.stereo].filter(Boolean).join(' '),
    ]),
  );
}

test('other forms are told by structure, with what each differs in, the least different first', async () => {
  await push({
    L: 'C[C@H](N)C(=O)O',
    SAME: 'OC(=O)[C@H](C)N',
    D: 'C[C@@H](N)C(=O)O',
    RAC: 'CC(N)C(=O)O',
    'L-HCL': 'C[C@H](N)C(=O)O.Cl',
    'L-HYDRATE': 'C[C@H](N)C(=O)O.O',
    'D-SODIUM': 'C[C@@H](N)C(=O)[O-].[Na+]',
    'L-D3': '[2H]C([2H])([2H])[C@H](N)C(=O)O',
    'L-D1': '[2H][C@@](C)(N)C(=O)O',
    'D-D1': '[2H][C@](C)(N)C(=O)O',
    BETA: 'NCCC(=O)O',
    ACID: 'CCC(=O)O',
  });
  const forms = await formsOf('L');
  expect(forms).toEqual({
    SAME: '',
    D: 'stereo enantiomer',
    RAC: 'stereo less_defined',
    'L-HCL': 'salt',
    'L-HYDRATE': 'salt',
    'L-D1': 'isotopes',
    'L-D3': 'isotopes',
    'D-SODIUM': 'stereo salt enantiomer',
    'D-D1': 'stereo isotopes enantiomer',
  });
  expect(Object.keys(forms)[0]).toBe('SAME');
  expect(Object.keys(forms).slice(-2)).toEqual(['D-D1', 'D-SODIUM']);
  expect(await formsOf('RAC')).toMatchObject({ L: 'stereo more_defined', D: 'stereo more_defined' });
  expect(await formsOf('BETA')).toEqual({});
});

test.each<[what: string, one: string, other: string, difference: string]>([
  ['double bonds', 'OC(=O)/C=C/C(=O)O', 'OC(=O)/C=C\\C(=O)O', 'stereo diastereomer'],
  ['labels at a double bond', 'OC(=O)/C=C/C(=O)O', 'OC(=O)/C([2H])=C/C(=O)O', 'isotopes'],
  ['several centres', 'O=C[C@H](O)[C@H](O)CO', 'O=C[C@@H](O)[C@@H](O)CO', 'stereo enantiomer'],
  ['one of several centres', 'O=C[C@H](O)[C@H](O)CO', 'O=C[C@@H](O)[C@H](O)CO', 'stereo diastereomer'],
  ['a meso form', 'O[C@H](C(=O)O)[C@@H](O)C(=O)O', 'O[C@H](C(=O)O)[C@H](O)C(=O)O', 'stereo diastereomer'],
  ['places of labels', '[2H]C([2H])([2H])CO', 'CC([2H])([2H])O', 'isotopes'],
  ['the stereo of a counter-ion', 'CN1CCC[C@H]1c1cccnc1', 'CN1CCC[C@H]1c1cccnc1.OC(=O)[C@H](O)[C@@H](O)C(=O)O', 'salt'],
  ['labels elsewhere, and the salt', '[2H]C([2H])([2H])NCCO', 'CNCC([2H])([2H])O.Cl', 'isotopes salt'],
  ['as many labels elsewhere, and the salt', '[2H]C([2H])([2H])NCCO', 'CNC([2H])([2H])C([2H])O.Cl', 'isotopes salt'],
  ['a geometry that InChI lacks', 'N[Pt@SP1](N)(Cl)Cl', 'N[Pt@SP2](N)(Cl)Cl', 'stereo unknown'],
  ['the salt of a labelled one', '[2H]C([2H])([2H])NCCO', '[2H]C([2H])([2H])NCCO.Cl', 'salt'],
  ['centres that each leaves open', 'O=C[C@H](O)C(O)CO', 'O=CC(O)[C@@H](O)CO', 'stereo unknown'],
  ['a labelled solvent, whose deuterium does not make it the larger part', 'CCCCO', 'CCCCO.[2H]C([2H])([2H])S(=O)C([2H])([2H])[2H]', 'isotopes salt'],
  ['an ion', 'CC(=O)O', 'CC(=O)[O-]', 'salt'],
  ['hydrates of a salt without carbon', '[Cu+2].[O-]S(=O)(=O)[O-]', 'O.O.[Cu+2].[O-]S(=O)(=O)[O-]', 'salt'],
])('two forms may differ in %s', async (_, one, other, difference) => {
  await push({ A: one, B: other });
  expect(await formsOf('A')).toEqual({ B: difference });
}); // prettier-ignore

test('another sulfate is no form of a sulfate, and tautomers are the same structure', async () => {
  await push({ A: '[Cu+2].[O-]S(=O)(=O)[O-]', B: '[Zn+2].[O-]S(=O)(=O)[O-]' });
  expect(await formsOf('A')).toEqual({});
  await push({ C: 'O=c1cccc[nH]1', D: 'Oc1ccccn1' });
  expect(await formsOf('C')).toEqual({ D: '' });
});

test('a symmetric structure that could be laid on another in many ways is not compared for ever', async () => {
  const star = (turn: string): string =>
    `C(${Array.from({ length: 3 }, () => `C(C(C)(C)C)(C(C)(C)C)[C${turn}H](O)C`).join(')(')})O`;
  await push({ A: star('@'), B: star('@@'), C: star('') });
  const begun = process.cpuUsage();
  const forms = await formsOf('A');
  expect(Object.keys(forms).sort()).toEqual(['B', 'C']);
  expect(Object.values(forms).every((each) => each.startsWith('stereo'))).toBe(true);
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
});

test('a product without a structure, or that is not there, is a 404', async () => {
  await service.push([{ code: 'A', name_cn: '甲' }]);
  for (const code of ['A', 'B']) expect(await service.call('GET', `/products/${code}/forms`)).toMatchObject({ status: 404 });
}); // prettier-ignore

test.each([
  ['en', 'Other forms of this substance', 'Enantiomer'],
  ['zh', '同一物质的其他形式', '对映体'],
])('the page of a product shows its other forms (%s)', async (lang, title, note) => {
  await push({ L: 'C[C@H](N)C(=O)O', D: 'C[C@@H](N)C(=O)O', X: 'CCC(=O)O' });
  const page = async (code: string): Promise<string> =>
    (await fetch(`${service.origin}/products/${code}?lang=${lang}`)).text();
  const shown = await page('L');
  expect(shown).toContain(title);
  expect(shown).toMatch(new RegExp(`href="/products/D[^"]*"[^]*${note}`));
  expect(await page('X')).not.toContain(title);
});
