import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { addStaff } from '../../src/desk/accounts.js';
import { fail } from '../../src/command.js';
import { issueKey } from '../../src/platform/access/keys.js';
import { loadConfig } from '../../src/platform/config.js';
import { openLog } from '../../src/platform/process/log.js';
import { addWebhook } from '../../src/exchange/webhooks/manage.js';
import { openReceiver } from '../exchange/webhooks/receiver.js';
import { Client } from '../support/wire.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import type { GatewayProcess, IndexerProcess } from '../support/processes.js';
import { listening } from '../support/listening.js';
import { openPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { engine } from '../support/engine.js';
import { until } from '../support/until.js';
import examples from './logs.json' with { type: 'json' };
import { closing } from '../support/with-own.js';

/** What a log gives of records that hold secrets in every way that comes to mind. */
function logged(env: Record<string, string>, ...records: object[]): string {
  let text = '';
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const log = openLog(loadConfig({ LOG_LEVEL: 'trace', ...env }), 'test', to);
  for (const record of records) log.error(record, 'told');
  return text;
}

test('what the configuration keeps secret is hidden wherever it stands in a record', () => {
  const { env, secrets } = examples;
  const text = logged(
    env,
    { env },
    { err: new Error(`cannot connect to ${env.DATABASE_URL} with p@ss-of-postgres or ${env.REDIS_URL}`) },
    { err: Object.assign(new Error('no'), { request: { headers: { a: `Bearer ${env.MEILI_KEY}` } } }) },
    {
      err: new Error('535 no such user: sales pass-of/mail'),
      sent: 'https://receiver:p@ss-of-hook@example.com/x',
    },
  );
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).toContain('cannot connect to postgres://catalogue:[redacted]@db/catalogue');
  for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ msg: 'told' });
});

test('keys, passwords, cookies and webhook secrets are hidden by their form and by the name of their field', () => {
  const key = `pds_${'k3Y'.repeat(14)}x`;
  const text = logged(
    {},
    { headers: { 'x-api-key': key, cookie: 'office_session=S3SSI0N', Authorization: 'Basic QUxBRERJTg==' } },
    { deep: { deeper: [{ password: 'hunter2 "quoted" \\', webhookSecret: 'whatever', token: 1 }] } },
    { note: `with ${key}, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw and office_session=S3SSI0N; Path=/` },
    { err: Object.assign(new SyntaxError('Unexpected token'), { body: '{"password": "hunter2' }) },
    { err: Object.assign(new Error('refused'), { detail: 'Failing row contains (1, hunter2).' }) },
    { err: new Error('Failing row contains (1, wang, scrypt$32768$8$3$c2FsdA==$aGFzaA==, now)') },
  );
  for (const secret of ['k3Y', 'S3SSI0N', 'QUxB', 'hunter2', 'whatever', 'MfKQ', 'c2FsdA', 'aGFzaA'])
    expect(text).not.toContain(secret);
  for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ msg: 'told' });
});

test('what a command or a start says on its way out has no secret either', () => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  fail('cannot reach smtps://sales:p@ss-of-mail@mail.example.com', false, 1);
  expect(said.mock.calls).toEqual([['cannot reach smtps://sales:[redacted]@mail.example.com\n']]);
  said.mockRestore();
  process.exitCode = undefined;
  for (const name of ['MEILI_URL', 'TRANSLATE_URL', 'SITE_ORIGIN'])
    expect(() => loadConfig({ [name]: 'http://name:pass@host' })).toThrow(
      new RegExp(`^${name}: .*no name or password`),
    );
});

const LONG = 200_000;
const repeated = (text: string): string => text.repeat(LONG / text.length);
test.each([
  ...Object.entries(examples.repeated).map(([what, part]) => [what, repeated(part)]),
  ['one number', `scrypt$${repeated('1')}`],
] as [string, string][])(
  'a record of %s is written in a time that grows with its length, and bounded',
  (_, text) => {
    const records = [{ path: text }, { [text]: text }, { deep: { path: text } }, { err: new Error(text) }];
    for (const record of records) {
      const begun = performance.now();
      const line = logged({}, record);
      // What grows with the square of the length takes ten seconds and more.
      expect(performance.now() - begun).toBeLessThan(2_000);
      expect(line.length).toBeLessThan('err' in record ? 16_500 : 4_000);
      expect(JSON.parse(line)).toMatchObject({ level: 50 });
    }
    if (!text.startsWith('\u0001')) expect(logged({}, { path: text }).length).toBeLessThan(1_500);
  },
);

test('a secret is hidden also where a text is cut in the middle of it', () => {
  const key = `pds_${'k3Y'.repeat(14)}x`;
  for (let before = 440; before < 510; before++) {
    const text = logged({}, { path: `/${'a'.repeat(before - 1)}/${key}/${'b'.repeat(600)}` });
    expect(text).not.toContain('k3Y');
  }
});

test('however much a record holds, its line is bounded and says when, where and what', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field${i}`, 'x'.repeat(1_000)]));
  let deep: object = {};
  for (let i = 0; i < 3_000; i++) deep = { deep };
  for (const record of [
    many,
    { many: [many, many] },
    deep,
    { list: Array.from({ length: 1e5 }, () => 'xy') },
  ]) {
    const line = logged({}, { request_id: 'r-1', ...record });
    expect(line.length).toBeLessThan(16_500);
    expect(JSON.parse(line)).toMatchObject({ level: 50, name: 'test', request_id: 'r-1', msg: 'told' });
  }
});

describe('a gateway and an indexer', () => {
  let database: Place;
  let gateway: GatewayProcess;
  let indexer: IndexerProcess;
  let client: Client;
  const password = 'correct horse battery';
  const keysOfTranslation: unknown[] = [];
  /** A translation service that answers with the key that it is called with, in a form that cannot be read. */
  const translator = createServer((req, res) => {
    void json(req).then((body) => {
      const { api_key: keyGiven } = body as { api_key: string };
      keysOfTranslation.push(keyGiven);
      res.end(keyGiven);
    });
  });

  beforeAll(async () => {
    database = closing(
      await openPlace({
        TRANSLATE_URL: await listening(translator),
        TRANSLATE_KEY: 'key-of-translation',
        WEBHOOK_ALLOW: '127.0.0.1',
        LOG_LEVEL: 'trace',
      }),
    );
    const { env } = database;
    [gateway, indexer] = await Promise.all([startGatewayProcess(env), startIndexerProcess(env)]);
    client = new Client(gateway.origin);
    await addStaff(database.db, 'wang', password);
  });

  const records = (text: string): any[] =>
    // eslint-disable-line @typescript-eslint/no-explicit-any
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)); // every line is a record

  test('a write can be followed by its request id and its trace from the gateway to its delivery', async () => {
    const { key } = await issueKey(database.db, { name: 'erp' });
    const receiver = await openReceiver();
    const wanted = { url: receiver.url, events: ['upsert' as const, 'inquiry.created' as const] };
    await addWebhook(database.db, loadConfig({ WEBHOOK_ALLOW: receiver.host }).webhooks, wanted);
    // The first index takes in what was there by then, and does not say in which transactions.
    await until(() => indexer.log().includes('the index was rebuilt'), 30_000);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const { status } = await client.ask('/sync/push', {
      method: 'POST',
      key,
      headers: { 'X-Request-Id': 'traced-1', traceparent },
      json: [{ code: 'T-1', name_cn: '甲' }],
    });
    expect(status).toBe(200);
    let transaction: string | undefined;
    await until(async () => {
      const record = records(gateway.log()).find((each) => each.request_id === 'traced-1');
      transaction = record?.transaction;
      return record?.trace_id === trace && transaction !== undefined;
    });
    const isNamed = async () =>
      records(indexer.log()).some((each) => each.transactions?.includes(transaction));
    await until(isNamed, 30_000);
    const inquiry = { code: 'T-1', name: 'Jane', phone: '1' };
    const headers = { traceparent: traceparent.replace('-01', '-00') };
    expect((await client.ask('/rfq', { method: 'POST', headers, json: inquiry })).status).toBe(201);
    await client.ask('/sync/push', { method: 'POST', key, json: [{ code: 'T-2', name_cn: '乙' }] });
    const traceOf = (type: string, code = 'T-1') =>
      receiver.received.find(({ message, text }) => message.type === type && text.includes(`"${code}"`))
        ?.headers['traceparent'];
    await until(
      () => receiver.changes().some(({ code }) => code === 'T-2') && traceOf('inquiry.created') !== undefined,
      30_000,
    );
    expect(traceOf('products.changed')).toBe(traceparent);
    expect(traceOf('inquiry.created')).toBe(headers.traceparent);
    expect(traceOf('products.changed', 'T-2')).toBeUndefined();
    await receiver.close();
  });

  test('log a path of 15 KB in a line of at most 1.5 KB', async () => {
    const path = `/${'a.'.repeat(7_500)}`;
    const { status } = await client.ask(path, { method: 'POST', headers: { 'X-Request-Id': 'long-1' } });
    expect(status).toBe(404);
    const line = (): string | undefined =>
      gateway
        .log()
        .split('\n')
        .find((each) => each.includes('"long-1"'));
    await until(async () => line() !== undefined);
    expect(line()!.length).toBeLessThan(1_500);
    expect(JSON.parse(line()!).path).toMatch(/^\/api\/v1\/a\.a\..*… \(15008 characters\)$/);
  });

  test('log nothing secret, at any level, of calls that bring secrets along', async () => {
    const { key } = await issueKey(database.db, { name: 'erp' });
    const wrong = `pds_${'x'.repeat(43)}`;
    const page = { Origin: gateway.origin, 'Sec-Fetch-Site': 'same-origin' };
    const at = '//back-office/api/session';
    await client.ask('/products', { key });
    await client.ask('/products', { key: wrong });
    await client.ask(`/products?key=${key}`);
    await client.ask('/sync/push', { method: 'POST', key, json: { password } });
    await fetch(`${gateway.origin}/api/v1/sync/push`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: `{"password": "${password}`,
    });
    const signedIn = await client.ask(at, {
      method: 'POST',
      headers: page,
      json: { name: 'wang', password },
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers['set-cookie']![0]!.split(';', 1)[0]!;
    await client.ask(at, { headers: { ...page, Cookie: cookie } });
    await client.ask(at, {
      method: 'POST',
      headers: page,
      json: { name: 'wang', password: 'a wrong password' },
    });
    const translated = await client.ask('//back-office/api/translate?text=no+such+name&to=cn', {
      headers: { ...page, Cookie: cookie },
    });
    expect([translated.status, keysOfTranslation]).toEqual([503, ['key-of-translation']]);
    // Errors with whatever their drivers tell.
    await database.db.none('ALTER TABLE inquiries RENAME TO elsewhere');
    const failed = await client.ask('/rfq', {
      method: 'POST',
      headers: { 'X-Request-Id': 'failing-1' },
      json: { code: 'T-1', name: '保密的人', email: 'private@example.com', message: '保密的话' },
    });
    await database.db.none('ALTER TABLE elsewhere RENAME TO inquiries');
    expect(failed.status).toBe(500);
    await until(async () => records(gateway.log()).some((each) => each.msg === 'request failed'));

    const told = gateway.log() + indexer.log();
    expect(told).toContain('failing-1');
    expect(told).toContain('the translation service failed');
    const { password: ofDatabase } = new URL(database.databaseUrl);
    const [, session] = cookie.split('=');
    for (const secret of [key, wrong, password, 'a wrong password', session!, ofDatabase, engine().key])
      expect(told).not.toContain(secret);
    expect(told).not.toContain('key-of-translation');
    // Nor does the server's own log say what a person wrote.
    const ofServer = readFileSync(join(process.env['TEST_SERVERS']!, 'postgres.log'), 'utf8');
    expect(ofServer).toContain('relation "inquiries" does not exist');
    expect(told + ofServer).not.toMatch(/private@example|保密/);
  });
});
