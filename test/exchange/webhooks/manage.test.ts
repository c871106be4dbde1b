import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { insertInquiry } from '../../../src/exchange/inquiries/store.js';
import { openApiDocument } from '../../../src/site/openapi/document.js';
import { EVENTS } from '../../../src/exchange/webhooks/store.js';
import { officeOfFile } from '../../desk/office.js';
import { freePort } from '../../../infra/embedded/processes.js';
import { ROOT } from '../../infra/launch.js';
import { closed } from '../../support/openapi.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { openReceiver, verified } from './receiver.js';
import type { Receiver } from './receiver.js';
import { openWebhookFixture } from './fixture.js';
import { closing } from '../../support/with-own.js';

let receiver: Receiver;
beforeAll(async () => {
  receiver = closing(await openReceiver());
});
const service = serviceOfFile({ WEBHOOK_ALLOW: '127.0.0.1' });
const office = officeOfFile(service);

test('the back office adds, tests, switches and deletes; the secret is in the one answer and no other', async () => {
  const made = await office.call('POST', '/webhooks', { url: receiver.url, events: ['upsert'] });
  expect(made.status).toBe(201);
  const { id, secret } = made.body.data;
  const { body: list } = await office.call('GET', '/webhooks');
  expect(list.data).toEqual([expect.objectContaining({ id, url: receiver.url, events: ['upsert'] })]);
  expect(JSON.stringify(list)).not.toContain(secret);

  const tested = await office.call('POST', `/webhooks/${id}/test`);
  expect(tested.body.data).toEqual({ ok: true, status: 204 });
  verified(secret, receiver.received.at(-1)!);
  receiver.answer = (res) => void res.writeHead(500).end('what the receiver wrote');
  const failed = await office.call('POST', `/webhooks/${id}/test`);
  expect(failed.body.data).toMatchObject({ ok: false, error: { code: 'answered', what: 500 } });
  expect(failed.text).not.toContain('what the receiver wrote');
  receiver.answer = (res) => void res.writeHead(204).end();

  await office.call('POST', `/webhooks/${id}/disable`);
  expect((await office.call('GET', '/webhooks')).body.data[0].state).toBe('disabled');
  await office.call('POST', `/webhooks/${id}/enable`);
  expect((await office.call('GET', '/webhooks')).body.data[0].state).toBe('active');
  expect((await office.call('DELETE', `/webhooks/${id}`)).status).toBe(200);
  for (const [method, path] of [
    ['DELETE', `/webhooks/${id}`],
    ['POST', `/webhooks/${id}/enable`],
    ['POST', `/webhooks/${id}/test`],
    ['POST', '/webhooks/x/test'],
  ] as const)
    expect((await office.call(method, path)).status).toBe(404);
});

test('the back office says at which field an address or choice is refused', async () => {
  const cases = [
    [{ url: 'https://169.254.169.254/latest/meta-data', events: ['upsert'] }, 'url', 'private_address'],
    [{ url: 'http://example.com/', events: ['upsert'] }, 'url', 'not_https'],
    [{ url: 'nonsense', events: ['upsert'] }, 'url', 'no_https_address'],
    [{ url: 'ftp://example.com/', events: ['upsert'] }, 'url', 'no_https_address'],
    [{ url: receiver.url, events: [] }, 'events', 'too_few'],
    [{ url: receiver.url, events: ['create'] }, 'events.0', 'unknown_value'],
  ] as const;
  for (const [json, path, code] of cases) {
    const answer = await office.call('POST', '/webhooks', json);
    expect([answer.status, answer.body.errors[0]]).toEqual([400, expect.objectContaining({ path, code })]);
  }
});

test('there are a hundred webhooks at most', async () => {
  await service.db.none(
    `INSERT INTO webhooks (url, events, epoch, xid, seq, mark, disabled_at, disabled_reason)
       SELECT 'https://example.com/' || n, '{upsert}', epoch, '0', 0, 0, now(), 'asked' FROM change_log, generate_series(1, 100) n`,
  );
  const answer = await office.call('POST', '/webhooks', { url: receiver.url, events: ['upsert'] });
  expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'too_many']);
  expect((await office.call('GET', '/webhooks')).body.data).toHaveLength(100);
  await service.db.none('DELETE FROM webhooks');
});

test('every message is as the OpenAPI document describes it', async () => {
  const document = closed(openApiDocument([], 'https://catalogue.example')) as { webhooks: object };
  expect(Object.keys(document.webhooks)).toEqual([
    'products.changed',
    'products.reset',
    'inquiry.created',
    'webhook.test',
  ]);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const fixture = closing(await openWebhookFixture());
  const own = await fixture.receiver();
  await fixture.add(own, [...EVENTS]);
  fixture.start();
  await fixture.write('A');
  await until(() => own.received.length === 1);
  await fixture.db.none('DELETE FROM products');
  await until(() => own.received.length === 2);
  await fixture.db.none('TRUNCATE products');
  await until(() => own.received.length === 3);
  await insertInquiry(fixture.db, { name: 'Jane Doe', phone: '1', code: 'A' });
  await until(() => own.received.length === 4);
  const all = [...own.received, ...receiver.received];
  expect(new Set(all.map(({ message }) => message.type)).size).toBe(4);
  for (const { message } of all) {
    const at = `document#/webhooks/${message.type}/post/requestBody/content/application~1json/schema`;
    ajv.validate({ $ref: at }, message);
    expect(ajv.errors ?? []).toEqual([]);
  }
});

test('the receiver of the README accepts what is signed with its secret, and nothing else', async () => {
  const text = await readFile(join(ROOT, 'src/exchange/webhooks/README.md'), 'utf8');
  const code = /```js\n(\/\/ receiver\.mjs[^]+?)```/.exec(text)![1]!;
  const file = join(ROOT, 'dist', `receiver-${process.pid}.mjs`); // where it finds the packages
  await writeFile(file, code);
  const port = await freePort();
  const { body } = await office.call('POST', '/webhooks', {
    url: `http://127.0.0.1:${port}/`,
    events: ['upsert'],
  });
  const { id, secret } = body.data;
  const outcome = async (): Promise<unknown> => (await office.call('POST', `/webhooks/${id}/test`)).body.data;
  for (const [known, expected] of [
    [secret, { ok: true, status: 204 }],
    [
      `whsec_${Buffer.from('another').toString('base64')}`,
      expect.objectContaining({ error: { code: 'answered', what: 400 } }),
    ],
  ]) {
    const child = fork(file, { env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: known } });
    await until(() =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    );
    expect(await outcome()).toEqual(expected);
    child.kill();
    await once(child, 'exit');
  }
  await rm(file);
});
