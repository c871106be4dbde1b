import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describeWithNginx, startNginx } from '../support/nginx.js';
import type { Nginx } from '../support/nginx.js';
import { serviceOfFile } from '../support/service.js';
import { until } from '../support/until.js';

const template = readFileSync('infra/nginx.conf.template', 'utf8').replaceAll(/^\s*#.*$/gm, '');
const locations = [...template.matchAll(/location (?:~ )?(\S+) \{([^}]*)\}/g)].map(
  ([, pattern, settings]) => ({
    pattern: new RegExp(pattern!.startsWith('/') ? `^${pattern}` : pattern!),
    settings: settings!.split(';').map((line) => line.trim()),
  }),
);
/** What nginx is told for a path: the first pattern that it has decides, `/` stands for the rest. */
const settingsOf = (path: string): string[] =>
  locations.find(({ pattern }) => pattern.source !== '^\\/' && pattern.test(path))?.settings ?? [];
const MB = 2 ** 20;
/** The bytes that a body may have there. */
const bodyAt = (path: string): number => {
  const own = settingsOf(path).find((line) => line.startsWith('client_max_body_size'));
  return Number(/\d+/.exec(own ?? /client_max_body_size \d+m/.exec(template)![0])![0]) * MB;
};

test.each([
  '/api/v1/export',
  '/api/v1/export/profiles/market/deliveries',
  '/back-office/api/export',
  '/back-office/api/import',
  '/back-office/api/profiles/market/file',
  '/back-office/api/profiles/market/deliveries',
  '/mcp',
])('%s is not taken by the proxy in place of its reader', (path) => {
  expect(settingsOf(path)).toContain('proxy_buffering off');
});

test.each(['/api/v1/sync/push', '/api/v1/sync/file', '/api/v1/products'])(
  '%s may take as long as many products do',
  (path) => {
    expect(settingsOf(path)).toContain('proxy_read_timeout 300s');
  },
);

test('what it keeps on disk at most is what it says that its volume needs', () => {
  const most = (zone: string): number => Number(new RegExp(`limit_conn ${zone} (\\d+)`).exec(template)![1]);
  const answer = Number(/proxy_max_temp_file_size (\d+)m/.exec(template)![1]) * MB;
  const spooled =
    most('bodies') * bodyAt('/') + most('pushes') * bodyAt('/api/v1/sync/push') + most('all') * answer;
  const said = Number(/Together (\d+) GiB/.exec(readFileSync('infra/nginx.conf.template', 'utf8'))![1]);
  expect(spooled / 2 ** 30).toBeLessThan(said);
  expect(spooled / 2 ** 30).toBeGreaterThan(said - 1);
  // Larger bodies are not spooled here.
  for (const path of ['/api/v1/media', '/back-office/api/import'])
    expect(settingsOf(path)).toContain('proxy_request_buffering off');
  expect(locations.filter(({ settings }) => settings.includes('limit_conn pushes 64'))).toHaveLength(1);
});

describeWithNginx('nginx before a gateway', () => {
  const service = serviceOfFile();
  let nginx: Nginx;
  const open: Socket[] = [];
  beforeAll(async () => {
    nginx = await startNginx([new URL(service.origin).host], '127.0.0.1');
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
  });

  /** Sends a head that announces a body, and no body. @returns what is answered, as far as it comes */
  const announce = (path: string, bytes: number, from: string): { answered: () => string } => {
    const socket = connect(Number(new URL(nginx.origin).port), '127.0.0.1');
    open.push(socket);
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk))).on('error', () => {});
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`); // prettier-ignore
    return { answered: () => text };
  };
  const get = (path: string, from: string): Promise<Response> =>
    fetch(`${nginx.origin}${path}`, { headers: { 'X-Forwarded-For': from } });

  test('each route takes what its call takes, and nothing takes more than 2 MB that need not', async () => {
    const { body } = await service.call('GET', '//api-docs/openapi.json');
    const calls = Object.entries(
      body.paths as Record<string, Record<string, { description?: string }>>,
    ).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ description }) => {
        const size = /\*\*Body\*\* JSON, ([\d.]+) (MiB|KiB) at most/.exec(description ?? '');
        return size ? [[path, Number(size[1]) * (size[2] === 'MiB' ? MB : 1024)] as const] : [];
      }),
    );
    expect(calls.length).toBeGreaterThan(10);
    for (const [path, most] of calls) {
      const at = bodyAt(`/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`);
      expect([path, at >= most]).toEqual([path, true]);
      if (most <= 2 * MB && path !== '/products') expect([path, at]).toEqual([path, 2 * MB]);
    }
    const refused = announce('/api/v1/rfq', 2 * MB + 1, '192.0.2.1');
    await until(() => refused.answered().endsWith('}'));
    expect(refused.answered()).toMatch(/^HTTP\/1\.1 413 [^]*application\/problem\+json[^]*"ok":false/);
  });

  test.each([
    ['/api/v1/products/%00', 400],
    [`/${'a'.repeat(20_000)}`, 431],
  ])('what cannot be read is refused in the words of the API (%#)', async (path, status) => {
    const answer = await get(path, '192.0.2.1');
    expect([answer.headers.get('content-type'), answer.status, await answer.json()]).toEqual([
      'application/problem+json',
      status,
      expect.objectContaining({ ok: false, status }),
    ]);
  });

  /** Announces so many, from one address, and waits until those that are too many are refused. */
  const announceMany = async (
    count: number,
    most: number,
    bytes: number,
    path: string,
    from: (i: number) => string,
  ): Promise<void> => {
    const sent = Array.from({ length: count }, (_, i) => announce(path, bytes, from(i)));
    const refused = () => sent.filter(({ answered }) => answered().startsWith('HTTP/1.1 429 ')).length;
    await until(() => refused() === count - most);
  };

  test('an address that has a hundred requests under way gets no more, and takes nothing from others', async () => {
    await announceMany(110, 100, 1_000, '/api/v1/rfq', (i) => `203.0.113.9:${40_000 + i}`);
    const refused = await get('/api/v1/categories', '203.0.113.9');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '2',
      expect.objectContaining({ ok: false, status: 429 }),
    ]);
    expect((await get('/api/v1/categories', '203.0.113.10')).status).toBe(200);
  });

  test('large pushes have a share of their own, of IPv6 that of a /64, and small ones go on', async () => {
    await announceMany(20, 16, MB, '/api/v1/sync/push', (i) => `2001:db8:0:1:${i}::1`);
    await announceMany(20, 16, MB, '/api/v1/sync/push', (i) => `2001:db8:0:2:${i}::1`);
    expect((await get('/api/v1/products', '2001:db8:0:1::1')).status).toBe(200);
    const small = announce('/api/v1/sync/push', 2, '2001:db8:0:1::1');
    open.at(-1)!.write('[]');
    await until(() => small.answered().startsWith('HTTP/1.1 401 '));
  });
});
