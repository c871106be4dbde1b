import { serviceOfFile } from '../../support/service.js';
import { problemOf } from './requests.js';
import { send } from '../../support/wire.js';
import examples from './protocol.json' with { type: 'json' };

const service = serviceOfFile();
beforeAll(async () => {
  await service.push(examples.products);
});

describe('paths', () => {
  test('a code comes percent-encoded, whatever it holds', async () => {
    for (const [path, code] of examples.encoded) {
      const answer = await send(service, { path: `/products/${path}` });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(JSON.parse(answer.text).data.code).toBe(code);
    }
  });

  test('addresses that lead nowhere, %00 in them and dots are a 404', async () => {
    for (const path of [...examples.nowhere, `/products/${'x'.repeat(5_000)}`])
      expect([path, problemOf(await send(service, { path })).status]).toEqual([path, 404]);
  });

  test('a malformed percent-encoding is a 400 or a 404, never a failure of ours', async () => {
    for (const path of examples.malformed) {
      const { status, detail } = problemOf(await send(service, { path }));
      expect([400, 404]).toContain(status);
      if (status === 400) expect(detail).toMatch(/percent-encoded UTF-8/);
    }
  });
});

describe('query parameters', () => {
  const statusOf = async (query: string): Promise<number> =>
    (await send(service, { path: `/products?${query}` })).status;

  test('an empty one is an absent one, an unknown one is ignored', async () => {
    const plain = JSON.parse((await send(service, { path: '/products' })).text);
    for (const query of examples.ignored) {
      const answer = await send(service, { path: `/products?${query}` });
      expect([query, answer.status]).toEqual([query, 200]);
      expect(JSON.parse(answer.text)).toMatchObject({ data: plain.data, page: 1, page_size: 20 });
    }
  });

  test('a repeated one is a 400 that names it', async () => {
    for (const name of examples.single) {
      const problem = problemOf(await send(service, { path: `/products?${name}=1&x=2&${name}=1` }));
      expect(problem).toMatchObject({ status: 400, errors: [{ path: name }] });
    }
    expect(await statusOf('page=1&page=')).toBe(400);
    expect(await statusOf('page=1&%70age=1')).toBe(400);
  });

  test('%00 in one is a 400', async () => {
    for (const name of ['page', 'category', 'series', 'source', 'tag', 'cursor', 'updated_after']) {
      expect(problemOf(await send(service, { path: `/products?${name}=a%00b` })).errors).toMatchObject([
        { path: name },
      ]);
    }
  });

  test('a malformed percent-encoding is read as it stands; what is not UTF-8 is refused', async () => {
    for (const [query, status] of [
      ['category=%ZZ', 200],
      ['category=%', 200],
      ['tag=%E4%BD', 400],
      ['series=%ED%A0%80', 400],
      ['source=%FF', 400],
    ] as const)
      expect([query, await statusOf(query)]).toEqual([query, status]);
  });

  test.each([
    ['dryrun', 'dry_run'],
    ['dry-run', 'dry_run'],
    ['unchangd', 'unchanged'],
  ])('a write has no parameter %s: %s may be meant', async (given, meant) => {
    const { status, body } = await service.write('POST', `/sync/push?${given}=true`, []);
    expect([status, body.errors]).toMatchObject([400, [{ path: given, code: 'unknown_parameter' }]]);
    expect(body.detail).toContain(`${meant} may be meant`);
  });

  test.each(examples.broken_json)(
    'JSON that is broken is told with its line, its column and what stands there: %j',
    async (body, where) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await service.call('POST', '/sync/push', { key: service.key, body, headers });
      expect([answer.status, answer.body.detail]).toEqual([400, `The body is not valid JSON: ${where}.`]);
    },
  );

  test.each([
    ['file', 'text/csv', 'zstd', 'Content-Encoding zstd', 'accept-encoding', 'gzip, x-gzip, deflate, br'],
    ['file', 'image/x', 'gzip', 'Content-Type', 'accept', expect.stringContaining('text/csv')],
    [
      'push',
      'application/json; charset=gbk',
      'gzip',
      'charset=gbk',
      'accept',
      'application/json; charset=utf-8',
    ],
  ])(
    'a 415 names the header, and what is accepted (%#)',
    async (path, type, packed, named, accepted, what) => {
      const headers = { 'Content-Type': type, 'Content-Encoding': packed };
      const answer = await service.call('POST', `/sync/${path}`, { key: service.key, body: 'x', headers });
      expect([answer.status, answer.headers.get(accepted)]).toEqual([415, what]);
      expect(answer.body.detail).toContain(named);
    },
  );
});
