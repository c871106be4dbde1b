import { addStaff, setPassword } from '../../src/desk/accounts.js';
import { updatePassword } from '../../src/desk/store.js';
import { serviceOfFile } from '../support/service.js';
import type { Answered } from '../support/call.js';
import { until } from '../support/until.js';
import { openOffice, pageCall, PASSWORD, signIn } from './office.js';
import type { Office } from './office.js';
import { untilBlocked } from '../support/sessions.js';

const service = serviceOfFile();

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
    for (const guessed of ['Passw0rd2026!', 'zhao-zhao-2026'])
      expect((await change(office, PASSWORD, guessed)).body.errors[0]).toMatchObject({
        path: 'wanted',
        code: 'common_password',
      });
    expect(await works(office)).toBe(true);
    expect(await signInStatus('zhao', PASSWORD)).toBe(200);
  });

  test('does not replace one that is not the one that was checked', async () => {
    await addStaff(service.db, 'zhen', PASSWORD);
    const stored = () => service.db.one(`SELECT password FROM staff WHERE name = 'zhen'`);
    const { password } = await stored();
    expect(await updatePassword(service.db, 'zhen', 'new', null, 'another')).toBeNull();
    expect(await stored()).toEqual({ password });
    expect(await updatePassword(service.db, 'zhen', 'new', null, password)).toBe('zhen');
    expect(await stored()).toEqual({ password: 'new' });
  });

  test('cannot be tried out from an unlocked desk: wrong ones slow down, while the session goes on', async () => {
    const office = await openOffice(service, 'qian');
    expect((await change(office, 'wrong password', NEW)).status).toBe(400);
    await service.db.none(`UPDATE staff_attempts SET failures = 9 WHERE name = 'qian'`);
    expect((await change(office, 'wrong password', NEW)).status).toBe(400);
    expect((await change(office, PASSWORD, NEW)).status).toBe(429);
    expect(await signInStatus('qian', PASSWORD)).toBe(429);
    expect(await works(office)).toBe(true);
  });
});

test('a password that is set on the command line ends every session', async () => {
  const office = await openOffice(service, 'sun');
  expect(await setPassword(service.db, 'Sun', NEW)).toBe(true);
  expect(await works(office)).toBe(false);
  expect(await signInStatus('sun', NEW)).toBe(200);
  expect(await setPassword(service.db, 'nobody', NEW)).toBe(false);
  await expect(setPassword(service.db, 'sun', 'short')).rejects.toThrow(/10 to 200/);
  await expect(setPassword(service.db, 'sun', 'sun123456789')).rejects.toThrow(/easily guessed/);
  await expect(addStaff(service.db, 'moon', 'administrator')).rejects.toThrow(/easily guessed/);
});

test.each([
  ['a password that was changed', `UPDATE staff SET password = 'other' WHERE name = $1`],
  ['an account that was switched off', 'UPDATE staff SET disabled_at = now() WHERE name = $1'],
])('%s while it was being checked opens no session', async (_, change) => {
  await addStaff(service.db, 'feng', PASSWORD);
  const signingIn = await service.db.tx(async (tx) => {
    await tx.none(change, ['feng']);
    const begun = signInStatus('feng', PASSWORD); // against the account of before: this is not committed yet
    await untilBlocked(tx);
    return { begun };
  });
  expect(await signingIn.begun).toBe(401);
  const sessions = 'SELECT FROM staff_sessions JOIN staff ON staff.id = staff_id WHERE name = $1';
  expect(await service.db.any(sessions, ['feng'])).toEqual([]);
  await service.db.none('DELETE FROM staff WHERE name = $1', ['feng']);
});

test('what staff did and exported is listed with who did it and to what, newest first', async () => {
  await addStaff(service.db, 'zhou', PASSWORD);
  const office = await signIn(service, 'zhou');
  await office.call('POST', '/products', { code: 'A/1', name_cn: '甲' });
  await office.call('POST', '/products', { code: 'A/1', name_cn: '乙' });
  await office.api('PUT', '/products/A%2F1', { name_en: 'x' });
  await office.api('DELETE', '/products/batch', { codes: ['A/1', 'B,2'] });
  await office.api('POST', '/categories', { name: '溶液' });
  await office.call('GET', '/export?format=csv&category=none');
  await office.call('GET', '/inquiries/export?status=new');
  await office.call('GET', '/inquiries');
  const list = async (): Promise<any[]> => (await office.call('GET', '/actions?name=zhou')).body.data;
  await until(async () => (await list()).length === 8);
  const api = '/back-office/api';
  const actions = await list();
  expect(actions.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', `${api}/inquiries/export?status=new`, 200],
    ['GET', `${api}/export?format=csv&category=none`, 200],
    ['POST', `/api/v1/categories?of=${encodeURIComponent('溶液')}`, 200],
    ['DELETE', `/api/v1/products/batch?of=A%2F1,B%2C2`, 200],
    ['PUT', '/api/v1/products/A%2F1', 200],
    ['POST', `${api}/products`, 400],
    ['POST', `${api}/products?of=A%2F1`, 201],
    ['POST', `${api}/session`, 200],
  ]);
  expect(new Set(actions.map(({ name }) => name))).toEqual(new Set(['zhou']));
  expect((await office.call('GET', '/actions?name=nobody')).body).toMatchObject({ data: [], total: 0 });
  expect((await office.call('GET', '/staff-names')).body.data).toContain('zhou');
  expect(JSON.stringify(actions)).not.toContain(PASSWORD);
});

test('a name that is half of a surrogate pair is refused, and noted as what stands for it', async () => {
  await addStaff(service.db, 'zheng', PASSWORD, 'administrator');
  const office = await signIn(service, 'zheng');
  const { status } = await office.call('POST', '/staff', { name: '\ud800', role: 'editor' });
  expect(status).toBe(400);
  const newest = async (): Promise<string> =>
    (await office.call('GET', '/actions?name=zheng')).body.data[0].path;
  await until(async () => (await newest()) === '/back-office/api/staff?of=%EF%BF%BD');
});

describe('accounts that an administrator manages', () => {
  const idOf = async (name: string): Promise<number> =>
    service.db.one('SELECT id FROM staff WHERE name = $1', [name], (row: { id: number }) => row.id);

  test('are added with a password that is shown once, given a role, signed out, switched off and on', async () => {
    const admin = await openOffice(service, 'chief');
    const { status, body } = await admin.call('POST', '/staff', { name: 'Helper' });
    expect([status, body.data]).toMatchObject([201, { name: 'helper', role: 'editor', disabled_at: null }]);
    expect((await admin.call('GET', '/staff')).text).not.toContain(body.data.password);
    const { id, password } = body.data;
    const editor = await signIn(service, 'helper', password);
    expect(await works(editor)).toBe(true);
    const again = await admin.call('POST', '/staff', { name: 'helper', role: 'editor' });
    expect(again.body.errors[0]).toMatchObject({ path: 'name', code: 'name_taken' });

    await admin.call('DELETE', `/staff/${id}/sessions`);
    expect(await works(editor)).toBe(false);
    const reset = (await admin.call('POST', `/staff/${id}/password`)).body.data;
    expect(await signInStatus('helper', password)).toBe(401);
    const anew = await signIn(service, 'helper', reset.password);
    await admin.call('PUT', `/staff/${id}`, { disabled: true });
    expect([await works(anew), await signInStatus('helper', reset.password)]).toEqual([false, 401]);
    await admin.call('PUT', `/staff/${id}`, { disabled: false, role: 'administrator' });
    const promoted = await signIn(service, 'helper', reset.password);
    expect((await promoted.call('GET', '/keys')).status).toBe(200);
    expect((await admin.call('PUT', '/staff/999999', { disabled: true })).status).toBe(404);
  });

  test('an administrator who makes a new password for himself stays to read it; others of his sessions end', async () => {
    const admin = await openOffice(service, 'forgetful');
    const elsewhere = await signIn(service, 'forgetful');
    const { data } = (await admin.call('POST', `/staff/${await idOf('forgetful')}/password`)).body;
    expect([await works(admin), await works(elsewhere)]).toEqual([true, false]);
    expect(await signInStatus('forgetful', data.password)).toBe(200);
  });

  test('keep one administrator', async () => {
    await service.db.none(`UPDATE staff SET role = 'editor'`);
    const admin = await openOffice(service, 'last');
    const id = await idOf('last');
    for (const change of [{ role: 'editor' }, { disabled: true }]) {
      const { status, body } = await admin.call('PUT', `/staff/${id}`, change);
      expect([status, body.errors[0].code]).toEqual([400, 'last_administrator']);
    }
    expect((await admin.call('GET', '/staff')).status).toBe(200);
  });
});
