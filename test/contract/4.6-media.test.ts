import { serviceOfFile } from '../support/service.js';
import { PNG } from './images.js';

const service = serviceOfFile();

const base64 = PNG.toString('base64');
const dataUrl = `data:image/png;base64,${base64}`;
const post = (json: unknown) => service.write('POST', '/media', json);

describe('4.6 POST /media', () => {
  test('20 images work, 21 are a 400 and nothing is stored', async () => {
    const count = async () => (await service.db.one<{ n: number }>('SELECT count(*) AS n FROM media')).n;
    const images = Array.from({ length: 21 }, () => ({ dataUrl }));
    expect((await post(images.slice(1))).body.uploaded).toBe(20);
    const before = await count();
    expect(await post(images)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'too_many_images' }] },
    });
    expect(await count()).toBe(before);
  });
});

test('GET /media: the last 100 images, newest first', async () => {
  for (let i = 0; i < 5; i++) await post(Array.from({ length: 20 }, () => ({ dataUrl })));
  const { data } = (await service.call('GET', '/media')).body;
  expect(data).toHaveLength(100);
  const ids = data.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
});
