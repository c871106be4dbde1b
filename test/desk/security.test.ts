import { freePort } from '../../infra/embedded/processes.js';
import { addStaff } from '../../src/desk/accounts.js';
import { serviceOfFile, startService } from '../support/service.js';
import { addAccount, officeOfFile, openOffice, pageCall, PASSWORD, signIn } from './office.js';
import type { Office } from './office.js';

const service = serviceOfFile();
const office = officeOfFile(service);

const signInCall = (name: string, password: string, headers = {}) =>
  pageCall(service)('POST', '/session', { name, password }, headers);

// Each route without a session: test/platform/access/roles.test.ts.
describe('without a session', () => {
  test('a path or a method that does not exist answers 401 too', async () => {
    expect((await pageCall(service)('GET', '/nothing')).status).toBe(401);
    expect((await pageCall(service)('PUT', '/index', {})).status).toBe(401);
    expect((await pageCall(service)('OPTIONS', '/products')).status).toBe(401);
  });
});

describe('the session cookie', () => {
  test('is out of reach of scripts and of other sites', async () => {
    const answer = await signInCall('wang', PASSWORD);
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(
      /^office_session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
  });

  test('is sent over https alone where the site is on https', async () => {
    const port = await freePort();
    const site = 'https://catalogue.example';
    const secure = await startService({ SITE_ORIGIN: site, PORT: String(port) });
    try {
      await addAccount(secure.db, 'li');
      // As the proxy that ends https passes it on.
      const answer = await fetch(`http://localhost:${port}/back-office/api/session`, {
        method: 'POST',
        body: JSON.stringify({ name: 'li', password: PASSWORD }),
        headers: { 'Content-Type': 'application/json', Origin: site },
      });
      expect(answer.status).toBe(200);
      // None of a subdomain or of plain http has this name in a browser.
      const cookie = answer.headers.get('set-cookie')!;
      expect(cookie).toMatch(
        /^__Host-office_session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
      );
      const [named] = cookie.split(';', 1) as [string];
      const statuses = [];
      for (const sent of [named, named.replace('__Host-', '')]) {
        const headers = { Cookie: sent, Origin: site };
        statuses.push((await fetch(`http://localhost:${port}/back-office/api/products`, { headers })).status);
      }
      expect(statuses).toEqual([200, 401]);
    } finally {
      await secure.close();
    }
  });

  test('is not what is stored', async () => {
    const secret = office.cookie.split('=')[1]!;
    const { found } = await service.db.one(
      `SELECT EXISTS (SELECT FROM staff_sessions WHERE hash IN ($1::bytea, decode($2, 'hex'))) AS found`,
      [Buffer.from(secret), Buffer.from(secret, 'base64url').toString('hex')],
    );
    expect(found).toBe(false);
  });
});

describe('a call from another site is refused, cookie or not', () => {
  const writes = [
    ['POST', '/products', { code: 'A', name_cn: 'x' }],
    ['PUT', '/terms', { kind: 'tag', value: 'x', name_en: 'y' }],
    ['POST', '/session', { name: 'wang', password: PASSWORD }],
    ['DELETE', '/session', undefined],
  ] as const;
  const foreign = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
  ];
  test.each(writes)('%s %s', async (method, path, json) => {
    for (const headers of foreign) {
      const answer = await service.call(method, `//back-office/api${path}`, {
        ...(json && { json }),
        headers: { Cookie: office.cookie, ...headers } as unknown as Record<string, string>,
      });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    const silent = await service.call(method, `//back-office/api${path}`, {
      ...(json && { json }),
      headers: { Cookie: office.cookie },
    });
    expect(silent.status).toBe(403);
  });

  test('and by the public API its session is nobody: that takes the header which only its own pages can send', async () => {
    const put = async (headers: object) =>
      service.call('PUT', '/products/A', {
        json: { name_cn: 'x' },
        headers: { Cookie: office.cookie, ...headers } as Record<string, string>,
      });
    const own = { Origin: service.origin, 'Sec-Fetch-Site': 'same-origin' };
    expect((await put(own)).body.type).toMatch('#key-required');
    expect((await put({ ...own, 'X-Back-Office': '1' })).status).toBe(404); // there is no such product
    for (const headers of foreign)
      expect([headers, (await put({ ...headers, 'X-Back-Office': '1' })).status]).toEqual([headers, 401]);
    const preflight = await service.call('OPTIONS', '/products/A', {
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).not.toMatch(/back-office/i);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('reads too', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
      const answer = await service.call('GET', '//back-office/api/products', {
        headers: { Cookie: office.cookie, ...headers } as unknown as Record<string, string>,
      });
      expect(answer.status).toBe(403);
    }
  });

  test('no other site may read an answer', async () => {
    const answer = await office.call('GET', '/products');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a form cannot be a call: bodies are JSON', async () => {
    const answer = await service.call('POST', '//back-office/api/products', {
      body: 'name=x',
      headers: {
        Cookie: office.cookie,
        Origin: service.origin,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    });
    expect(answer.status).toBe(415);
  });
});

describe('signing in', () => {
  test('a wrong password and an unknown name are answered alike', async () => {
    const [wrong, unknown] = await Promise.all([
      signInCall('wang', 'wrong password'),
      signInCall('nobody', 'wrong password'),
    ]);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.detail).toBe(unknown.body.detail);
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  test('an unknown name takes as long as a wrong password', async () => {
    for (const name of ['timed', 'other']) await addStaff(service.db, name, PASSWORD);
    const time = async (name: string): Promise<number> => {
      const started = performance.now();
      await signInCall(name, 'wrong password');
      return performance.now() - started;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 5; i++) {
      known.push(await time('timed'));
      unknown.push(await time('unheard-of'));
    }
    const best = (times: number[]): number => Math.min(...times);
    expect(best(unknown) / best(known)).toBeGreaterThan(0.6);
    expect(best(unknown) / best(known)).toBeLessThan(1.6);
  });
});

describe('sessions end', () => {
  const works = async (own: Office): Promise<boolean> => (await own.call('GET', '/products')).status === 200;
  let own: Office;
  beforeEach(async () => {
    await service.db.none(`DELETE FROM staff_attempts`);
    own = await signIn(service, 'wang');
    if (!(await works(own))) throw new Error('signed in, but it does not work');
  });

  test('by signing out, on the server too', async () => {
    expect((await own.call('DELETE', '/session')).headers.get('set-cookie')).toMatch(/^office_session=;/);
    expect(await works(own)).toBe(false);
  });

  test('after two hours without use', async () => {
    await service.db.none(`UPDATE staff_sessions SET used_at = now() - interval '2 hours 1 second'`);
    expect(await works(own)).toBe(false);
  });

  test('after twelve hours in any case', async () => {
    await service.db.none(`UPDATE staff_sessions SET expires_at = now() - interval '1 second'`);
    expect(await works(own)).toBe(false);
  });

  test('with the account', async () => {
    const other = await openOffice(service, 'leaver');
    await service.db.none(`DELETE FROM staff WHERE name = 'leaver'`);
    expect(await works(other)).toBe(false);
  });

  test('when somebody signs in anew in the same browser', async () => {
    await own.call('POST', '/session', { name: 'wang', password: PASSWORD });
    expect(await works(own)).toBe(false);
  });
});

test('passwords are stored as salted scrypt hashes', async () => {
  // Made as the service makes them.
  const rows = await service.db.any<{ password: string }>(
    `SELECT password FROM staff WHERE name IN ('timed', 'other')`,
  );
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ password }) => password)).size).toBe(rows.length);
  for (const { password } of rows)
    expect(password).toMatch(/^scrypt\$32768\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/);
});

test('the page lets no foreign script or style run, and is never cached', async () => {
  const [one, other] = await Promise.all([
    service.call('GET', '//back-office/'),
    service.call('GET', '//back-office/'),
  ]);
  const policy = one.headers.get('content-security-policy')!;
  expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{22}=='/);
  expect(policy).not.toMatch(/unsafe/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(other.headers.get('content-security-policy')).not.toBe(policy);
  const nonce = /nonce-([\w+/=]+)/.exec(policy)![1]!;
  expect(one.text).toContain(`nonce="${nonce}"`);
  expect(one.text).not.toContain('%NONCE%');
  expect(one.text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(one.headers.get('cache-control')).toBe('no-store');
});
