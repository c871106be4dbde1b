import { issueKey } from '../../src/access/keys.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { PNG } from './images.js';

// A gateway for each, so that each begins with nothing counted; how limits work in detail is tested under access/.
const services: Service[] = [];
const limited = async (): Promise<Service> => {
  const service = await startService({ RATE_LIMIT: 'on' });
  services.push(service);
  return service;
};
afterAll(() => Promise.all(services.map((service) => service.close())));

const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const counts: Record<number, number> = {};
  for (let done = 0; done < count; done += 50)
    for (const { status } of await Promise.all(Array.from({ length: Math.min(50, count - done) }, call)))
      counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('8 Limits', () => {
  test('query rate, anonymous: 120 per minute, the 121st is a 429 with Retry-After', async () => {
    const service = await limited();
    const first = await service.call('GET', '/tags');
    expect(first.headers.get('ratelimit')).toMatch(/^"reads"; r=119; t=\d+$/);
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"reads"; q=120; w=60; pk=:.+:$/);
    expect(await statuses(119, () => service.call('GET', '/categories'))).toEqual({ 200: 119 });
    const refused = await service.call('GET', '/products');
    expect(refused).toMatchObject({ status: 429, body: { title: 'Too many requests' } });
    const after = Number(refused.headers.get('retry-after'));
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(60);
  });

  test('query rate, with a key: 600 per minute a key, the 601st is a 429; another key is not touched', async () => {
    const service = await limited();
    const { key, db } = service;
    expect(await statuses(601, () => service.call('GET', '/categories', { key }))).toEqual({
      200: 600,
      429: 1,
    });
    const other = await issueKey(db, { name: 'other' });
    expect((await service.call('GET', '/categories', { key: other.key })).status).toBe(200);
  });

  test('write rate and image upload rate, with a key: unlimited', async () => {
    const service = await limited();
    const { key } = service;
    const push = () => service.call('POST', '/sync/push', { key, json: [] });
    const upload = () => service.call('PUT', '/media/a.png', { key, body: PNG });
    expect(await statuses(700, push)).toEqual({ 200: 700 });
    expect(await statuses(150, upload)).toEqual({ 200: 150 });
    expect((await service.call('GET', '/tags', { key })).headers.get('ratelimit')).toMatch(/r=599/);
  });

  test('inquiries: 10 a minute an address', async () => {
    const service = await limited();
    const json = { code: 'A', name: 'J', phone: '1' };
    expect(await statuses(11, () => service.call('POST', '/rfq', { json }))).toEqual({ 201: 10, 429: 1 });
    expect((await service.call('GET', '/tags')).status).toBe(200);
  });

  test('image size: 10 MB each, to the byte', async () => {
    const service = await limited();
    const { key } = service;
    const image = (size: number): Buffer => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
    const most = 10 * 1024 * 1024;
    expect((await service.call('PUT', '/media/a.png', { key, body: image(most) })).status).toBe(200);
    expect((await service.call('PUT', '/media/a.png', { key, body: image(most + 1) })).status).toBe(413);
  });

  // page_size: 4.1. Batch delete: 4.3. Images per call and the media list: 4.6. Field lengths: 2.1.
});
