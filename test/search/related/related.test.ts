import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';
import { startSearch } from '../text/catalogue.js';
import examples from './related.json' with { type: 'json' };

const service = shared(() => startSearch(examples.products.map((each) => ({ name_cn: each.code, ...each }))));

type Item = { relation: string; product: { code: string } };
const whysOf = async (code: string): Promise<Record<string, string>> => {
  const { status, body } = await service.call('GET', `/products/${code}/related`);
  expect(status).toBe(200);
  return Object.fromEntries(body.data.map(({ product, relation }: Item) => [product.code, relation]));
};

test('a drug leads to its impurities, derivatives, forms and what is alike, and to nothing of another drug; what is no longer sold comes last of its kind', async () => {
  const brands = [...'abcdefghijklmnopqr'].map((at) => ({ code: 'ASPIRIN', text: `brand ${at}` }));
  await service.write('PUT', '/aliases', { aliases: brands });
  await until(async () => (await service.call('GET', '/products/ASPIRIN/related')).body.whole);
  const { body } = await service.call('GET', '/products/ASPIRIN/related');
  expect(body.data.map(({ product, relation }: Item) => `${product.code} ${relation}`)).toEqual([
    'IMP-B impurity',
    'IMP-C impurity',
    'IMP-A impurity',
    'ASPIRIN-NA form',
    'CARBASPIRIN form',
    'ESTER similar',
    'LIKE similar',
  ]);
  expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual([
    expect.stringContaining('乙酰基水杨酸杂质B'),
    expect.stringContaining('Acetosal EP Impurity C'),
    expect.stringContaining('阿司匹林杂质A'),
    'The same skeleton: Other salt, hydrate or free form. 同一骨架：盐、水合物或游离形式不同。',
    expect.stringContaining('salt'),
    expect.stringContaining('aspirin methyl ester'),
    expect.stringMatching(/alike: 0\.\d+/),
  ]);
  const { data } = (await service.call('GET', '/products/IMP-B/related')).body;
  expect(data).toContainEqual({
    relation: 'series',
    reason: 'Of the series 阿司匹林. 同属系列：阿司匹林。',
    product: expect.objectContaining({ code: 'OTHERS', series: '阿司匹林', tags: null }),
  });
});

test('metabolites are found by names in both languages, from a salt too, and drugs of their own are none', async () => {
  expect(await whysOf('TAMOXIFEN')).toEqual({
    DESMETHYL: 'metabolite',
    HYDROXY: 'metabolite',
    OXIDE: 'metabolite',
  });
  expect(await whysOf('CHLOROQUINE')).toEqual({});
  expect((await service.call('GET', '/products/NONE/related')).status).toBe(404);
});
