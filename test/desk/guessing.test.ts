import { addStaff, signIn } from '../../src/desk/accounts.js';
import { openLimit } from '../../src/platform/limits/limit.js';
import { startIndexer } from '../support/indexer.js';
import { serviceOfFile } from '../support/service.js';
import { until } from '../support/until.js';
import { pageCall, PASSWORD } from './office.js';

const service = serviceOfFile({ TRUST_PROXY: '1' });
beforeAll(async () => {
  await addStaff(service.db, 'wang', PASSWORD);
});
beforeEach(() => service.db.none('DELETE FROM staff_attempts'));

/** The status of a sign-in from an address: the gateway trusts one proxy, and that is us. */
const signInFrom = async (address: string, name: string, password = 'wrong password'): Promise<number> =>
  (await pageCall(service)('POST', '/session', { name, password }, { 'X-Forwarded-For': address })).status;

/** Every count as it is stored, with the place of its row: a write of the same values shows as well. */
const rows = (): Promise<{ address: string; failures: number }[]> =>
  service.db.any('SELECT ctid, xmin, * FROM staff_attempts ORDER BY address, name');

/** Stands for so many wrong passwords, without the time that each takes, after which the next one waits so many seconds. */
const failed = (address: string, name: string, failures: number, wait = 0): Promise<null> =>
  service.db.none(
    `INSERT INTO staff_attempts (name, address, failures, next_at, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4), now() + interval '10 minutes')
     ON CONFLICT (name, address) DO UPDATE SET failures = excluded.failures, next_at = excluded.next_at`,
    [name, address, failures, wait],
  );

test('a thousand sign-ins with made-up names leave a row for each password that was checked, and no more', async () => {
  await failed('192.0.2.1', '', 90);
  const statuses: number[] = [];
  const begun = performance.now();
  for (let i = 0; i < 1_000; i += 50) {
    const some = Array.from({ length: 50 }, (_, n) => signInFrom('192.0.2.1', `made up ${i + n}`));
    statuses.push(...(await Promise.all(some)));
  }
  const checked = statuses.filter((status) => status === 401).length;
  expect(checked).toBeGreaterThan(0);
  expect(checked).toBeLessThanOrEqual(1 + (performance.now() - begun) / 5_000); // one in five seconds
  expect(statuses.filter((status) => status === 429)).toHaveLength(1_000 - checked);
  expect(await rows()).toHaveLength(1 + checked); // one of the network, and one for each of the names
}, 60_000);

test('of wrong passwords that come at once through ten gateways five are looked at, and then one a second', async () => {
  const begun = performance.now();
  const tried = Array.from({ length: 10 }, () => openLimit({ all: 2, address: 2 })).flatMap((queue) =>
    ['a', 'b', 'c', 'd'].map((password) =>
      signIn(service.db, queue, { name: 'wang', password, address: '192.0.2.10' }),
    ),
  );
  const results = await Promise.allSettled(tried);
  const statuses = results.map((each) => each.status === 'rejected' && each.reason.status);
  const checked = statuses.filter((status) => status === 401).length;
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(5 + (performance.now() - begun) / 1_000);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - checked);
  expect(await rows()).toMatchObject([{ failures: checked }, { failures: checked }]);
}, 60_000);

test.each([
  [4, 0], [5, 1], [6, 2], [8, 8], [11, 60], [1_001, 60],
])('after %i wrong passwords for an account from a network the next one waits %i s', async (failures, wait) => {
  await failed('192.0.2.6', 'wang', failures - 1);
  expect(await signInFrom('192.0.2.6', 'wang')).toBe(401);
  const { waits } = await service.db.one(
    `SELECT round(extract(epoch FROM next_at - (expires_at - interval '15 minutes')))::int AS waits
       FROM staff_attempts WHERE name = 'wang'`,
  );
  expect(waits).toBe(wait);
}); // prettier-ignore

test('whatever others type, nobody is kept from signing in from elsewhere, nor from going on', async () => {
  const { headers } = await pageCall(service)('POST', '/session', { name: 'wang', password: PASSWORD });
  const own = pageCall(service, headers.get('set-cookie')!.split(';', 1)[0]);
  await failed('192.0.2.7', 'wang', 1_000, 60);
  await failed('192.0.2.7', '', 1_000, 5);
  const answer = await pageCall(service)(
    'POST',
    '/session',
    { name: 'wang', password: PASSWORD },
    { 'X-Forwarded-For': '192.0.2.7' },
  );
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await signInFrom('192.0.2.8', 'wang', PASSWORD)).toBe(200);
  expect((await own('GET', '/products', undefined, { 'X-Forwarded-For': '192.0.2.7' })).status).toBe(200);
});

test('a wrong password is in the log of staff under its account, a name that no account has is not', async () => {
  await service.db.none('DELETE FROM staff_actions');
  await signInFrom('192.0.2.9', 'wang');
  await signInFrom('192.0.2.9', 'my secret, in the wrong field');
  const logged = () =>
    service.db.any('SELECT staff_name, method, path, status, address FROM staff_actions ORDER BY id');
  await until(async () => (await logged()).length === 2);
  const what = { method: 'POST', path: '/back-office/api/session', status: 401, address: '192.0.2.9' };
  expect(await logged()).toEqual([
    { staff_name: 'wang', ...what },
    { staff_name: '-', ...what },
  ]);
});

test.each([
  ['the network', ''],
  ['the account', 'wang'],
  ['a name that is no account', 'nobody'],
])('a sign-in that comes too soon for %s writes nothing', async (_what, name) => {
  await failed('192.0.2.2', name, 100, 600);
  const before = await rows();
  expect(await signInFrom('192.0.2.2', name || 'wang', PASSWORD)).toBe(429);
  expect(await rows()).toEqual(before);
});

test('the addresses of an IPv6 /64 are one network, those of another /64 are not', async () => {
  await signInFrom('2001:db8:0:1::1', 'wang');
  await signInFrom('2001:db8:0:1:ffff::2', 'wang');
  expect(await rows()).toMatchObject([
    { address: '2001:db8:0:1::/64', failures: 2 },
    { address: '2001:db8:0:1::/64', failures: 2 },
  ]);
  await failed('2001:db8:0:1::/64', 'wang', 10, 60);
  expect(await signInFrom('2001:db8:0:1::3', 'wang', PASSWORD)).toBe(429);
  expect(await signInFrom('2001:db8:0:2::3', 'wang', PASSWORD)).toBe(200);
});

test('an IPv4 address within IPv6 counts as the IPv4 address', async () => {
  await failed('192.0.2.3', 'wang', 10, 60);
  expect(await signInFrom('::ffff:192.0.2.3', 'wang', PASSWORD)).toBe(429);
});

test('the right password gets in once it need not wait, and takes back its own count alone', async () => {
  await failed('192.0.2.4', '', 99);
  await failed('192.0.2.4', 'wang', 9);
  await failed('192.0.2.4', 'li', 10, 60);
  expect(await signInFrom('192.0.2.4', 'wang', PASSWORD)).toBe(200);
  expect(await rows()).toMatchObject([
    { name: '', failures: 99 },
    { name: 'li', failures: 10 },
  ]);
});

test('a name of blanks is refused at its field and counts as no attempt', async () => {
  const answer = await pageCall(service)('POST', '/session', { name: '  ', password: PASSWORD });
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'name']);
  expect(await rows()).toEqual([]);
});

test('maintenance removes counts that have run out and failed sign-ins of 90 days ago, and leaves the others', async () => {
  await failed('192.0.2.5', 'past', 1);
  await service.db.none(`UPDATE staff_attempts SET expires_at = now() - interval '1 second'`);
  await failed('192.0.2.5', 'present', 1);
  await service.db.none(
    `INSERT INTO staff_actions (at, staff_name, method, path, status, address, request_id)
     SELECT now() - interval '91 days', 'wang', 'POST', '/', status, '', '' FROM unnest(ARRAY[200, 401]) AS status`,
  );
  const indexer = await startIndexer(service);
  try {
    await until(async () => (await rows()).length === 1);
    const old = `SELECT status FROM staff_actions WHERE at < now() - interval '90 days'`;
    await until(async () => (await service.db.any(old)).length === 1);
    expect(await service.db.any(old)).toEqual([{ status: 200 }]);
    expect(await rows()).toMatchObject([{ name: 'present' }]);
  } finally {
    await indexer.stop();
  }
});
