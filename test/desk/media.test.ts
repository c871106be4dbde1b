import { picture } from '../catalogue/media/images.js';
import { serviceOfFile } from '../support/service.js';
import { officeOfFile } from './office.js';

const service = serviceOfFile();
const office = officeOfFile(service);
let image: Buffer;
beforeAll(async () => void (image = await picture('png')));

async function upload(): Promise<number> {
  const { body } = await service.call('PUT', '/media/a.png', {
    body: new Uint8Array(image),
    headers: {
      Cookie: office.cookie,
      Origin: service.origin,
      'X-Back-Office': '1',
      'Content-Type': 'image/png',
    },
  });
  return body.id;
}
const shown = async (id: number): Promise<number> => (await service.call('GET', `//media/${id}`)).status;

test('an image that no product shows is deleted, at once for everybody who asks here', async () => {
  const [id, twin] = [await upload(), await upload()];
  expect([await shown(id), await shown(twin)]).toEqual([200, 200]);
  expect((await office.call('DELETE', `/media/${id}`)).status).toBe(200);
  // The other one stands on the same object.
  expect([await shown(id), await shown(twin)]).toEqual([404, 200]);
  expect((await office.call('DELETE', `/media/${id}`)).status).toBe(404);
  const listed = (await office.call('GET', '/media')).body.data.map((each: { id: number }) => each.id);
  expect(listed).toContain(twin);
  expect(listed).not.toContain(id);
});

test.each([
  ['by its address', (id: number) => `/media/${id}`],
  ['by its full address', (id: number) => `${service.origin}/media/${id}`],
  ['in a small copy', (id: number) => `/media/${id}?w=96`],
])('an image that a product shows %s is kept, and the product is named', async (what, address) => {
  const id = await upload();
  await service.push([
    { code: `IMG-${what}`, name_cn: '甲', structure_url: address(id).replace('?w=96', '') },
    { code: `OTHER-${what}`, name_cn: '乙', structure_url: `/media/${id}0` },
  ]);
  if (address(id).includes('?'))
    await service.db.none('UPDATE products SET structure_url = $1 WHERE code = $2', [
      address(id),
      `IMG-${what}`,
    ]);
  const [newest] = (await office.call('GET', '/media')).body.data;
  expect(newest).toMatchObject({ id, used_by: { first: `IMG-${what}`, count: 1 } });
  const refused = await office.call('DELETE', `/media/${id}`);
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatchObject({ path: 'id', code: 'in_use' });
  expect(refused.body.errors[0].message).toContain(`IMG-${what}`);
  expect((await office.call('GET', `/media/${id}/products`)).body).toEqual({
    ok: true,
    data: [`IMG-${what}`],
    total: 1,
  });
  expect(await shown(id)).toBe(200);
  await service.call('PUT', `/products/${encodeURIComponent(`IMG-${what}`)}`, {
    key: service.key,
    json: { structure_url: null },
  });
  expect((await office.call('DELETE', `/media/${id}`)).status).toBe(200);
});
