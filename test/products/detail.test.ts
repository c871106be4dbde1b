import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('a pushed product is read back by its code and by its CAS number', async () => {
  await service.push([{ code: 'A/1', name_cn: '阿司匹林', cas: '50-78-2', stock: 3 }]);
  const byCode = await service.call('GET', `/products/${encodeURIComponent('A/1')}`);
  const byCas = await service.call('GET', '/products/50-78-2');
  expect(byCode.body.data).toMatchObject({
    code: 'A/1',
    name_cn: '阿司匹林',
    cas: '50-78-2',
    status: 'in_stock',
    in_stock: true,
    source: 'erp',
  });
  expect(byCas.body).toEqual(byCode.body);
});
