import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();

/** A path as it is, which fetch would tidy first. */
async function raw(path: string, headers: Record<string, string> = {}) {
  const call = request({ port: new URL(service.origin).port, path, headers, host: '127.0.0.1' }).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, text: JSON.stringify(answer.headers) + (await text(answer)) };
}

const climbs = ['..', '%2e%2e', '..%2f..', '%2e%2e%2f%2e%2e', '..%5c..', '.%00.', '..;', '%252e%252e'];
const folders = ['/media', '/api/v1/media', '/api-docs/assets', '/back-office/assets', '/assets'];

test.each(folders)('no path below %s leads out of it', async (folder) => {
  for (const climb of climbs)
    for (const file of ['package.json', 'etc/passwd', 'src/main.ts']) {
      const { status, text: answer } = await raw(`${folder}/${`${climb}/`.repeat(6)}${file}`);
      expect([climb, [301, 308, 400, 403, 404].includes(status)]).toEqual([climb, true]);
      expect(answer).not.toMatch(/root:x:|"dependencies"|startGateway/);
    }
});

// A request line may name a site, and browsers take two strokes of either kind for the beginning of a name.
test.each([
  'http://evil.example/x',
  'HTTPS://evil.example',
  '//evil.example/x',
  '/\\evil.example/x',
  '/\\/evil.example?lang=zh',
])('on a page that is asked for as %s the link to the other language stays on this site', async (path) => {
  const { text: page } = await raw(path, { Accept: 'text/html', 'Accept-Language': 'en' });
  const [, href] = /id=\\?"language[^>]*?href=\\?"([^"]*)"/s.exec(page)!;
  expect(new URL(href!, service.origin).origin).toBe(service.origin);
});

test('the Host header and its like are in no answer: addresses are those of the configuration', async () => {
  await service.push([{ code: 'A', name_cn: '甲', structure_url: '/media/1' }]);
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'host=evil.example;proto=https',
  };
  const paths = ['/', '/api-docs/openapi.json', '/sitemap.xml', '/robots.txt', '/llms.txt', '/back-office'];
  const api = [
    'products',
    'products/A',
    'products/none',
    'export',
    'export?format=csv',
    'media/1',
    'api-docs',
  ];
  for (const path of [...paths, '/products/A', ...api.map((each) => `/api/v1/${each}`)])
    expect([path, (await raw(path, headers)).text]).toEqual([
      path,
      expect.not.stringContaining('evil.example'),
    ]);
});
