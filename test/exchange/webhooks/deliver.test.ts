import { tip } from '../../../src/catalogue/changes/log.js';
import { encodePosition } from '../../../src/catalogue/changes/position.js';
import type { Position } from '../../../src/catalogue/changes/position.js';
import { pruneChanges } from '../../../src/catalogue/changes/prune.js';
import { insertInquiry } from '../../../src/exchange/inquiries/store.js';
import { testWebhook } from '../../../src/exchange/webhooks/manage.js';
import { switchWebhook } from '../../../src/exchange/webhooks/store.js';
import { verified } from './receiver.js';
import { SITE_ORIGIN, withFixture } from './fixture.js';
import type { WebhookFixture } from './fixture.js';
import { surfaced } from '../../support/surfaced.js';
import { until } from '../../support/until.js';

test.concurrent(
  'a write and a deletion are told with the product, signed as Standard Webhooks has it',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    const { secret, id } = await fixture.add(receiver);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    fixture.start();
    await fixture.write('A', 12.5);
    await until(() => receiver.received.length === 1);
    const [first] = receiver.received;
    expect(verified(secret, first!)).toEqual(first!.message);
    expect(first!.headers['content-type']).toBe('application/json');
    expect(first!.message).toMatchObject({
      type: 'products.changed',
      data: { changes: [{ code: 'A', op: 'upsert', product: { code: 'A', name_cn: '产品', mw: 12.5 } }] },
    });
    expect(first!.message.data.changes[0]!.product).toMatchObject({
      structure_url: `${SITE_ORIGIN}/media/1`,
    });
    expect(Object.keys(first!.message.data.changes[0]!.product!)).toHaveLength(19);
    expect(() => verified(secret, { ...first!, text: first!.text.replace('12.5', '13.5') })).toThrow();

    await fixture.db.none(`DELETE FROM products WHERE code = 'A'`);
    await until(() => receiver.received.length === 2);
    expect(receiver.changes()[1]).toEqual({ code: 'A', op: 'delete', product: null });
    await until(async () => (await fixture.info(id)).lag_changes === 0);
    expect(await fixture.info(id)).toMatchObject({ state: 'active', last_error: null });
  }),
);

test.concurrent(
  'nothing from before it was added is told, and only the kinds that it wants',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    await fixture.write('OLD');
    await until(async () => (await tip(fixture.db)).xid > '0');
    await surfaced(fixture.db);
    const { id } = await fixture.add(receiver, ['delete']);
    fixture.start();
    await fixture.write('NEW');
    await fixture.db.none(`DELETE FROM products WHERE code = 'OLD'`);
    await until(() => receiver.received.length > 0);
    await until(async () => (await fixture.info(id)).lag_changes === 0);
    expect(receiver.changes()).toEqual([{ code: 'OLD', op: 'delete', product: null }]);
  }),
);

test.concurrent(
  'of 30 products, each written 20 times and more by writers side by side while the receiver fails every third time, the states come in order and the last one comes',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    let calls = 0;
    receiver.answer = (res) => void res.writeHead(++calls % 3 === 0 ? 500 : 204).end();
    await fixture.add(receiver);
    fixture.start();
    const codes = Array.from({ length: 30 }, (_, i) => `P${i}`);
    let mw = 0;
    // Further rounds where an older transaction has held so much back that few deliveries told it all.
    while (mw < 20 || calls <= 3) {
      if (mw >= 20) await surfaced(fixture.db);
      mw++;
      await Promise.all(codes.map((code) => fixture.write(code, mw)));
    }
    const seen = (code: string) =>
      receiver
        .changes()
        .filter((change) => change.code === code)
        .map((change) => change.product!.mw!);
    await until(() => codes.every((code) => seen(code).at(-1) === mw));
    for (const code of codes) expect(seen(code)).toEqual(seen(code).toSorted((a, b) => a - b));
  }),
);

test.concurrent(
  'an inquiry is told only to who asks for it, before changes that wait, again with the same id until it is taken, and in order',
  withFixture(async (fixture) => {
    const [both, changesOnly] = [await fixture.receiver(), await fixture.receiver()];
    both.answer = (res) => void res.writeHead(both.received.length < 3 ? 503 : 204).end();
    const { id, secret } = await fixture.add(both, ['upsert', 'inquiry.created']);
    await fixture.add(changesOnly, ['upsert', 'delete']);
    await fixture.write('A');
    const jane = { name: 'Jane Doe', email: 'jane@example.com' };
    const first = await insertInquiry(fixture.db, jane, [
      { code: 'A', quantity: '2', unit: 'g', note: 'dry' },
      { code: 'GONE' },
    ]);
    const second = await insertInquiry(fixture.db, { ...jane, cas: '50-78-2', quantity: '1 g' });
    expect(await fixture.info(id)).toMatchObject({ waiting_inquiries: 2 });
    fixture.start();
    await until(() => both.changes().length === 1 && changesOnly.changes().length === 1);
    const told = both.received.map(({ message: { type }, id }) => `${type} ${id}`);
    expect(new Set(told.slice(0, 3)).size).toBe(1);
    expect(both.received.map(({ message }) => message.type)).toEqual([
      ...Array.from({ length: 4 }, () => 'inquiry.created'),
      'products.changed',
    ]);
    const line = { code: null, cas: null, product_name: null, quantity: null };
    const rest = { unit: null, purity: null, note: null, suggested: null, url: null };
    expect(verified(secret, both.received[2]!)).toEqual({
      type: 'inquiry.created',
      timestamp: expect.any(String),
      data: {
        id: first,
        created_at: expect.any(String),
        ...jane,
        company: null,
        phone: null,
        country: null,
        message: null,
        items: [
          {
            ...line,
            ...rest,
            code: 'A',
            quantity: '2',
            unit: 'g',
            note: 'dry',
            url: `${SITE_ORIGIN}/products/A`,
          },
          { ...line, ...rest, code: 'GONE' },
        ],
      },
    });
    expect(both.received[3]!.message.data).toMatchObject({
      id: second,
      items: [{ ...line, ...rest, cas: '50-78-2', quantity: '1 g' }],
    });
    expect(changesOnly.received.map(({ message }) => message.type)).toEqual(['products.changed']);
    await until(async () => (await fixture.info(id)).waiting_inquiries === 0);
    expect(await fixture.info(id)).toMatchObject({ state: 'active' });
  }),
);

test.concurrent(
  'a message stays small: 300 large products come in several, of at most 100 changes and 64 KiB',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    await fixture.add(receiver);
    fixture.start();
    await fixture.db.none(
      `INSERT INTO products (code, name_cn, source, description)
       SELECT 'L' || n, '大', 'test', repeat('长', CASE WHEN n <= 150 THEN 900 ELSE 1 END) FROM generate_series(1, 300) n`,
    );
    await until(() => new Set(receiver.changes().map(({ code }) => code)).size === 300);
    expect(receiver.changes()).toHaveLength(300);
    for (const { text, message } of receiver.received) {
      expect(Buffer.byteLength(text)).toBeLessThan(66 * 1024);
      expect(message.data.changes.length).toBeLessThanOrEqual(100);
    }
    expect(receiver.received.length).toBeGreaterThan(5);
  }),
);

test.concurrent(
  'a message that fails is repeated with the same id, and ever later, until it is taken',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    receiver.answer = (res) => void res.writeHead(503).end();
    const { id } = await fixture.add(receiver);
    fixture.start({ first: 20, longest: 60_000 });
    await fixture.write('A');
    await until(() => receiver.received.length === 3);
    // More of the log must not get into the message that is on its way.
    await fixture.write('B');
    expect(await fixture.info(id)).toMatchObject({
      state: 'failing',
      last_error: { code: 'answered', what: 503 },
    });
    const waits: number[] = [];
    await until(async () => {
      const { failures, wait } = await fixture.db.one<{ failures: number; wait: number }>(
        'SELECT failures, extract(epoch FROM next_attempt_at - failed_at)::float8 AS wait FROM webhooks',
      );
      waits[failures] = wait;
      return failures >= 6;
    });
    // Doubled each time, less a half at most.
    waits.forEach((wait, failures) => {
      const full = 0.02 * 2 ** (failures - 1);
      expect(wait).toBeGreaterThan(full * 0.49);
      expect(wait).toBeLessThan(full * 1.01 + 0.002);
    });
    receiver.answer = (res) => void res.writeHead(200).end('x'.repeat(1_000_000));
    await until(() => receiver.changes().some(({ code }) => code === 'B'));
    const ids = receiver.received.slice(0, -1).map((each) => each.id);
    expect(new Set(ids).size).toBe(1);
    expect(receiver.received.at(-1)!.id).not.toBe(ids[0]);
    await until(async () => (await fixture.info(id)).state === 'active');
  }),
);

test.concurrent(
  'a receiver that says Retry-After, in seconds or as a date, is left alone for as long, unless it accepts a test',
  withFixture(async (fixture) => {
    const [receiver, dated] = [await fixture.receiver(), await fixture.receiver()];
    receiver.answer = (res) => void res.writeHead(429, { 'Retry-After': '30' }).end();
    const date = new Date(Date.now() + 60_000).toUTCString();
    dated.answer = (res) => void res.writeHead(503, { 'Retry-After': date }).end();
    const { id } = await fixture.add(receiver);
    const { id: datedId } = await fixture.add(dated);
    fixture.start({ first: 20, longest: 60_000 });
    await fixture.write('A');
    const wait = async (hook: number) => {
      await until(async () => (await fixture.info(hook)).state === 'failing');
      const { failed_at, next_attempt_at } = await fixture.info(hook);
      return Date.parse(next_attempt_at!) - Date.parse(failed_at!);
    };
    expect(await wait(id)).toBeGreaterThan(29_900);
    expect(await wait(datedId)).toBeGreaterThan(29_900);

    receiver.answer = (res) => void res.writeHead(204).end();
    expect(await testWebhook(fixture.db, fixture.settings, id)).toMatchObject({ ok: true });
    await until(() => receiver.changes().length > 1);
    await until(async () => (await fixture.info(id)).state === 'active');
    expect(await testWebhook(fixture.db, fixture.settings, datedId)).toMatchObject({ ok: false });
    expect((await fixture.info(datedId)).state).toBe('failing');
    // One that has only been tested so far.
    const { id: fresh } = await fixture.add(receiver, ['inquiry.created']);
    await testWebhook(fixture.db, fixture.settings, fresh);
    expect(await fixture.info(fresh)).toMatchObject({ state: 'active', succeeded_at: expect.any(String) });
  }),
);

test.concurrent(
  'one that failed for too long is switched off with the reason, and goes on where it stopped once it is switched on',
  withFixture(async (fixture) => {
    Object.assign(fixture.settings, { giveUpMs: 300 });
    const receiver = await fixture.receiver();
    receiver.answer = (res) => void res.writeHead(500).end();
    const { id } = await fixture.add(receiver);
    fixture.start({ first: 50, longest: 100 });
    await fixture.write('A');
    await until(async () => (await fixture.info(id)).state === 'disabled');
    expect(await fixture.info(id)).toMatchObject({
      disabled_reason: 'failing',
      last_error: { code: 'answered', what: 500 },
    });
    expect(receiver.received.length).toBeGreaterThan(1);
    const before = receiver.received.length;
    await fixture.write('B');
    receiver.answer = (res) => void res.writeHead(204).end();
    const other = await fixture.receiver();
    await fixture.add(other);
    await fixture.write('C');
    await until(() => other.received.length > 0);
    expect(receiver.received).toHaveLength(before);

    await switchWebhook(fixture.db, id, true);
    await until(() => receiver.changes().some(({ code }) => code === 'C'));
    expect(receiver.received[before]!.id).toBe(receiver.received[0]!.id);
    expect(await fixture.info(id)).toMatchObject({ state: 'active', disabled_reason: null });
  }),
);

test.concurrent(
  'one that answers 410 is switched off at once',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    receiver.answer = (res) => void res.writeHead(410).end();
    const { id } = await fixture.add(receiver);
    fixture.start();
    await fixture.write('A');
    await until(async () => (await fixture.info(id)).state === 'disabled');
    expect(await fixture.info(id)).toMatchObject({
      disabled_reason: 'gone',
      last_error: { code: 'answered', what: 410 },
    });
    expect(receiver.received).toHaveLength(1);
  }),
);

test.concurrent(
  'a redirection is a failure, and is not followed',
  withFixture(async (fixture) => {
    const [receiver, elsewhere] = [await fixture.receiver(), await fixture.receiver()];
    receiver.answer = (res) => void res.writeHead(307, { Location: elsewhere.url }).end();
    const { id } = await fixture.add(receiver);
    fixture.start();
    await fixture.write('A');
    await until(() => receiver.received.length >= 2);
    expect(elsewhere.received).toHaveLength(0);
    expect((await fixture.info(id)).last_error).toEqual({ code: 'redirected', what: 307 });
  }),
);

test.concurrent(
  'one that answers with another protocol has failed, and its message is repeated',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    receiver.answer = (res) =>
      void res.socket!.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
    const other = await fixture.receiver();
    other.answer = (res) => void res.socket!.write('SSH-2.0-OpenSSH_10\r\n');
    const { id } = await fixture.add(receiver);
    const { id: otherId } = await fixture.add(other);
    fixture.start();
    await fixture.write('A');
    await until(() => receiver.received.length >= 2 && other.received.length >= 2);
    expect((await fixture.info(id)).last_error?.code).toBe('late');
    expect((await fixture.info(otherId)).last_error?.code).toBe('no_http');
  }),
);

test.concurrent(
  'receivers that hang, trickle or are away hold up no other one',
  withFixture(async (fixture) => {
    const [hanging, trickling, good, away] = await Promise.all([1, 2, 3, 4].map(() => fixture.receiver()));
    hanging!.answer = () => {};
    let trickles: NodeJS.Timeout | undefined;
    trickling!.answer = (res) => {
      res.socket!.write('HTTP/1.1 200 OK\r\n');
      trickles = setInterval(() => res.socket?.write('x: y\r\n'), 50);
    };
    await away!.close();
    const [a, b, , d] = [
      await fixture.add(hanging!),
      await fixture.add(trickling!),
      await fixture.add(good!),
      await fixture.add(away!),
    ];
    fixture.start();
    await fixture.write('A');
    await until(() => good!.received.length === 1 && hanging!.received.length === 1);
    for (let n = 1; n <= 5; n++) {
      await fixture.write('A', 100 + n);
      await until(() => good!.changes().at(-1)?.product?.mw === 100 + n);
    }
    await until(async () => (await fixture.info(a.id)).state === 'failing');
    await until(async () => (await fixture.info(b.id)).state === 'failing');
    clearInterval(trickles);
    expect((await fixture.info(a.id)).last_error?.code).toBe('late');
    expect((await fixture.info(b.id)).last_error?.code).toBe('late');
    await until(async () => (await fixture.info(d.id)).last_error?.code === 'refused');
  }),
);

test.concurrent(
  'one that fails counts as failing no longer where nothing is left that it wants',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    receiver.answer = (res) => void res.writeHead(503).end();
    const { id } = await fixture.add(receiver, ['upsert']);
    fixture.start();
    await fixture.write('A');
    await until(async () => (await fixture.info(id)).state === 'failing');
    await fixture.db.none('DELETE FROM products');
    await until(async () => (await fixture.info(id)).lag_changes === 0);
    expect(await fixture.info(id)).toMatchObject({ state: 'active', succeeded_at: null });
    expect(await fixture.db.one('SELECT failing_since FROM webhooks')).toEqual({ failing_since: null });
  }),
);

test.concurrent(
  'one that was off until the log was pruned, or the catalogue emptied, is told to read all anew, and then goes on',
  withFixture(async (fixture) => {
    const receiver = await fixture.receiver();
    const { id } = await fixture.add(receiver);
    await switchWebhook(fixture.db, id, false);
    await fixture.write('A');
    await until(async () => (await pruneChanges(fixture.db, -1)) > 0);
    await switchWebhook(fixture.db, id, true);
    fixture.start();
    await until(() => receiver.received.length === 1);
    const { message } = receiver.received[0]!;
    expect(message).toMatchObject({ type: 'products.reset', data: { reason: 'pruned' } });
    expect(message.data.next).toBe(encodePosition(await positionOf(fixture, id)));
    await fixture.write('B');
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]!.message.data.changes.map(({ code }) => code)).toEqual(['B']);
    await fixture.db.none('TRUNCATE products');
    await until(() => receiver.received.length === 3);
    expect(receiver.received[2]!.message).toMatchObject({
      type: 'products.reset',
      data: { reason: 'epoch' },
    });
  }),
);

async function positionOf(fixture: WebhookFixture, id: number): Promise<Position> {
  await until(async () => (await fixture.info(id)).succeeded_at !== null);
  return fixture.db.one('SELECT epoch, xid::text, seq, mark FROM webhooks WHERE id = $1', [id]);
}
