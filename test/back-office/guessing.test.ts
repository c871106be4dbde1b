import { addStaff } from '../../src/back-office/accounts.js';
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

/** Stands for so many wrong passwords, without the time that each takes. */
const failed = (address: string, name: string, failures: number): Promise<null> =>
  service.db.none(
    `INSERT INTO staff_attempts (name, address, failures, expires_at) VALUES ($1, $2, $3, now() + interval '10 minutes')
     ON CONFLICT (name, address) DO UPDATE SET failures = excluded.failures`,
    [name, address, failures],
  );

test('a thousand sign-ins with made-up names leave a row for each password that was checked, and no more', async () => {
  await failed('192.0.2.1', '', 90);
  const statuses: number[] = [];
  for (let i = 0; i < 1_000; i += 50) {
    const some = Array.from({ length: 50 }, (_, n) => signInFrom('192.0.2.1', `made up ${i + n}`));
    statuses.push(...(await Promise.all(some)));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(990);
  expect(await rows()).toHaveLength(11); // one of the network, and one for each of the ten names
}, 60_000);

test.each([
  ['the network', ''],
  ['the account', 'wang'],
  ['a name that is no account', 'nobody'],
])('a sign-in that is refused because %s is locked writes nothing', async (_what, name) => {
  await failed('192.0.2.2', name, 100);
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
  await failed('2001:db8:0:1::/64', 'wang', 10);
  expect(await signInFrom('2001:db8:0:1::3', 'wang', PASSWORD)).toBe(429);
  expect(await signInFrom('2001:db8:0:2::3', 'wang', PASSWORD)).toBe(200);
});

test('an IPv4 address within IPv6 counts as the IPv4 address', async () => {
  await failed('192.0.2.3', 'wang', 10);
  expect(await signInFrom('::ffff:192.0.2.3', 'wang', PASSWORD)).toBe(429);
});

test('the right password gets in below the limit of its network, and takes back its own count alone', async () => {
  await failed('192.0.2.4', '', 99);
  await failed('192.0.2.4', 'wang', 9);
  await failed('192.0.2.4', 'li', 10);
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

test('maintenance removes the counts that have run out, and leaves the others', async () => {
  await failed('192.0.2.5', 'past', 1);
  await service.db.none(`UPDATE staff_attempts SET expires_at = now() - interval '1 second'`);
  await failed('192.0.2.5', 'present', 1);
  const indexer = await startIndexer(service);
  try {
    await until(async () => (await rows()).length === 1);
    expect(await rows()).toMatchObject([{ name: 'present' }]);
  } finally {
    await indexer.stop();
  }
});
