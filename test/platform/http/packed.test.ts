import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { openPacked, serveFolder } from '../../../src/platform/http/packed.js';
import { begin, readAll } from '../../support/wire.js';
import { createServer } from 'node:http';
import { listening } from '../../support/listening.js';
import { temporaryFolder } from '../../infra/launch.js';

const folder = temporaryFolder();
mkdirSync(join(folder, 'public'));
const text = 'text '.repeat(10_000);
writeFileSync(join(folder, 'public/a.js'), text);
writeFileSync(join(folder, 'secret.js'), 'secret');

let made = 0;
let origin: string;
beforeAll(async () => {
  const send = openPacked();
  const app = express();
  app.get('/made', (req, res) =>
    send(req, res, 'made', () => {
      made++;
      return Buffer.from(text);
    }),
  );
  app.use('/files', serveFolder(join(folder, 'public')));
  origin = await listening(createServer(app));
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  readAll(await begin({ origin }, `/${path}`, headers));

test.each(['/made', '/files/a.js'])('%s is as it was, whatever the client unpacks', async (path) => {
  const plain = await get(path);
  const [br, gzip] = [
    await get(path, { 'Accept-Encoding': 'br' }),
    await get(path, { 'Accept-Encoding': 'gzip' }),
  ];
  expect(plain.bytes.toString()).toBe(text);
  expect(brotliDecompressSync(br.bytes).toString()).toBe(text);
  expect(gunzipSync(gzip.bytes).toString()).toBe(text);
  for (const { headers } of [plain, br, gzip]) expect(headers['vary']).toContain('Accept-Encoding');
  const again = await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': String(gzip.headers.etag) });
  expect(again.status).toBe(304);
});

test('it is compressed once, however often it is sent', async () => {
  made = 0;
  await Promise.all(Array.from({ length: 50 }, () => get('/made', { 'Accept-Encoding': 'gzip' })));
  expect(made).toBe(0); // it was before, by the test above
});

test('a file that changes is sent as it is now', async () => {
  writeFileSync(join(folder, 'public/b.js'), 'one');
  expect(gunzipSync((await get('/files/b.js', { 'Accept-Encoding': 'gzip' })).bytes).toString()).toBe('one');
  await new Promise((resolve) => setTimeout(resolve, 20)); // the clock of files
  writeFileSync(join(folder, 'public/b.js'), 'two');
  expect(gunzipSync((await get('/files/b.js', { 'Accept-Encoding': 'gzip' })).bytes).toString()).toBe('two');
});

test.each([
  '/files/../secret.js',
  '/files/%2e%2e/secret.js',
  '/files/..%2fsecret.js',
  '/files/.a.js',
  '/files/none.js',
])('%s leads nowhere', async (path) => {
  expect((await get(path, { 'Accept-Encoding': 'gzip' })).status).toBeGreaterThanOrEqual(400);
});
