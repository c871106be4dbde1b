import { issueKey } from '../../../src/platform/access/keys.js';
import { revokeKey } from '../../../src/platform/access/store.js';
import { apiRoutes } from '../../../src/app.js';
import { officeRoutes } from '../../../src/desk/routes.js';
import { sessionRoutes } from '../../../src/desk/session.js';
import { covers, isKeyAccess, KEY_ACCESSES } from '../../../src/platform/http/key-access.js';
import type { KeyAccess } from '../../../src/platform/http/key-access.js';
import type { Route } from '../../../src/platform/http/route.js';
import { openOffice } from '../../desk/office.js';
import { serviceOfFile } from '../../support/service.js';

// Each route of the API and of the back office for each caller: 401, 403 or what it answers, as the route declares it.

const service = serviceOfFile();

/** Whom a call is from: what it sends, and what is known of it. */
interface Caller {
  headers: Record<string, string>;
  /** with a key that is refused */
  isRefused?: true;
  access?: KeyAccess;
  role?: 'editor' | 'administrator';
  /** says that it is a page of the back office */
  isPage?: true;
  /** from a page of another site */
  isForeign?: true;
  /** a session without the header by which it counts for the API */
  isHeadless?: true;
}
const callers = new Map<string, Caller>();

beforeAll(async () => {
  const { db, origin } = service;
  const site = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
  const own = { ...site, 'X-Back-Office': '1' };
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const newKey = (more = {}) => issueKey(db, { name: 'roles', source: 'roles', ...more });
  const cookieOf = async (name: string, role: Caller['role']): Promise<{ Cookie: string }> => {
    const { cookie } = await openOffice(service, name);
    await db.none('UPDATE staff SET role = $2 WHERE name = $1', [name, role]);
    return { Cookie: cookie };
  };
  const revoked = await newKey();
  await revokeKey(db, revoked.id);
  const expired = await newKey();
  await db.none(`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1`, [expired.id]);
  const refused = { unknown: `pds_${'0'.repeat(43)}`, revoked: revoked.key, expired: expired.key };

  callers.set('anonymous', { headers: site });
  callers.set('a session without the header of the pages', {
    headers: { ...site, ...(await cookieOf('headless', 'administrator')) },
    isHeadless: true,
    role: 'administrator',
  });
  callers.set('unknown session', {
    isPage: true,
    headers: { ...own, Cookie: `office_session=${'A'.repeat(43)}` },
  });
  for (const [name, key] of Object.entries(refused))
    callers.set(`${name} key`, { headers: { ...own, 'X-API-Key': key }, isRefused: true });
  for (const access of KEY_ACCESSES)
    callers.set(`key: ${access}`, {
      headers: { ...own, 'X-API-Key': (await newKey({ access })).key },
      access,
    });
  for (const role of ['editor', 'administrator'] as const)
    callers.set(role, { headers: { ...own, ...(await cookieOf(role, role)) }, role });
  callers.set('page of another site', {
    headers: { ...foreign, 'X-Back-Office': '1', ...(await cookieOf('visited', 'administrator')) },
    role: 'administrator',
    isForeign: true,
  });
});

/** The refusal that a route of the API declares for a caller; null where it answers. */
function refusalOfApi({ access }: Route, caller: Caller): number | null {
  if (caller.isRefused || caller.isForeign || (caller.isPage && !caller.role)) return 401;
  if (access === 'open') return null;
  if (caller.role && !caller.isHeadless) return null;
  if (!caller.access) return 401;
  return isKeyAccess(access) && covers(caller.access, access) ? null : 403;
}

function refusalOfOffice({ access }: Route, caller: Caller): number | null {
  if (caller.isForeign) return 403;
  if (access === 'open') return null;
  if (!caller.role) return 401;
  return access === 'administrator' && caller.role !== 'administrator' ? 403 : null;
}

/** What each route answers each caller, and what it declares: of what is not refused only whether it is another answer. */
async function walked(
  root: string,
  { method, path }: Route,
  refusal: (caller: Caller) => number | null,
): Promise<{ answered: object; declared: object }> {
  const [answered, declared]: Record<string, unknown>[] = [{}, {}];
  const filled = path.replace('{filename}', 'a.png').replaceAll(/\{\w+\}/g, '999999');
  for (const [name, caller] of callers) {
    const { status, text } = await service.call(method.toUpperCase(), root + filled, {
      headers: caller.headers,
      ...(method !== 'get' && { json: {} }),
    });
    const isServed = ![401, 403, 405].includes(status) && status < 500 && (status !== 404 || filled !== path);
    answered![name] = isServed ? 'served' : status;
    declared![name] = refusal(caller) ?? 'served';
    // A refusal tells nothing but itself.
    if (!isServed)
      expect(Object.keys(JSON.parse(text)).sort().join()).toBe('detail,ok,request_id,status,title,type');
  }
  return { answered: answered!, declared: declared! };
}

// Of the parts little more than paths and methods is read.
const parts = { config: {} } as never;
const named = (routes: Route[]) =>
  routes.map((each) => [each.method.toUpperCase(), each.path, each] as const);
const api = named(apiRoutes(parts));
// Signing out ends the session with which the other calls are made.
const office = named([...officeRoutes(parts), ...sessionRoutes(parts)]);

test('there are routes to look at, and each of the API says whether it is open, or which keys it needs', () => {
  expect([api.length, office.length].every((count) => count > 40)).toBe(true);
  for (const [, , { access }] of api) expect(['open', ...KEY_ACCESSES]).toContain(access);
});

test.each(api)('API: %s %s answers whom it declares, and nobody else', async (_method, _path, route) => {
  const { answered, declared } = await walked('', route, (caller) => refusalOfApi(route, caller));
  expect(answered).toEqual(declared);
});

test.each(office)('back office: %s %s answers whom it declares', async (_method, _path, route) => {
  const root = '//back-office/api';
  const { answered, declared } = await walked(root, route, (caller) => refusalOfOffice(route, caller));
  expect(answered).toEqual(declared);
});
