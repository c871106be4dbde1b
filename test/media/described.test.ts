import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { dataUrl, LIMIT, picture, pngOfSize } from './images.js';

let service: Service;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'catalogue-described-'));
  service = await startService({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true });
});

// `call` throws where an answer is none that the OpenAPI document describes.
test('every answer of the image calls is one that the documentation describes', async () => {
  const { key } = service;
  const call: Service['call'] = (...args) => service.call(...args);
  const bytes = await picture('png');
  const image = { dataUrl: dataUrl(bytes, 'image/png') };
  const large = new Uint8Array(pngOfSize(LIMIT + 1));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');

  const answers: [Promise<{ status: number }>, number][] = [
    [call('POST', '/media', { key, json: image }), 200],
    [call('POST', '/media', { key, json: [image, { image: 'AAAA' }] }), 200],
    [call('POST', '/media', { key, json: [{ image: 'AAAA' }] }), 400],
    [call('POST', '/media', { key, json: { image: 'AAAA' } }), 415],
    [call('POST', '/media', { key, body: '{', headers: { 'Content-Type': 'application/json' } }), 400],
    [call('POST', '/media', { json: image }), 401],
    [call('POST', '/media/upload', { key, body: form }), 200],
    [call('POST', '/media/upload', { key, json: image }), 415],
    [call('PUT', '/media/a.png', { key, body: new Uint8Array(bytes) }), 200],
    [call('PUT', '/media/a.txt', { key, body: new Uint8Array(bytes) }), 400],
    [call('PUT', '/media/a.png', { key, body: large }), 413],
    [call('GET', '/media'), 200],
    [call('GET', '/media/1'), 308],
    [call('GET', '/media/none'), 404],
    [call('DELETE', '/media'), 405],
  ];
  for (const [answer, status] of answers) expect((await answer).status).toBe(status);
});
