import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { translateName } from '../../src/desk/translate.js';
import { startService } from '../support/service.js';
import type { Answered } from '../support/call.js';
import type { Service } from '../support/service.js';
import { openOffice } from './office.js';
import type { Office } from './office.js';
import { closing } from '../support/with-own.js';
import { listening } from '../support/listening.js';

type Handler = (body: Record<string, unknown>, res: ServerResponse) => void;

let service: Service;
let office: Office;
/** What the translation service does with the next request. */
let handle: Handler;
const asked: { path: string; body: Record<string, unknown>; traceparent?: unknown }[] = [];
const translator = createServer((req: IncomingMessage, res) => {
  void json(req).then((body) => {
    const { traceparent } = req.headers;
    asked.push({
      path: req.url!,
      body: body as Record<string, unknown>,
      ...(traceparent && { traceparent }),
    });
    handle(body as Record<string, unknown>, res);
  });
});
const answerWith =
  (status: number, text: string): Handler =>
  (_body, res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
let url: string;

beforeAll(async () => {
  url = `${await listening(translator)}/libre`;
  service = closing(await startService({ TRANSLATE_URL: url, TRANSLATE_KEY: 'secret' }));
  office = await openOffice(service);
  await service.push([{ code: 'T1', name_cn: '布洛芬', name_en: 'Ibuprofen' }]);
});
beforeEach(() => {
  asked.length = 0;
  handle = answerWith(200, '{"translatedText":" fenbid\\n"}');
});

const translate = (text: string, to = 'en', headers: Record<string, string> = {}): Promise<Answered> =>
  office.call('GET', `/translate?${new URLSearchParams({ text, to }).toString()}`, undefined, headers);

test('what the catalogue knows is never sent to the service', async () => {
  expect((await translate('布洛芬')).body.data).toEqual({ name: 'Ibuprofen', origin: 'catalogue' });
  expect((await translate('布洛芬杂质A')).body.data).toEqual({
    name: 'Ibuprofen impurity A',
    origin: 'catalogue',
  });
  expect(asked).toEqual([]);
});

test('the rest is asked for as LibreTranslate wants it, in the trace of the caller, and its answer is tidied', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  expect((await translate('芬必得', 'en', { traceparent })).body.data).toEqual({
    name: 'fenbid',
    origin: 'service',
  });
  expect(asked).toEqual([
    {
      path: '/libre/translate',
      traceparent,
      body: { q: '芬必得', source: 'zh', target: 'en', format: 'text', api_key: 'secret' },
    },
  ]);
  asked.length = 0;
  await translate('fenbid', 'cn');
  expect(asked[0]!.body).toMatchObject({ q: 'fenbid', source: 'en', target: 'zh' });
});

test('an empty translation is none, a long one is cut to what a name may have', async () => {
  handle = answerWith(200, '{"translatedText":"  "}');
  expect((await translate('芬必得')).body.data).toBeNull();
  handle = answerWith(200, JSON.stringify({ translatedText: '😀'.repeat(300) }));
  expect([...(await translate('芬必得')).body.data.name]).toHaveLength(200);
});

test.each<[string, Handler]>([
  ['refuses', answerWith(403, '{"error":"Invalid API key"}')],
  ['fails', answerWith(500, 'oops')],
  ['answers with no JSON', answerWith(200, '<html>')],
  ['answers with null', answerWith(200, 'null')],
  ['answers with something else', answerWith(200, '{"translatedText":{"a":1}}')],
  ['sends elsewhere', (_body, res) => void res.writeHead(302, { Location: service.origin }).end()],
  ['breaks off', (_body, res) => void res.socket!.destroy()],
  [
    'never stops answering',
    (_body, res) => {
      const write = (): void => {
        while (!res.destroyed && res.write('x'.repeat(16_384)));
      };
      res.on('drain', write);
      write();
    },
  ],
])('a service that %s is told of, and tells nothing of itself', async (_what, handler) => {
  handle = handler;
  const { status, body } = await translate('芬必得');
  expect(status).toBe(503);
  expect(body.errors).toEqual([expect.objectContaining({ code: 'translator_away' })]);
  expect(JSON.stringify(body)).not.toMatch(/secret|libre|127\.0\.0\.1/);
});

test('of an answer that is no JSON nothing is logged: it may repeat a part of a secret', async () => {
  handle = answerWith(200, 'secret of the service');
  let logged = '';
  const parts = {
    db: service.db,
    log: pino({}, { write: (line) => void (logged += line) }),
    config: { translate: { url, key: undefined } },
  };
  await expect(translateName(parts, '芬必得', 'en')).rejects.toMatchObject({ slug: 'unavailable' });
  expect(logged).toContain('its answer is no JSON');
  expect(logged).not.toContain('secret');
});

test('a service that is slow is given up', async () => {
  handle = () => {};
  const parts = {
    db: service.db,
    log: pino({ level: 'silent' }),
    config: { translate: { url, key: undefined } },
  };
  await expect(translateName(parts, '芬必得', 'en', { timeoutMs: 300 })).rejects.toMatchObject({
    slug: 'unavailable',
  });
  expect(asked).toHaveLength(1);
});
