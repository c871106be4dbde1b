import { serviceOfFile } from '../support/service.js';
import { PNG } from './images.js';

const service = serviceOfFile();

const base64 = PNG.toString('base64');
const dataUrl = `data:image/png;base64,${base64}`;
const post = (json: unknown) => service.call('POST', '/media', { key: service.key, json });
const served = async (url: string) => Buffer.from(await (await fetch(service.origin + url)).arrayBuffer());
const one = { ok: true, url: expect.stringMatching(/^\/media\/\d+$/), id: expect.any(Number) };

describe('4.6 POST /media', () => {
  test.each([
    ['{dataUrl}', { dataUrl }],
    ['{image, mime}', { image: base64, mime: 'image/png' }],
    ['{dataUrl, filename}', { dataUrl, filename: '结构.png' }],
  ])('%s: uploads one image', async (_, json) => {
    const { status, body } = await post(json);
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, uploaded: 1, results: one });
    expect(await served(body.results.url)).toEqual(PNG);
  });

  test('an array uploads several: results in its order', async () => {
    const { body } = await post([{ dataUrl, filename: 'a.png' }, { image: 'AAAA', mime: 'image/png' }, { image: base64, mime: 'image/png' }]); // prettier-ignore
    expect(body).toEqual({
      ok: false,
      uploaded: 2,
      results: [
        { ...one, filename: 'a.png' },
        { ok: false, index: 1, reason: expect.any(String), message: expect.any(String) },
        { ...one, filename: null },
      ],
    });
  });

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

describe('4.6 POST /media/upload', () => {
  test('a form with the file in the part named file', async () => {
    const body = new FormData();
    body.append('file', new Blob([PNG], { type: 'image/png' }), '结构式.png');
    const answer = await service.call('POST', '/media/upload', { key: service.key, body });
    expect(answer).toMatchObject({ status: 200, body: one });
    expect(await served(answer.body.url)).toEqual(PNG);
    expect((await service.call('GET', '/media')).body.data[0].filename).toBe('结构式.png');
  });
});

describe('4.6 PUT /media/{filename}', () => {
  test.each(['.png', '.jpg', '.gif', '.webp', '.bmp', '.PNG'])('the raw image as a.%s', async (extension) => {
    const answer = await service.call('PUT', `/media/a${extension}`, { key: service.key, body: PNG });
    expect(answer).toMatchObject({ status: 200, body: one });
    expect((await fetch(service.origin + answer.body.url)).headers.get('content-type')).toBe('image/png');
  });

  test('another extension, or none, is a 400', async () => {
    for (const name of ['a.svg', 'a.exe', 'a'])
      expect([name, (await service.call('PUT', `/media/${name}`, { key: service.key, body: PNG })).status]).toEqual([name, 400]); // prettier-ignore
  });

  test('what is no image is a 415', async () => {
    const answer = await service.call('PUT', '/media/a.png', {
      key: service.key,
      body: Buffer.from('no image'),
    });
    expect(answer.status).toBe(415);
  });
});

test('4.6 the address of an upload, prefixed with the site origin, is taken as structure_url', async () => {
  const { url } = (await post({ dataUrl })).body.results;
  await service.push([{ code: 'IMG', name_cn: '甲', structure_url: service.origin + url }]);
  expect((await service.call('GET', '/products/IMG')).body.data.structure_url).toBe(service.origin + url);
});

test('GET /media/{id} leads to the image; there is no other, and no DELETE', async () => {
  expect((await service.call('GET', '/media/1')).status).toBe(308);
  expect((await service.call('GET', '/media/none')).status).toBe(404);
  expect((await service.call('DELETE', '/media')).status).toBe(405);
});

test('GET /media: the last 100 images, newest first', async () => {
  for (let i = 0; i < 5; i++) await post(Array.from({ length: 20 }, () => ({ dataUrl })));
  const { data } = (await service.call('GET', '/media')).body;
  expect(data).toHaveLength(100);
  const ids = data.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
});
