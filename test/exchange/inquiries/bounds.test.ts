import { issueKey } from '../../../src/platform/access/keys.js';
import { inquiryCsv } from '../../../src/exchange/inquiries/csv.js';
import { insertInquiry, pageInquiries } from '../../../src/exchange/inquiries/store.js';
import { addAccount, PASSWORD } from '../../desk/office.js';
import { startGateway } from '../../support/built.js';
import { callAt } from '../../support/call.js';
import { openPlace } from '../../support/place.js';
import { closing, shared } from '../../support/with-own.js';

const place = shared(() =>
  openPlace({ RATE_LIMIT: 'off', TRUST_PROXY: '1', INQUIRIES_OF_ADDRESS: '3', INQUIRIES_OF_ALL: '5' }),
);
let gateways: Awaited<ReturnType<typeof startGateway>>[];
beforeAll(async () => {
  gateways = [closing(await startGateway(place.env)), closing(await startGateway(place.env))];
});
beforeEach(() => place.db.none('DELETE FROM inquiries; DELETE FROM inquiry_counts'));

const form = { code: 'A', name: '王芳', email: 'wang@example.com' };
/** Asks the gateways in turn. */
let turn = 0;
const at = (path: string, json: unknown, headers: Record<string, string>) =>
  callAt(gateways[turn++ % 2]!.origin + path, 'POST', { json, headers });
const ask = (address: string, more: Record<string, string> = {}) =>
  at('/api/v1/rfq', form, { 'X-Forwarded-For': address, ...more });
const stored = (): Promise<number> =>
  place.db.one('SELECT count(*) FROM inquiries', [], (row: { count: number }) => row.count);

test('an address sends so many a day, over all gateways, and takes nothing from others by asking on', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await ask('192.0.2.1')).status);
  expect(statuses).toEqual([201, 201, 201, 429, 429, 429]);
  const refused = await ask('192.0.2.1');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  // The same for what an assistant sends.
  const quote = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'request_quote', arguments: form },
  };
  expect((await at('/mcp', quote, { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(429);
  expect((await ask('192.0.2.2')).status).toBe(201);
  expect(await stored()).toBe(4);
  // Yesterday's count for nothing.
  await place.db.none('UPDATE inquiry_counts SET day = day - 1');
  expect((await ask('192.0.2.1')).status).toBe(201);
});

test('a repetition of an inquiry that was taken is answered with it, and not counted', async () => {
  const once = { 'Idempotency-Key': 'the first' };
  const { body } = await ask('192.0.2.3', once);
  for (let i = 0; i < 2; i++) await ask('192.0.2.3');
  expect((await ask('192.0.2.3')).status).toBe(429);
  expect((await ask('192.0.2.3', once)).body).toEqual(body);
});

test('all without a key send so many a day together, at the same time too; a key still gets through', async () => {
  const { key } = await issueKey(place.db, { name: 'site' });
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(`192.0.2.${100 + i}`)));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
  expect((await ask('192.0.2.9')).body.detail).toMatch(/No more inquiries are taken today/);
  expect((await ask('192.0.2.9', { 'X-API-Key': key })).status).toBe(201);
  expect(await stored()).toBe(6);
});

test('staff see it on their overview from four fifths on', async () => {
  await addAccount(place.db, 'wang');
  const { origin } = gateways[0]!;
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
  const api = `${origin}/back-office/api`;
  const signedIn = await callAt(`${api}/session`, 'POST', {
    json: { name: 'wang', password: PASSWORD },
    headers,
  });
  const Cookie = signedIn.headers.get('set-cookie')!.split(';', 1)[0]!;
  const open = async () =>
    (await callAt(`${api}/inquiries/open`, 'GET', { headers: { ...headers, Cookie } })).body.data;
  for (let i = 0; i < 3; i++) await ask('192.0.2.4');
  expect(await open()).toEqual({ open: 3, day_percent: null });
  await ask('192.0.2.5');
  expect(await open()).toEqual({ open: 4, day_percent: 80 });
});

test('the table of inquiries reads no more than about a megabyte at once, and leaves out none', async () => {
  const large = Array.from({ length: 100 }, () => ({ product_name: '药'.repeat(180) }));
  for (let i = 0; i < 40; i++) await insertInquiry(place.db, { name: 'large', phone: '1' }, large);
  await insertInquiry(place.db, { name: 'small', phone: '1', code: 'A' });
  const read: number[] = [];
  const counting = new Proxy(place.db, {
    get: (db, name) =>
      name === 'any'
        ? async (...asked: Parameters<typeof db.any>) => {
            const rows = await db.any(...asked);
            read.push(Buffer.byteLength(JSON.stringify(rows)));
            return rows;
          }
        : Reflect.get(db, name),
  });
  let rows = 0;
  for await (const text of inquiryCsv(counting)) rows += text.split('\r\n').length - 1;
  expect(rows).toBe(1 + 1 + 40 * 100);
  expect(read.length).toBeGreaterThan(2);
  for (const bytes of read) expect(bytes).toBeLessThan(3 * 1024 * 1024); // the names of the fields are in them too
});

test('a row of the list for staff holds what the list shows of an inquiry, however large that is', async () => {
  const large = Array.from({ length: 100 }, () => ({ product_name: '药'.repeat(180) }));
  await insertInquiry(place.db, { name: '王'.repeat(100), company: '司'.repeat(200), phone: '1' }, large);
  await place.db.none(`UPDATE inquiries SET note = repeat('注', 4000)`);
  const [row] = (await pageInquiries(place.db, { status: 'new' }, { offset: 0, limit: 200 })).data;
  expect(row).toMatchObject({ first: large[0], more: 99, note: '注'.repeat(200) });
  expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThan(3 * 1024);
});
