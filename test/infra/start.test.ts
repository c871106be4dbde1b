import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { connect, disconnect } from '../../src/database/connect.js';
import { engine } from '../support/engine.js';
import { until } from '../support/until.js';
import {
  catalogue,
  launch,
  npmStart,
  ownerOf,
  processesOf,
  processOf,
  ROOT,
  temporaryFolder,
} from './launch.js';
import type { Launched } from './launch.js';

jest.setTimeout(180_000);

const LISTENING = /^Listening: (http:\/\/localhost:\d+)$/m;
const KEY = /^API key: (pds_\w+)$/m;

async function api(origin: string, path: string, init: RequestInit = {}): Promise<any> {
  const response = await fetch(`${origin}/api/v1${path}`, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

const total = async (origin: string): Promise<number> => (await api(origin, '/products?page_size=1')).total;

describe('npm start over an empty folder', () => {
  const dataDir = join(temporaryFolder(), 'data');
  let service: Launched;
  let origin: string;
  let key: string;

  beforeAll(async () => {
    service = npmStart(dataDir);
    origin = await service.line(LISTENING);
    key = await service.line(KEY);
  });
  afterAll(() => service.stop());

  test('its curl line finds a product of the sample', async () => {
    const line = await service.line(/^ {2}(curl .*)$/m);
    const answer = JSON.parse(
      execFileSync('sh', ['-c', line.replace('curl', 'curl -sS')], { encoding: 'utf8' }),
    );
    expect(answer).toMatchObject({ ok: true, degraded: false });
    expect(answer.data[0].name_en).toMatch(/aspirin/i);
  });

  test.each(['阿司匹林', 'aspirin', 'asprin', '50-78-2'])('a search for %s finds aspirin', async (q) => {
    const { data } = await api(origin, `/products/search?q=${encodeURIComponent(q)}`);
    expect(data.map((product: { cas: string }) => product.cas)).toContain('50-78-2');
  });

  test('all 300 products of the sample are there', async () => {
    expect(await total(origin)).toBe(300);
  });

  test('the key it printed may push, and the product is found', async () => {
    const product = { code: 'START-1', name_cn: '起始试剂壹号' };
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const pushed = await api(origin, '/sync/push', {
      method: 'POST',
      headers,
      body: JSON.stringify([product]),
    });
    expect(pushed).toMatchObject({ ok: true, created: 1 });
    let found: { code: string }[] = [];
    while (found.length === 0) {
      // The limit of an address is for people; asking at once again would soon use it up.
      await sleep(100);
      ({ data: found } = await api(origin, '/products/search?q=START-1'));
    }
    expect(found[0]!.code).toBe('START-1');
  });

  test('secrets are readable by their owner alone', () => {
    for (const file of ['secrets.json', 'stack.json']) {
      expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
    }
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
  });

  test('no process shows a secret in its command line', () => {
    const { meiliKey, databaseUrl } = ownerOf(dataDir).parts!;
    for (const { command } of processesOf(dataDir)) {
      expect(command).not.toContain(meiliKey);
      expect(command).not.toContain(new URL(databaseUrl!).password);
    }
  });

  // A search engine behind ordinary work of the machine starves beside a backup or a build.
  test('no process is put before or behind the other work of the machine', () => {
    const processes = processesOf(dataDir);
    for (const name of ['postgres', 'meilisearch', 'dist/src/main.js', 'dist/indexer/main.js'])
      expect(processes.some(({ command }) => command.includes(name))).toBe(true);
    for (const { pid, command } of processes) {
      const session = `/proc/${pid}/autogroup`;
      const weight = existsSync(session) ? readFileSync(session, 'utf8').match(/nice .*/)?.[0] : 'nice 0';
      expect({ command, niceness: getPriority(pid), weight }).toEqual({
        command,
        niceness: getPriority(),
        weight: 'nice 0',
      });
    }
  });

  test('a second one over the same folder says who has it, and ends with 1', async () => {
    const { code, err } = await npmStart(dataDir).ended;
    expect(code).toBe(1);
    expect(err).toContain(`The service already runs over ${dataDir}`);
    expect(err).toContain(origin);
  });

  test('commands find it through the folder', async () => {
    const { out } = await catalogue(dataDir, 'index', 'status', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, products: expect.any(Number), set_aside: 0 });
    const issued = JSON.parse((await catalogue(dataDir, 'keys', 'issue', '--name', 'ERP', '--json')).out);
    expect(issued).toEqual({
      ok: true,
      id: 2,
      key: expect.stringMatching(/^pds_\w{43}$/),
      name: 'ERP',
      source: 'sync',
      expires_at: null,
    });
  });

  test('SIGTERM ends everything within 5 s, and the next start has the data, and no new key', async () => {
    const before = await total(origin);
    const { code, took } = await service.stop();
    expect(took).toBeLessThan(5_000);
    expect(code).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'stack.json'))).toBe(false);

    service = npmStart(dataDir);
    origin = await service.line(LISTENING);
    expect(await total(origin)).toBe(before);
    expect(service.out()).not.toMatch(/sample|API key/);
  });

  test('Ctrl-C ends everything within 5 s', async () => {
    const { took, out } = await service.stop('SIGINT');
    expect(took).toBeLessThan(5_000);
    expect(out).toMatch(/Stopped; the data is kept\n$/);
    expect(processesOf(dataDir)).toEqual([]);
  });
});

describe('Ctrl-C in the middle of a start', () => {
  const dataDir = join(temporaryFolder(), 'data');

  /** The process of a step of the start, once it is there. */
  async function appearing(started: Launched, text: string): Promise<number> {
    let isOver = false;
    void started.ended.then(() => (isOver = true));
    for (;;) {
      const found = processesOf(dataDir).find(({ command }) => command.includes(text));
      if (found) return found.pid;
      if (isOver || LISTENING.test(started.out())) throw new Error(`no ${text} before the start was over`);
      await sleep(1);
    }
  }

  // Each step twice: as it runs, and as one that would never end, which is how a slow machine looks.
  describe.each([
    ['the making of the database', '/initdb --pgdata='],
    ['the start of Postgres', '/pg_ctl start'],
    ['the start of Meilisearch', 'meilisearch --db-path'],
    ['the start of the gateway', 'dist/src/main.js'],
    ['the start of the indexer', 'dist/indexer/main.js'],
  ])('at %s', (_, command) => {
    test.each(['runs', 'hangs'])('that %s leaves nothing behind', async (how) => {
      const started = npmStart(dataDir);
      const step = await appearing(started, command);
      if (how === 'hangs') process.kill(step, 'SIGSTOP');
      const { took, code } = await started.stop('SIGINT');
      expect(took).toBeLessThan(5_000);
      expect(code).toBe(0);
      expect(processesOf(dataDir)).toEqual([]);
      if (command.includes('initdb')) expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    });
  });

  test.each([
    ['the start of Postgres', '/pg_ctl start'],
    ['the start of Meilisearch', 'meilisearch --db-path'],
  ])('of a command, at %s that hangs, leaves nothing behind', async (_, command) => {
    const started = launch('node', ['infra/catalogue.mjs', 'index', 'status'], { DATA_DIR: dataDir });
    process.kill(await appearing(started, command), 'SIGSTOP');
    const { took, code, err } = await started.stop('SIGINT');
    expect(took).toBeLessThan(5_000);
    expect(code).toBe(130);
    expect(err).toMatch(/Ended by SIGINT\.$/m);
    expect(processesOf(dataDir)).toEqual([]);
  });

  test('the next start has everything', async () => {
    const service = npmStart(dataDir);
    expect(await total(await service.line(LISTENING))).toBe(300);
    await service.stop();
  });
});

describe('after kill -9', () => {
  const dataDir = join(temporaryFolder(), 'data');
  let service: Launched;
  let origin: string;

  beforeAll(async () => {
    service = npmStart(dataDir);
    origin = await service.line(LISTENING);
  });
  afterAll(() => service.stop());

  const restart = async (): Promise<{ products: number; degraded: boolean }> => {
    service = npmStart(dataDir);
    origin = await service.line(LISTENING);
    const { degraded } = await api(origin, '/products/search?q=aspirin');
    return { products: await total(origin), degraded };
  };
  const whole = { products: 300, degraded: false };

  test('of the launcher, the next start takes over from what it left running', async () => {
    const left = new Set([
      processOf(dataDir, 'meilisearch --db-path'),
      processOf(dataDir, '/bin/postgres -D'),
    ]);
    process.kill(ownerOf(dataDir).pid, 'SIGKILL');
    await service.ended;
    expect(await restart()).toEqual(whole);
    const now = processesOf(dataDir).map(({ pid }) => pid);
    expect(now.filter((pid) => left.has(pid))).toEqual([]);
  });

  test('of everything at once, the next start works', async () => {
    for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
    await service.ended;
    expect(await restart()).toEqual(whole);
  });

  test('of gateway and indexer at once, again and again, the launcher starts both at the same place', async () => {
    const [gateway, indexer] = ['dist/src/main.js', 'dist/indexer/main.js'] as const;
    const kill = (command: string): void => void process.kill(processOf(dataDir, command), 'SIGKILL');
    for (const round of [1, 2, 3]) {
      const from = service.out().length;
      kill(gateway);
      kill(indexer);
      if (round === 3) {
        // And once more while it is starting.
        await service.line(/The gateway ended/, from);
        await until(() => processesOf(dataDir).some(({ command }) => command.includes(gateway)));
        kill(gateway);
        await service.line(/The gateway ended[^]*The gateway ended/, from);
      }
      await Promise.all([
        service.line(/The gateway runs again/, from),
        service.line(/The indexer runs again/, from),
      ]);
      expect(await total(origin)).toBe(300);
    }
  });

  test('of the gateway, the launcher starts it again also where it cannot write into the data folder', async () => {
    const inTheWay = join(dataDir, 'stack.json.new');
    const from = service.out().length;
    mkdirSync(inTheWay);
    process.kill(processOf(dataDir, 'dist/src/main.js'), 'SIGKILL');
    await service.line(/The data folder cannot be written[^]*The gateway runs again/, from);
    rmdirSync(inTheWay);
    expect(await total(origin)).toBe(300);
  });

  test.each([
    ['gateway', 'dist/src/main.js'],
    ['indexer', 'dist/indexer/main.js'],
    ['Postgres', '/bin/postgres -D'],
    ['Meilisearch', 'meilisearch --db-path'],
  ])('of %s alone, the launcher starts it again at the same place', async (name, command) => {
    const killed = processOf(dataDir, command);
    const from = service.out().length;
    process.kill(killed, 'SIGKILL');
    await service.line(new RegExp(`${name} runs again`), from);
    expect(processOf(dataDir, command)).not.toBe(killed);
  });

  test('of its parts, the service answers and indexes as before', async () => {
    const { out } = await catalogue(dataDir, 'index', 'verify', '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, missing: [], stale: [], extra: [] });
    expect(await total(origin)).toBe(300);
  });
});

describe('what lies in the data folder', () => {
  const dataDir = join(temporaryFolder(), 'data');
  const start = async (): Promise<{ products: number; degraded: boolean; said: string }> => {
    const service = npmStart(dataDir);
    const origin = await service.line(LISTENING);
    const products = await total(origin);
    let degraded = true;
    // An index that has to be filled again is not waited for: the searches are answered from Postgres meanwhile.
    for (let look = 0; degraded && look < 200; look++) {
      ({ degraded } = await api(origin, '/products/search?q=aspirin'));
      await sleep(100);
    }
    const { out: said } = await service.stop();
    return { products, degraded, said };
  };

  test('a cluster of Postgres that was cut short while it was made is made again', async () => {
    mkdirSync(join(dataDir, '.postgres-draft'), { recursive: true });
    writeFileSync(join(dataDir, '.postgres-draft', 'PG_VERSION'), '18\n');
    mkdirSync(join(dataDir, 'postgres'));
    expect(await start()).toMatchObject({ products: 300, degraded: false });
  });

  test('pid files that name a process of somebody else are not believed', async () => {
    // This very process lives, but it is neither a launcher nor a Postgres server over the folder.
    const owner = { pid: process.pid, identity: 'of an earlier process', role: 'service', children: [] };
    writeFileSync(join(dataDir, 'stack.json'), JSON.stringify(owner));
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
    expect(await start()).toMatchObject({ products: 300, degraded: false });
  });

  test('a file of the owner that was cut short is not believed', async () => {
    writeFileSync(join(dataDir, 'stack.json'), '{"pid":');
    expect(await start()).toMatchObject({ products: 300, degraded: false });
  });

  test('a search index that cannot be opened is set aside and filled again', async () => {
    writeFileSync(join(dataDir, 'meilisearch', 'VERSION'), 'nonsense');
    const { said, ...state } = await start();
    expect(state).toEqual({ products: 300, degraded: false });
    expect(said).toContain('The search index cannot be opened: it is set aside');
  });

  test('products that were all deleted do not come back as the sample', async () => {
    const service = npmStart(dataDir);
    await service.line(LISTENING);
    const { databaseUrl } = ownerOf(dataDir).parts!;
    const db = connect(databaseUrl!, { name: 'test' });
    await db.none('DELETE FROM products');
    await disconnect(db);
    await service.stop();
    expect(await start()).toMatchObject({ products: 0 });
  });
});

describe('a start that cannot be', () => {
  const folder = temporaryFolder();

  test.each([
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://somewhere'],
    ['SAMPLE', 'maybe'],
    ['MEILI_INDEX', 'no blanks'],
  ])('names %s in one sentence where it is %s, and ends with 1', async (name, value) => {
    const { code, err } = await npmStart(join(folder, 'bad'), { [name]: value }).ended;
    expect(code).toBe(1);
    const said = err.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
    expect(said).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  test.each([
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none'],
    ['MEILI_URL', 'http://127.0.0.1:4'],
  ])('names %s where nothing answers there, and leaves nothing running', async (name, value) => {
    const dataDir = join(folder, 'away');
    const { code, err } = await npmStart(dataDir, { [name]: value }).ended;
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^${name}: .*ECONNREFUSED`, 'm'));
    expect(processesOf(dataDir)).toEqual([]);
  });

  test('names MEILI_KEY where the engine refuses it', async () => {
    const env = { MEILI_URL: engine().url, MEILI_KEY: 'wrong' };
    const { code, err } = await npmStart(join(folder, 'refused'), env).ended;
    expect(code).toBe(1);
    expect(err).toMatch(/^MEILI_KEY: /m);
  });

  test('of two at the same time over the same folder one runs, and the other one says so', async () => {
    const dataDir = join(folder, 'both');
    mkdirSync(dataDir);
    // Both find a dead owner, and both want to clear it away.
    const owner = { pid: 2 ** 22 + 1, identity: 'dead', role: 'service', children: [] };
    writeFileSync(join(dataDir, 'stack.json'), JSON.stringify(owner));
    const both = [npmStart(dataDir), npmStart(dataDir)];
    const { code, err } = await Promise.race(both.map((each) => each.ended));
    expect(code).toBe(1);
    expect(err).toContain('already runs');
    const origin = await Promise.any(both.map((each) => each.line(LISTENING)));
    expect(await total(origin)).toBe(300);
    await Promise.all(both.map((each) => each.stop()));
  });

  test('names PORT where another program listens on it, and leaves nothing running', async () => {
    const dataDir = join(folder, 'port');
    const server = await import('node:http').then((http) => http.createServer().listen(0, '127.0.0.1'));
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, err } = await npmStart(dataDir, { PORT: String(port) }).ended;
    server.close();
    expect(code).toBe(1);
    expect(err).toContain(`PORT: ${port} is in use`);
    expect(processesOf(dataDir)).toEqual([]);
  });
});

// Where the tests do not run as root, the tests above are what an ordinary user sees.
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('for root', () => {
  const closed = temporaryFolder();
  const given = temporaryFolder();

  test('it runs below a folder that only root may enter', async () => {
    const dataDir = join(closed, 'data');
    const service = npmStart(dataDir);
    await service.line(LISTENING);
    const { code } = await service.stop();
    expect(code).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  });

  test('an ordinary user may start it from a checkout that is not his to change', async () => {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
    const account = { uid: id('-u'), gid: id('-g') };
    execFileSync('chown', [`${account.uid}:${account.gid}`, given]);
    expect(() => execFileSync('test', ['-w', ROOT], account)).toThrow();
    const service = npmStart(join(given, 'data'), { HOME: given }, account);
    await service.line(LISTENING);
    const { code } = await service.stop();
    expect(code).toBe(0);
    expect(statSync(join(given, 'data', 'postgres')).uid).toBe(account.uid);
  });
});

test('a gateway without a database says which variable it needs', async () => {
  const { code, err } = await launch('node', ['dist/src/main.js'], {}).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^DATABASE_URL: /);
});
