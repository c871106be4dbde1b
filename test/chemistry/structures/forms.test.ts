import { serviceOfFile } from '../../support/service.js';
import examples from './forms.json' with { type: 'json' };

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
  await push(examples.alanines);
  const forms = await formsOf('L');
  expect(forms).toEqual(examples.differences);
  expect(Object.keys(forms)[0]).toBe('SAME');
  expect(Object.keys(forms).slice(-2)).toEqual(['D-D1', 'D-SODIUM']);
  expect(await formsOf('RAC')).toMatchObject({ L: 'stereo more_defined', D: 'stereo more_defined' });
  expect(await formsOf('BETA')).toEqual({});
});

test.each(examples.pairs)('two forms may differ in %s', async (_, one, other, difference) => {
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
