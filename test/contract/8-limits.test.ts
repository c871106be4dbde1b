import { serviceOfFile } from '../support/service.js';
import { PNG } from './images.js';

const service = serviceOfFile({ RATE_LIMIT: 'on' });

describe('8 Limits', () => {
  test('image upload rate, with a key: unlimited', async () => {
    const { key } = service;
    const upload = () => service.call('PUT', '/media/a.png', { key, body: PNG });
    for (let done = 0; done < 150; done += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, upload));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    }
    expect((await service.call('GET', '/tags', { key })).headers.get('ratelimit')).toMatch(/r=599/);
  });

  // Rates of queries, writes and inquiries: access/limits.test.ts. page_size: 4.1. Batch delete: 4.3. Images per call and
  // the media list: 4.6. Field lengths: 2.1.
});
