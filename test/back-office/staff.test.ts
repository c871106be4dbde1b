import { addStaff, setPassword } from '../../src/back-office/accounts.js';
import { startService } from '../support/service.js';
import type { Answered } from '../support/call.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { openOffice, pageCall, PASSWORD, signIn } from './office.js';
import type { Office } from './office.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NEW = 'another long password';
const works = async (office: Office): Promise<boolean> =>
  (await office.call('GET', '/products')).status === 200;
const change = (office: Office, current: string, wanted: string): Promise<Answered> =>
  office.call('PUT', '/password', { current, wanted });
const signInStatus = async (name: string, password: string): Promise<number> =>
  (await pageCall(service)('POST', '/session', { name, password })).status;

describe('a password that its owner changes', () => {
  test('is the new one from then on, and other sessions end', async () => {
    const here = await openOffice(service, 'wang');
    const elsewhere = await signIn(service, 'wang');
    const colleague = await openOffice(service, 'li');
    expect((await change(here, PASSWORD, NEW)).status).toBe(200);
    expect([await works(here), await works(elsewhere), await works(colleague)]).toEqual([true, false, true]);
    expect(await signInStatus('wang', PASSWORD)).toBe(401);
    expect(await signInStatus('wang', NEW)).toBe(200);
  });

  test('stays as it was where the present one is wrong or the new one too short', async () => {
    const office = await openOffice(service, 'zhao');
    const wrong = await change(office, 'not the password', NEW);
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([
      400,
      { path: 'current', code: 'wrong_password' },
    ]);
    const short = await change(office, PASSWORD, 'short');
    expect([short.status, short.body.errors[0]]).toMatchObject([
      400,
      { path: 'wanted', code: 'bad_password' },
    ]);
    expect(await works(office)).toBe(true);
    expect(await signInStatus('zhao', PASSWORD)).toBe(200);
  });

  test('cannot be tried out from an unlocked desk: the tenth wrong one locks', async () => {
    const office = await openOffice(service, 'qian');
    expect((await change(office, 'wrong password', NEW)).status).toBe(400);
    await service.db.none(`UPDATE staff_attempts SET failures = 9 WHERE name = 'qian'`);
    expect((await change(office, 'wrong password', NEW)).status).toBe(400);
    expect((await change(office, PASSWORD, NEW)).status).toBe(429);
    expect(await signInStatus('qian', PASSWORD)).toBe(429);
  });
});

test('a password that is set on the command line ends every session', async () => {
  const office = await openOffice(service, 'sun');
  expect(await setPassword(service.db, 'Sun', NEW)).toBe(true);
  expect(await works(office)).toBe(false);
  expect(await signInStatus('sun', NEW)).toBe(200);
  expect(await setPassword(service.db, 'nobody', NEW)).toBe(false);
  await expect(setPassword(service.db, 'sun', 'short')).rejects.toThrow(/10 to 200/);
});

test('what staff did is listed with who did it and to what, newest first', async () => {
  await addStaff(service.db, 'zhou', PASSWORD);
  const office = await signIn(service, 'zhou');
  await office.call('POST', '/products', { code: 'A/1', name_cn: '甲' });
  await office.call('POST', '/products', { code: 'A/1', name_cn: '乙' });
  await office.call('PUT', '/products/A%2F1', { name_en: 'x' });
  await office.call('DELETE', '/products/batch', { codes: ['A/1', 'B,2'] });
  await office.call('POST', '/categories', { name: '溶液' });
  const list = async (): Promise<any[]> => (await office.call('GET', '/actions?name=zhou')).body.data;
  await until(async () => (await list()).length === 6);
  const api = '/back-office/api';
  const actions = await list();
  expect(actions.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', `${api}/categories?of=${encodeURIComponent('溶液')}`, 200],
    ['DELETE', `${api}/products/batch?of=A%2F1,B%2C2`, 200],
    ['PUT', `${api}/products/A%2F1`, 200],
    ['POST', `${api}/products`, 400],
    ['POST', `${api}/products?of=A%2F1`, 201],
    ['POST', `${api}/session`, 200],
  ]);
  expect(new Set(actions.map(({ name }) => name))).toEqual(new Set(['zhou']));
  expect((await office.call('GET', '/actions?name=nobody')).body).toMatchObject({ data: [], total: 0 });
  expect((await office.call('GET', '/staff-names')).body.data).toContain('zhou');
  expect(JSON.stringify(actions)).not.toContain(PASSWORD);
});
