import { serviceOfFile } from '../support/service.js';
import type { Service } from '../support/service.js';

const service = serviceOfFile();

const key = () => ({ key: service.key });

describe('7 Errors', () => {
  const failures: [status: number, slug: string, call: string, more?: Parameters<Service['call']>[2]][] = [
    [400, 'bad-request', 'GET /products?page=x'],
    [400, 'bad-request', 'GET /products?page=1&page=2'],
    [400, 'bad-request', 'GET /products?series=%00'],
    [401, 'key-required', 'POST /tags', { json: { tag: 'a' } }],
    [401, 'key-refused', 'GET /tags', { key: 'nonsense' }],
    [404, 'not-found', 'GET /products/none'],
    [404, 'not-found', 'GET /nowhere'],
    [404, 'not-found', 'GET /Products'],
    // Where the contract runs through nginx, that has refused it itself: infra/proxy.
    [404, 'not-found', process.env['TEST_BEHIND_NGINX'] ? 'GET /products/0' : 'GET /products/%00'],
    [405, 'method-not-allowed', 'POST /export'],
    [405, 'method-not-allowed', 'PATCH /products/A'],
    [410, 'gone', 'GET /changes?after={restored}'],
    [413, 'too-large', 'POST /rfq', { json: { message: 'x'.repeat(700_000) } }],
    [415, 'unsupported-media-type', 'POST /rfq', { body: 'a', headers: { 'Content-Type': 'text/plain' } }],
  ];
  test.each(failures.map(([status, slug, call, more = {}]) => ({ status, slug, call, more })))(
    'not shown: $status is the problem $slug: $call',
    async ({ status, slug, call, more }) => {
      const [method, given] = call.split(' ') as [string, string];
      let path = given;
      if (path.includes('{restored}')) {
        const cursor = (await service.call('GET', '/changes')).body.next;
        await service.db.none('TRUNCATE products'); // as a restore does, it begins another log
        path = `/changes?after=${cursor}`;
      }
      const answer = await service.call(method, path, more);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(answer).toMatchObject({
        status,
        body: {
          ok: false,
          type: `${service.origin}/api-docs/errors#${slug}`,
          title: expect.any(String),
          status,
          detail: expect.any(String),
          request_id: answer.headers.get('x-request-id'),
        },
      });
    },
  );

  test('not shown: errors point at each parameter or field at fault', async () => {
    const query = await service.call('GET', '/products?page=x&in_stock=maybe');
    expect(query.body.errors).toEqual([
      { path: 'page', code: expect.any(String), message: expect.any(String), value: 'x' },
      { path: 'in_stock', code: expect.any(String), message: expect.any(String), value: 'maybe' },
    ]);
    const body = await service.call('POST', '/tags/apply', {
      ...key(),
      json: { codes: ['a', {}], tags: ['t'] },
    });
    expect(body.body.errors).toEqual([expect.objectContaining({ path: 'codes.1' })]);
  });
});
