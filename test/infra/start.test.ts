import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { engine } from '../support/engine.js';
import {
  api,
  catalogue,
  LISTENING,
  npmStart,
  ownerOf,
  processesOf,
  ROOT,
  startDirectly,
  temporaryFolder,
  total,
} from './launch.js';
import type { Ended, Launched } from './launch.js';
import { until } from '../support/until.js';

jest.setTimeout(180_000);

const KEY = /^API key: (pds_\w+)$/m;

describe('npm start over an empty folder, below one that only its owner may enter', () => {
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

  test('it says what runs and what it stands on, a line each', async () => {
    await service.line(/^Ctrl-C stops/m);
    const lines = service
      .out()
      .split('\n')
      .map((line) => line.trim());
    for (const line of [
      /^version \d+\.\d+\.\d+, commit \w+, Node \d+/,
      /^Postgres 18\S* at 127\.0\.0\.1:\d+$/,
      /^Meilisearch 1\.\d+\.\d+ at 127\.0\.0\.1:\d+, index products$/,
      /^images in the folder \/.*\/media$/,
      /^OPSIN (at .*opsin.*\.jar|is not there: names are read by rules alone)$/,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
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
  test('what answers people is put before or behind no other work of the machine, and the indexer a little behind', () => {
    // The building of the pages, where they are out of date, is behind it too.
    const processes = processesOf(dataDir).filter(({ command }) => !/prepare\.mjs|vite/.test(command));
    for (const name of ['postgres', 'meilisearch', 'dist/gateway.js', 'dist/indexer.js'])
      expect(processes.some(({ command }) => command.includes(name))).toBe(true);
    for (const { pid, command } of processes) {
      const session = `/proc/${pid}/autogroup`;
      const weight = existsSync(session) ? readFileSync(session, 'utf8').match(/nice .*/)?.[0] : 'nice 0';
      const behind = /dist\/(indexer|image-process|chemistry-process)\.js/.test(command) ? 5 : 0;
      expect({ command, niceness: getPriority(pid), weight }).toEqual({
        command,
        niceness: Math.max(getPriority(), behind),
        weight: `nice ${existsSync(session) ? behind : 0}`,
      });
    }
  });

  test('a second one over the same folder says who has it, and ends with 1', async () => {
    const { code, err } = await startDirectly(dataDir).ended;
    expect(code).toBe(1);
    expect(err).toContain(`The service already runs over ${dataDir}`);
    expect(err).toContain(origin);
  });

  test('commands find it through the folder', async () => {
    const { out } = await catalogue({ DATA_DIR: dataDir }, 'index', 'status', '--json').ended;
    expect(JSON.parse(out)).toMatchObject({ ok: true, products: expect.any(Number), set_aside: 0 });
    const issued = JSON.parse(
      (await catalogue({ DATA_DIR: dataDir }, 'keys', 'issue', '--name', 'ERP', '--json').ended).out,
    );
    expect(issued).toEqual({
      ok: true,
      id: 2,
      key: expect.stringMatching(/^pds_\w{43}$/),
      name: 'ERP',
      source: 'sync',
      access: 'all',
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

  test('a later start searches in the index that is there', async () => {
    await until(async () => {
      const { degraded, total: found } = await api(origin, '/products/search?q=');
      return degraded === false && found === (await total(origin));
    }, 60_000);
  });

  test('Ctrl-C ends everything within 5 s', async () => {
    const { took, out } = await service.stop('SIGINT');
    expect(took).toBeLessThan(5_000);
    expect(out).toMatch(/Stopped; the data is kept\n$/);
    // A process that works learns from its parent's end, within a second, to end too.
    await until(() => processesOf(dataDir).length === 0, 5_000 - took);
  });
});

describe('a start that cannot be', () => {
  const folder = temporaryFolder();

  const dataDirOf = (name: string): string => join(folder, name);
  /** Each over a folder of its own, all at once. */
  const ATTEMPTS = {
    PORT: { PORT: '70000' },
    DATABASE_URL: { DATABASE_URL: 'mysql://somewhere' },
    SAMPLE: { SAMPLE: 'maybe' },
    MEILI_INDEX: { MEILI_INDEX: 'no blanks' },
    'database away': { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    'engine away': { MEILI_URL: 'http://127.0.0.1:4' },
    'engine refuses': { MEILI_URL: engine().url, MEILI_KEY: 'wrong' },
  };
  let ended: Record<string, Ended>;
  beforeAll(async () => {
    const ending = Object.entries(ATTEMPTS).map(async ([name, env]): Promise<[string, Ended]> => [
      name,
      await startDirectly(dataDirOf(name), env).ended,
    ]);
    ended = Object.fromEntries(await Promise.all(ending));
  });

  test.each(['PORT', 'DATABASE_URL', 'SAMPLE', 'MEILI_INDEX'])(
    'names %s in one sentence where its value is none, and ends with 1',
    (name) => {
      const { code, err } = ended[name]!;
      expect(code).toBe(1);
      const said = err.split('\n').filter((line) => line !== '');
      expect(said).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
    },
  );

  test.each([
    ['DATABASE_URL', 'database away'],
    ['MEILI_URL', 'engine away'],
  ])('names %s where nothing answers there, and leaves nothing running', (name, attempt) => {
    const { code, err } = ended[attempt]!;
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^${name}: .*ECONNREFUSED`, 'm'));
    expect(processesOf(dataDirOf(attempt))).toEqual([]);
  });

  test('names MEILI_KEY where the engine refuses it', () => {
    const { code, err } = ended['engine refuses']!;
    expect(code).toBe(1);
    expect(err).toMatch(/^MEILI_KEY: /m);
  });

  test('of two at the same time over the same folder one runs, with names but no sample, and the other one says so', async () => {
    const dataDir = join(folder, 'both');
    mkdirSync(dataDir);
    // Both find a dead owner, and both want to clear it away.
    const owner = { pid: 2 ** 22 + 1, identity: 'dead', role: 'service', children: [] };
    writeFileSync(join(dataDir, 'stack.json'), JSON.stringify(owner));
    const both = [0, 1].map(() => startDirectly(dataDir, { SAMPLE: 'off' }));
    const { code, err } = await Promise.race(both.map((each) => each.ended));
    expect(code).toBe(1);
    expect(err).toContain('already runs');
    const origin = await Promise.any(both.map((each) => each.line(LISTENING)));
    expect(await total(origin)).toBe(0);
    const key = await Promise.any(both.map((each) => each.line(KEY)));
    const body = JSON.stringify([{ code: 'OWN-1', name_cn: '甲', cas: '103-90-2' }]);
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', Prefer: 'wait=20' };
    await api(origin, '/sync/push', { method: 'POST', headers, body });
    const found = await api(origin, '/products/search?q=必理通');
    expect(found).toMatchObject({ degraded: false, exact: true, data: [{ code: 'OWN-1', name_cn: '甲' }] });
    await Promise.all(both.map((each) => each.stop()));
  });

  test('names PORT where another program listens on it, and leaves nothing running', async () => {
    const dataDir = join(folder, 'port');
    const server = await import('node:http').then((http) => http.createServer().listen(0, '127.0.0.1'));
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, err } = await startDirectly(dataDir, { PORT: String(port) }).ended;
    server.close();
    expect(code).toBe(1);
    expect(err).toContain(`PORT: ${port} is in use`);
    expect(processesOf(dataDir)).toEqual([]);
  });

  test('names DATA_DIR where no folder can be made', async () => {
    const { code, err } = await startDirectly('/proc/data', {}).ended;
    expect(code).toBe(1);
    expect(err).toBe('DATA_DIR: /proc/data: there is no such file or folder (ENOENT).\n');
  });
});

// Where the tests do not run as root, the tests above are what an ordinary user sees.
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('for root', () => {
  const given = temporaryFolder();

  test('an ordinary user may start it from a checkout that is not his to change', async () => {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
    const account = { uid: id('-u'), gid: id('-g') };
    execFileSync('chown', [`${account.uid}:${account.gid}`, given]);
    expect(() => execFileSync('test', ['-w', ROOT], account)).toThrow();
    const service = npmStart(join(given, 'data'), { HOME: given, SAMPLE: 'off' }, account);
    await service.line(LISTENING);
    const { code } = await service.stop();
    expect(code).toBe(0);
    expect(statSync(join(given, 'data', 'postgres')).uid).toBe(account.uid);
  });
});
