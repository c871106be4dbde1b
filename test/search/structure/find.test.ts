import { startWithStructures } from '../../chemistry/structures/catalogue.js';
import { shared } from '../../support/with-own.js';
import examples from './find.json' with { type: 'json' };

const service = shared(() => startWithStructures(examples.products));

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

test.each(examples.finds as [string, Record<string, unknown>, string[]][])('%s', async (_, body, codes) => {
  const found = await service.codes(body);
  expect(found[0]).toBe(codes[0]);
  expect(found.toSorted()).toEqual(codes.toSorted());
});
