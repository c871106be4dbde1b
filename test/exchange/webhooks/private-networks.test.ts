import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { checkAddress, sendMessage } from '../../../src/exchange/webhooks/send.js';
import { addWebhook } from '../../../src/exchange/webhooks/manage.js';
import { openWebhookFixture } from './fixture.js';
import { until } from '../../support/until.js';
import examples from './private-networks.json' with { type: 'json' };
import { closing, shared } from '../../support/with-own.js';

const settings = { allow: [], timeoutMs: 2_000, giveUpMs: 60_000 };
const fixture = shared(() => openWebhookFixture({ allow: [] }));
let touched = 0;
/** Listens on every address of this machine, and counts who connects. */
const listener = closing(
  createServer((socket) => {
    touched++;
    socket.destroy();
  }),
);
let port: number;

beforeAll(async () => {
  listener.listen(0, '::');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
});

test.each(examples.hosts)('%s: refused when it is added, and when a message is sent', async (host) => {
  const url = `https://${host}:${port}/hook`;
  await expect(addWebhook(fixture.db, settings, { url, events: ['upsert'] })).rejects.toThrow(
    'url: must not be in a private network',
  );
  // As where its name was resolved to another address when it was added.
  const outcome = await sendMessage({ url, secret: 'whsec_AA==' }, { id: 'msg_1', body: '{}' }, settings);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'private' } });
  expect(touched).toBe(0);
});

test.each([
  ['http://example.com/', 'must begin with https://'],
  ['ftp://example.com/', 'must be an https address'],
  ['file:///etc/passwd', 'must be an https address'],
  ['javascript:alert(1)', 'must be an https address'],
  ['example.com', 'must be an https address'],
  ['https://name:secret@example.com/', 'must not carry a name or password'],
  [`https://example.com/${'x'.repeat(2_000)}`, 'must be an https address'],
])('%s is refused: %s', async (url, why) => {
  await expect(addWebhook(fixture.db, settings, { url, events: ['upsert'] })).rejects.toThrow(why);
});

test('one whose name leads into a private network later is not connected to, and the failure says why', async () => {
  const { id } = await fixture.db.one(
    `INSERT INTO webhooks (url, events, epoch, xid, seq, mark)
       SELECT $1, '{upsert}', epoch, pg_snapshot_xmin(pg_current_snapshot()), 0, 0 FROM change_log RETURNING id`,
    [`https://localhost:${port}/`],
  );
  await fixture.db.none(`INSERT INTO webhook_secrets VALUES ($1, 'whsec_AA==')`, [id]);
  fixture.start();
  await fixture.write('A');
  await until(async () => (await fixture.info(id)).last_error?.code === 'private');
  expect(touched).toBe(0);
});

test('plain http is not spoken to a host that is not allowed, whatever the table says', async () => {
  const hook = { url: 'http://example.com/', secret: 'whsec_AA==' };
  const outcome = await sendMessage(hook, { id: 'msg_1', body: '{}' }, settings);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'no_https' } });
});

test('a host is allowed by name and port, and no other with it', async () => {
  const open = { ...settings, allow: [`localhost:${port}`] };
  expect(await checkAddress(`http://localhost:${port}/a`, open)).toBe(`http://localhost:${port}/a`);
  await expect(checkAddress('https://localhost/', open)).rejects.toThrow('private network');
  await expect(checkAddress(`https://127.0.0.1:${port}/`, open)).rejects.toThrow('private network');
  const hook = { url: `http://localhost:${port}/`, secret: 'whsec_AA==' };
  await sendMessage(hook, { id: 'msg_1', body: '{}' }, open);
  expect(touched).toBe(1);
});
