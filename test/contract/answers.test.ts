import { engineName } from '../support/engine.js';
import { serviceOfFile } from '../support/service.js';
import { send } from '../support/wire.js';
import examples from './answers.json' with { type: 'json' };

// What holds for every call, where the seed is silent.

const service = serviceOfFile({ CORS_ORIGINS: 'https://erp.example, https://shop.example' });
beforeAll(async () => {
  await service.push([{ code: 'A', name_cn: '阿司匹林', cas: '50-78-2', tags: 't' }]);
});

const { reads: READS } = examples;

// The order of the checks: catalogue/products/bad-bodies.
describe('a body of another shape is a 400 in plain words', () => {
  test.each(examples.calls as [string, string, string | null][])('%s %s', async (method, path, list) => {
    const answer = (body: string) =>
      service.call(method, path, { key: service.key, body, headers: { 'Content-Type': 'application/json' } });
    for (const body of ['"text"', '5']) {
      const { status, body: problem } = await answer(body);
      expect([status, problem.detail]).toEqual([400, expect.stringMatching(/^The body must be /)]);
    }
    if (list === null) return;
    const { status, body: problem } = await answer(`{"${list}":{"a":1}}`);
    const faults = problem.errors.filter((fault: { path: string }) => [list, ''].includes(fault.path));
    expect([status, faults]).toEqual([400, [expect.objectContaining({ message: expect.stringMatching(/^must be /) })]]);
  }); // prettier-ignore

  test('which says what is needed, and names a field once', async () => {
    const refused = (json: object) => service.write('DELETE', '/products/batch', json);
    expect((await refused({})).body.detail).toBe('codes: is needed');
    expect((await refused({ codes: '' })).body.errors).toEqual([
      { path: 'codes', code: 'wrong_type', message: 'must be a list', value: '' },
    ]);
  });
});

test('an error has a code that the document lists, what stood there, and words in the language that was asked for', async () => {
  const ask = async (language: string, path = '/products?page_size=0&status=sold&updated_after=now') =>
    (await service.call('GET', path, { headers: { 'Accept-Language': language } })).body;
  const listed = await service.call('GET', '//api-docs/openapi.json');
  const codes = listed.body.components.schemas.Fault.properties.code.enum;
  const { errors, detail } = await ask('en');
  expect(errors).toMatchObject([
    { path: 'page_size', code: 'out_of_range', value: '0', message: 'must be a whole number from 1 to 200' },
    { path: 'updated_after', code: 'bad_time', value: 'now' },
    {
      path: 'status',
      code: 'unknown_value',
      value: 'sold',
      message: expect.stringContaining('in_stock, futures'),
    },
  ]);
  expect(codes).toEqual(expect.arrayContaining(errors.map(({ code }: { code: string }) => code)));
  expect(detail).toBe('page_size: must be a whole number from 1 to 200');
  const chinese = await ask('zh-CN,zh;q=0.9,en;q=0.8');
  expect(chinese).toMatchObject({ title: '请求有误', detail: 'page_size：须为 1 至 200 的整数' });
  for (const { message } of chinese.errors) expect(message).toMatch(/\p{Script=Han}/u);
  expect((await ask('zh', '/products/none')).detail).toBe('没有此货号或 CAS 号的产品。');
});

test.each(['/sync/push', '/sync/file'])('%s says in Chinese what was wrong with rows, and so does what is kept of them', async (path) => {
  const headers = { 'Accept-Language': 'zh-CN', 'Content-Type': 'application/json' };
  const rows = [{ code: 'W-1', name_cn: '甲', cas: '50-78-3' }, { code: 'W-2', status: 'sold', name_cn: 'x'.repeat(201) }];
  const call = { key: service.key, headers };
  const { body } = await service.call('POST', path, { ...call, body: JSON.stringify(rows) });
  expect(body.errors).toMatchObject([{ code: 'W-2', message: '过长', others: [{ reason: 'unknown_status', message: expect.stringContaining('未知状态，须为 in_stock') }] }]);
  expect(body.warnings).toMatchObject([{ reason: 'check_digit', message: 'CAS 号校验位不符' }]);
  const { body: kept } = await service.call('GET', `/sync/imports/${body.import_id}/rejected`, call);
  expect(kept.data[0].message).toBe('过长');
  const { body: english } = await service.call('GET', `/sync/imports/${body.import_id}/rejected`, { key: service.key });
  expect(english.data[0].message).toMatch(/200/);
  expect((await service.call('POST', '/sync/file?dry_run=true', { ...call, body: '[{"code":' })).body.detail).toBe('file：文件已损坏或格式有误。未写入任何内容。');
}); // prettier-ignore

describe('a shared cache may keep what anybody reads for half a minute', () => {
  const keeping = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await service.call('GET', path, { headers });
    return [answer.headers.get('cache-control'), answer.headers.get('vary')];
  };
  test.each(['/products', '/products/search?q=a', '/products/suggest?q=a', '/categories', '/tags'])(
    '%s',
    async (path) =>
      expect(await keeping(path)).toEqual([
        'public, max-age=0, s-maxage=30',
        expect.stringMatching(/x-api-key/i),
      ]),
  );
  test.each<[string, Record<string, string>?]>([
    ['/changes'],
    ['/products?updated_after=2026-01-01'],
    ['/products?page=2'],
    ['/products/search?q=a', { Prefer: 'wait=1' }],
    ['/tags', { 'X-API-Key': 'KEY' }],
  ])('but not %s %j', async (path, headers = {}) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('KEY', service.key)]),
    );
    expect((await keeping(path, own))[0]).toBe('no-cache');
  });
});

describe('X-Request-Id', () => {
  test('is taken from the caller where it is acceptable, sent back, and named in errors', async () => {
    const id = 'a.B_9-'.padEnd(64, '0');
    const answer = await service.call('GET', '/products/none', { headers: { 'X-Request-Id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(answer.body.request_id).toBe(id);
  });

  test.each(['', 'x'.repeat(65), 'a b', 'a/b', 'é'])('else one is made: %j', async (id) => {
    const { headers } = await service.call('GET', '/tags', { headers: { 'X-Request-Id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('HEAD and OPTIONS', () => {
  test.each([...READS, '/products/none', '/products?page=x', '/nowhere'])('HEAD %s mirrors GET, without the body', async (path) => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => send(service, { method, path })));
    expect([head!.status, head!.text]).toEqual([get!.status, '']);
    const told = ['content-type', 'cache-control', ...(path.includes('search') ? [] : ['content-length'])];
    if (get!.status === 200) told.push('etag'); // an error carries its request id
    for (const name of told) // but the length of a search, which tells how long it took
      expect([name, head!.headers[name]]).toEqual([name, get!.headers[name]]);
  }); // prettier-ignore

  test.each(examples.allowed)('OPTIONS %s: 204 with Allow: %s; what it does not name is a 405', async (path, allow) => {
    const methods = (text: string | null): string[] => (text ?? '').split(', ').toSorted();
    const answer = await service.call('OPTIONS', path);
    expect([answer.status, methods(answer.headers.get('allow'))]).toEqual([204, methods(allow)]);
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (allow.includes(method)) continue;
      const other = await service.call(method, path);
      expect([method, other.status, methods(other.headers.get('allow'))]).toEqual([method, 405, methods(allow)]);
    }
  }); // prettier-ignore
});

describe('conditional requests', () => {
  test.each(examples.conditional)('%s: 304 while nothing changed, weakly compared, in lists and by *', async (path) => {
    const get = (tag: string, method = 'GET') => send(service, { method, path, headers: { 'If-None-Match': tag } });
    const { headers, text } = await send(service, { path });
    const etag = headers['etag']!;
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    const strong = etag.replace('W/', '');
    for (const tag of [etag, strong, `W/${strong}`, `"other", ${etag}`, `W/"x",${etag} , "y"`, '*']) {
      const again = await get(tag);
      expect([tag, again.status, again.text, again.headers['etag']]).toEqual([tag, 304, '', etag]);
    }
    expect((await get(etag, 'HEAD')).status).toBe(304);
    for (const tag of ['"other"', 'W/"other", "another"', etag.slice(0, -2), ''])
      expect((await get(tag)).text).toBe(text);
  }); // prettier-ignore

  test('If-None-Match does not stop a write', async () => {
    const json = { tag: 'conditional' };
    const answer = await service.write('POST', '/tags', json, { 'If-None-Match': '*' });
    expect(answer.body).toMatchObject({ ok: true, added: 1 });
  });
});

describe('compression', () => {
  test('answers are compressed where the caller takes it, and the same bytes inside', async () => {
    await service.push(Array.from({ length: 50 }, (_, i) => ({ code: `Z-${i}`, name_cn: '压缩' })));
    const plain = await fetch(`${service.origin}/api/v1/products?page_size=50`, { headers: { 'Accept-Encoding': 'identity' } }); // prettier-ignore
    const packed = await fetch(`${service.origin}/api/v1/products?page_size=50`, { headers: { 'Accept-Encoding': 'gzip' } }); // prettier-ignore
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
      null,
      'gzip',
    ]);
    const [same, data] = ((await Promise.all([plain.json(), packed.json()])) as { data: object }[]).map(
      (b) => b.data,
    );
    expect(data).toEqual(same); // as_of goes on
    expect(packed.headers.get('vary')).toMatch(/Accept-Encoding/);
  });

  test('an answer to a caller who takes nothing compressed tells caches that others do', async () => {
    const { headers } = await send(service, {
      path: '/products',
      headers: { Origin: 'https://any.example' },
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toMatch(/Accept-Encoding/);
    expect(headers['vary']).toMatch(/Origin/);
  });
});

describe('CORS', () => {
  const ask = (method: string, path: string, origin: string, headers = {}) =>
    send(service, { method, path, headers: { Origin: origin, ...headers } });
  const allowed = async (...call: Parameters<typeof ask>) =>
    (await ask(...call)).headers['access-control-allow-origin'];
  const preflight = (method: string, path: string, origin: string) =>
    ask('OPTIONS', path, origin, { 'Access-Control-Request-Method': method });

  test('reads and inquiries from any origin', async () => {
    for (const path of [...READS, '/export']) expect([path, await allowed('GET', path, 'https://any.example')]).toEqual([path, '*']); // prettier-ignore
    for (const path of ['/rfq', '/products/search/structure']) expect([path, await allowed('POST', path, 'https://any.example')]).toEqual([path, '*']); // prettier-ignore
    const asked = await preflight('POST', '/rfq', 'https://any.example');
    expect(asked).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'POST' } }); // prettier-ignore
  });

  test('writes from configured origins only', async () => {
    for (const [method, path] of [
      ['POST', '/sync/push'],
      ['PUT', '/products/A'],
      ['DELETE', '/products/A'],
      ['DELETE', '/products/batch'],
    ] as const) {
      // prettier-ignore
      const other = await preflight(method, path, 'https://any.example');
      expect([method, other.headers['access-control-allow-origin']]).toEqual([method, undefined]);
      const { headers } = await preflight(method, path, 'https://shop.example');
      expect(headers['access-control-allow-origin']).toBe('https://shop.example');
      expect(headers['access-control-allow-methods']).toContain(method);
      expect(headers['access-control-allow-headers']).toMatch(/X-API-Key/i);
      expect(headers['vary']).toMatch(/Origin/);
    }
  });

  test('a page may read the headers that carry meaning', async () => {
    const { headers } = await ask('GET', '/products', 'https://any.example');
    for (const name of examples.exposed)
      expect(headers['access-control-expose-headers']).toMatch(new RegExp(`(^|[, ])${name}($|,)`, 'i'));
  });
});

describe('what is no call of the API', () => {
  test('/healthz tells that the process lives, /readyz each dependency with its state; only Postgres is needed', async () => {
    expect(await service.call('GET', '//healthz')).toMatchObject({ status: 200, body: { ok: true } });
    const ready = await service.call('GET', '//readyz');
    expect(ready).toMatchObject({
      status: 200,
      // no indexer has built this search index
      body: { ok: true, dependencies: { postgres: 'up', [engineName]: 'down', images: 'up' } },
    });
  });
});
