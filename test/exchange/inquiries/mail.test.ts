import pino from 'pino';
import { SMTPServer } from 'smtp-server';
import { insertInquiry, newestInquiries } from '../../../src/exchange/inquiries/store.js';
import { mailInquiries } from '../../../src/exchange/inquiries/mail.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { freePort } from '../../../infra/embedded/processes.js';
import { until } from '../../support/until.js';
import { atEnd, closing } from '../../support/with-own.js';

let database: TestDatabase;
let server: SMTPServer;
let port: number;
const letters: { to: string[]; text: string }[] = [];
/** whether the server takes mail */
let takes = true;
/** the recipient whom it refuses */
let unknown: string | undefined;
/** the lines of the log that are errors */
const errors: string[] = [];

beforeAll(async () => {
  database = closing(await freshDatabase());
  port = await freePort();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address === unknown ? Object.assign(new Error('greylisted'), { responseCode: 450 }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (!takes) return done(Object.assign(new Error('full'), { responseCode: 452 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  atEnd(() => server.close());
  await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done));
  const stopping = new AbortController();
  const ended = mailInquiries(
    {
      db: database.db,
      log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
      siteOrigin: 'https://catalogue.example',
      settings: {
        url: `smtp://127.0.0.1:${port}`,
        from: 'shop@example.com',
        to: ['a@example.com', 'b@example.com'],
      },
      waits: { first: 20, longest: 100, look: 20, late: 600_000 },
    },
    stopping.signal,
  ).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  atEnd(() => {
    stopping.abort();
    return ended;
  });
});

const newest = async () => (await newestInquiries(database.db, 1))[0]!;
const decoded = (text: string): string => {
  const [, base64 = ''] = /\r\n\r\n([A-Za-z0-9+/=\r\n]+)$/.exec(text) ?? [];
  return Buffer.from(base64, 'base64').toString();
};

test('an inquiry is mailed once, with its lines and links, to be answered to who asks', async () => {
  await database.db.none(`INSERT INTO products (code, name_cn, source) VALUES ('A/1', '产品', 'test')`);
  const id = await insertInquiry(
    database.db,
    { name: '王芳', company: '某制药公司', email: 'wang@example.com', message: '请报价\n谢谢' },
    [
      { code: 'A/1', product_name: '某产品', quantity: '2', unit: 'g', purity: '98 %' },
      { product_name: '杂质B', suggested: 'A/1' },
    ],
  );
  await until(async () => (await newest()).mailed_at !== null);
  expect(letters).toHaveLength(1);
  const [{ to, text }] = letters as [{ to: string[]; text: string }];
  expect(to).toEqual(['a@example.com', 'b@example.com']);
  expect(text).toMatch(/^Reply-To: =\?UTF-8\?.*<wang@example\.com>\r$/im);
  expect(text).toMatch(new RegExp(`^Message-ID: <inquiry-${id}-\\d+@catalogue\\.example>\\r$`, 'im'));
  expect(decoded(text)).toMatch(
    /姓名：王芳\r?\n单位：某制药公司\r?\n[^]*1\. A\/1 · 2 g · 98 %\r?\n {3}客户原文：某产品\r?\n {3}https:\/\/catalogue\.example\/products\/A%2F1\r?\n2\. 杂质B\r?\n {3}可能是（未确认）：A\/1\r?\n[^]*请报价\r?\n谢谢/,
  );
});

test('nothing in an inquiry becomes a header or another recipient', async () => {
  letters.length = 0;
  // No form lets these in; whatever writes the table might.
  await insertInquiry(database.db, {
    name: 'Eve\r\nBcc: eve@example.com',
    company: 'x\nX-Evil: 1',
    email: 'eve@example.com,c@example.com',
    code: 'A\r\n.\r\nRCPT TO:<c@example.com>',
  });
  await until(() => letters.length === 1);
  const [{ to, text }] = letters as [{ to: string[]; text: string }];
  expect(to).toEqual(['a@example.com', 'b@example.com']);
  const [head] = text.split('\r\n\r\n');
  expect(head).not.toMatch(/^(Bcc|Cc|X-Evil|Reply-To):/im);
});

test('mail that is refused is tried again, and given up a day after the first try; the inquiry says so', async () => {
  letters.length = 0;
  takes = false;
  const jane = { name: 'Jane Doe', phone: '1', code: 'B' };
  const first = await insertInquiry(database.db, jane);
  await until(async () => (await newest()).mail_error !== null);
  expect(await newest()).toMatchObject({
    id: first,
    status: 'new',
    mailed_at: null,
    mail_error: { code: 'refused', what: 452 },
    mail_given_up: false,
  });
  takes = true;
  await until(async () => (await newest()).mailed_at !== null);
  expect(await newest()).toMatchObject({ mail_error: null });
  takes = false;
  const second = await insertInquiry(database.db, jane);
  await until(async () => (await newest()).mail_error !== null);
  const sql = `UPDATE inquiries SET mail_tried_since = now() - interval '25 hours' WHERE id = $1`;
  await database.db.none(sql, [second]);
  // One after the other is tried: once the third is refused, nothing is under way for the second any more.
  await insertInquiry(database.db, jane);
  await until(async () => (await newest()).mail_error !== null);
  takes = true;
  await until(() => letters.length === 2);
  const data = (await newestInquiries(database.db, 2)).slice(1);
  expect(data[0]).toMatchObject({ id: second, mailed_at: null, mail_given_up: true });
});

test('the last try of a day that fails is logged as an error, once', async () => {
  takes = false;
  errors.length = 0; // the try that was under way for the one before may have been its last
  const id = await insertInquiry(database.db, { name: 'Jane Doe', phone: '1', code: 'B' });
  const failures = async (): Promise<number> =>
    database.db.one('SELECT mail_failures AS n FROM inquiries WHERE id = $1', [id], ({ n }) => n);
  await until(async () => (await failures()) > 1);
  expect(errors).toEqual([]);
  await database.db.none(
    `UPDATE inquiries SET mail_tried_since = now() - interval '1 day' + interval '1 second' WHERE id = $1`,
    [id],
  );
  await until(() => errors.length > 0);
  await until(async () => (await newest()).mail_given_up);
  const tried = await failures();
  takes = true;
  expect(errors.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ inquiry: id, reason: { code: 'refused', what: 452 } }),
  ]);
  expect([tried, (await newest()).mailed_at]).toEqual([await failures(), null]);
});

test('the day begins with the first try: an inquiry from before it is mailed, unless it was answered meanwhile', async () => {
  letters.length = 0;
  takes = false;
  errors.length = 0;
  const from = (status: string): Promise<number> =>
    database.db.one(
      `INSERT INTO inquiries (name, phone, code, status, created_at, mail_next_at)
       SELECT 'Jane Doe', '1', 'B', $1, at, at FROM (SELECT now() - interval '40 days' AS at) RETURNING id`,
      [status],
      (row) => row.id,
    );
  await from('answered');
  await from('new');
  await until(async () => (await newest()).mail_error !== null);
  takes = true;
  await until(async () => (await newest()).mailed_at !== null);
  expect([letters.length, errors]).toEqual([1, []]);
});

test('a try that was due long ago, as after an outage, is made up for; where it fails too, that is the end, and logged', async () => {
  takes = false;
  errors.length = 0;
  const id = await database.db.one(
    `INSERT INTO inquiries (name, phone, code, created_at, mail_next_at, mail_tried_since, mail_failures, mail_error)
     SELECT 'Jane Doe', '1', 'B', at, at + interval '1 hour', at, 3, '{"code": "refused"}'
       FROM (SELECT now() - interval '9 days' AS at) RETURNING id`,
    [],
    (row) => row.id,
  );
  await until(async () => (await newest()).mail_given_up);
  takes = true;
  expect(errors.map((line) => JSON.parse(line).inquiry)).toEqual([id]);
});

test('a recipient whom the server refuses is tried again, and the others have one letter', async () => {
  letters.length = 0;
  unknown = 'b@example.com';
  await insertInquiry(database.db, { name: 'Jane Doe', phone: '1', code: 'C' });
  await until(async () => (await newest()).mail_error?.code === 'addresses');
  unknown = undefined;
  await until(async () => (await newest()).mailed_at !== null);
  expect(letters.map(({ to }) => to)).toEqual([['a@example.com'], ['b@example.com']]);
});

test('where mail is set up late, old inquiries keep their pace and no new one waiting, and the log tells how many they are', async () => {
  const old = await freshDatabase();
  const { db } = old;
  await db.none(
    `INSERT INTO inquiries (name, phone, code, created_at) SELECT 'Jane Doe', '1', 'B', now() - interval '40 days' FROM generate_series(1, 300)`,
  );
  const told: unknown[] = [];
  const stopping = new AbortController();
  const ended = mailInquiries(
    {
      db,
      log: pino({ level: 'warn' }, { write: (line: string) => told.push(JSON.parse(line)) }),
      siteOrigin: 'https://catalogue.example',
      settings: { url: `smtp://127.0.0.1:${port}`, from: 'shop@example.com', to: ['a@example.com'] },
      waits: { first: 20, longest: 100, look: 20, late: 3_600_000 },
    },
    stopping.signal,
  ).catch(() => {});
  try {
    for (const code of ['C', 'D']) {
      const id = await insertInquiry(db, { name: 'Jane Doe', phone: '1', code });
      await until(async () => db.one('SELECT mailed_at IS NOT NULL AS yes FROM inquiries WHERE id = $1', [id], ({ yes }) => yes)); // prettier-ignore
    }
    const late = await db.one(`SELECT count(mailed_at) AS n FROM inquiries WHERE code = 'B'`);
    expect([late.n, told]).toEqual([1, [expect.objectContaining({ inquiries: 300, each_seconds: 3_600 })]]);
  } finally {
    stopping.abort();
    await ended;
    await old.close();
  }
});
