import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { connect, disconnect } from '../../src/platform/database/connect.js';
import { until } from '../support/until.js';
import {
  api,
  catalogue,
  LISTENING,
  ownerOf,
  processesOf,
  processOf,
  startDirectly,
  temporaryFolder,
  total,
} from './launch.js';
import type { Launched } from './launch.js';

jest.setTimeout(180_000);

/** Its starts are broken off at first, and killed afterwards. */
const dataDir = join(temporaryFolder(), 'data');
/** What it holds once a start was whole. */
const PRODUCTS = 30;

/** Writes to the database of the service that runs over it. */
async function inDatabase(sql: string): Promise<void> {
  const db = connect(ownerOf(dataDir).parts!.databaseUrl!, { name: 'test' });
  await db.none(sql);
  await disconnect(db);
}

/** What takes long, and is tried less often. */
const whenFull = process.env['FULL'] ? test : test.skip;

describe('Ctrl-C in the middle of a start', () => {
  /** The process of a step of the start, once it is there. */
  async function appearing(started: Launched, text: string): Promise<number> {
    let isOver = false;
    void started.ended.then(() => (isOver = true));
    for (;;) {
      const found = processesOf(dataDir).find(({ command }) => command.includes(text));
      if (found) return found.pid;
      if (isOver || LISTENING.test(started.out())) {
        await started.stop('SIGINT'); // the next test is about its own start alone
        throw new Error(`no ${text} before the start was over`);
      }
      await sleep(10);
    }
  }

  // Each step as one that would never end, which is how a slow machine looks; with FULL=1 also as it runs.
  const hows = process.env['FULL'] ? ['hangs', 'runs'] : ['hangs'];
  describe.each([
    ['the making of the database', ['/initdb --pgdata=']],
    ['the start of Postgres', ['/pg_ctl start']],
    ['the start of Meilisearch', ['meilisearch --db-path']],
    ['the start of the gateway and the indexer', ['dist/gateway.js', 'dist/indexer.js']],
  ])('at %s', (_, commands) => {
    test.each(hows)('that %s leaves nothing behind', async (how) => {
      const started = startDirectly(dataDir, { SAMPLE: 'off' });
      const steps = await Promise.all(commands.map((command) => appearing(started, command)));
      if (how === 'hangs') for (const step of steps) process.kill(step, 'SIGSTOP');
      const { took, code } = await started.stop('SIGINT');
      expect(took).toBeLessThan(5_000);
      expect(code).toBe(0);
      expect(processesOf(dataDir)).toEqual([]);
      if (commands[0]!.includes('initdb')) expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    });
  });

  test('of a command, at the start of Meilisearch that hangs, leaves nothing behind', async () => {
    const started = catalogue({ DATA_DIR: dataDir }, 'index', 'status');
    process.kill(await appearing(started, 'meilisearch --db-path'), 'SIGSTOP');
    const { took, code, err } = await started.stop('SIGINT');
    expect(took).toBeLessThan(5_000);
    expect(code).toBe(130);
    expect(err).toMatch(/Ended by SIGINT\.$/m);
    expect(processesOf(dataDir)).toEqual([]);
  });
});

describe('after kill -9', () => {
  let service: Launched;
  let origin: string;

  beforeAll(async () => {
    // Without the sample, whose drawings take longer than all else of a start; later starts find the folder in use.
    service = startDirectly(dataDir, { SAMPLE: 'off' });
    origin = await service.line(LISTENING);
    // Whatever the starts before have left behind.
    expect(await total(origin)).toBe(0);
    await inDatabase(
      `INSERT INTO products (code, name_cn, name_en, source)
         SELECT 'P-' || n, '阿司匹林', 'Aspirin', 'test' FROM generate_series(1, ${PRODUCTS}) n`,
    );
    await until(async () => (await api(origin, '/products/search?q=aspirin')).total === PRODUCTS);
    await until(async () => !(await api(origin, '/products/search?q=aspirin')).degraded);
  });
  afterAll(() => service.stop());

  const restart = async (): Promise<{ products: number; degraded: boolean }> => {
    service = startDirectly(dataDir);
    origin = await service.line(LISTENING);
    const { degraded } = await api(origin, '/products/search?q=aspirin');
    return { products: await total(origin), degraded };
  };
  const whole = { products: PRODUCTS, degraded: false };

  // The delay before a restart grows with each death, until the launcher itself has started anew: the single deaths come
  // before that, the repeated ones after it.
  test('of the gateway, the launcher starts it again also where it cannot write into the data folder', async () => {
    const inTheWay = join(dataDir, 'stack.json.new');
    const from = service.out().length;
    const killed = processOf(dataDir, 'dist/gateway.js');
    mkdirSync(inTheWay);
    process.kill(killed, 'SIGKILL');
    await service.line(/The data folder cannot be written[^]*The gateway runs again/, from);
    rmdirSync(inTheWay);
    expect(processOf(dataDir, 'dist/gateway.js')).not.toBe(killed);
    expect(await total(origin)).toBe(PRODUCTS);
  });

  test.each([
    ['indexer', 'dist/indexer.js'],
    ['Postgres', '/bin/postgres -D'],
    ['Meilisearch', 'meilisearch --db-path'],
  ])('of %s alone, the launcher starts it again at the same place', async (name, command) => {
    const killed = processOf(dataDir, command);
    const from = service.out().length;
    process.kill(killed, 'SIGKILL');
    await service.line(new RegExp(`${name} runs again`), from);
    expect(processOf(dataDir, command)).not.toBe(killed);
  });

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

  whenFull(
    'of gateway and indexer at once, again and again, the launcher starts both at the same place',
    async () => {
      const [gateway, indexer] = ['dist/gateway.js', 'dist/indexer.js'] as const;
      const kill = (command: string): void => void process.kill(processOf(dataDir, command), 'SIGKILL');
      for (const round of [1, 2]) {
        const from = service.out().length;
        kill(gateway);
        kill(indexer);
        if (round === 2) {
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
        expect(await total(origin)).toBe(PRODUCTS);
      }
    },
  );

  test('of its parts, the service answers and indexes as before', async () => {
    const { out } = await catalogue({ DATA_DIR: dataDir }, 'index', 'verify', '--json').ended;
    expect(JSON.parse(out)).toMatchObject({ ok: true, missing: [], stale: [], extra: [] });
    expect(await total(origin)).toBe(PRODUCTS);
  });
});

describe('what lies in the data folder', () => {
  interface State {
    products: number;
    degraded: boolean;
    said: string;
  }
  /** @param look sees the service before it is stopped */
  const start = async (
    folder = dataDir,
    env = {},
    look: (state: State) => Promise<void> | void = () => {},
  ): Promise<State> => {
    const service = startDirectly(folder, env);
    const origin = await service.line(LISTENING);
    const products = await total(origin);
    let degraded = true;
    // An index that has to be filled again is not waited for: the searches are answered from Postgres meanwhile.
    for (let asked = 0; degraded && asked < 200; asked++) {
      ({ degraded } = await api(origin, '/products/search?q=aspirin'));
      await sleep(100);
    }
    const state = { products, degraded, said: service.out() };
    try {
      await look(state);
    } finally {
      await service.stop();
    }
    return state;
  };

  test('a cluster of Postgres that was cut short while it was made is made again, and an owner that is a process of somebody else is not believed', async () => {
    const fresh = join(temporaryFolder(), 'data');
    mkdirSync(join(fresh, '.postgres-draft'), { recursive: true });
    writeFileSync(join(fresh, '.postgres-draft', 'PG_VERSION'), '18\n');
    mkdirSync(join(fresh, 'postgres'));
    // This very process lives, but it is no launcher over the folder.
    const owner = { pid: process.pid, identity: 'of an earlier process', role: 'service', children: [] };
    writeFileSync(join(fresh, 'stack.json'), JSON.stringify(owner));
    expect(await start(fresh, { SAMPLE: 'off' })).toMatchObject({ products: 0, degraded: false });
  });

  test('a file of the owner that was cut short and a pid file that names a process of somebody else are not believed, and a search index that cannot be opened is set aside and filled again', async () => {
    writeFileSync(join(dataDir, 'stack.json'), '{"pid":');
    // This very process is no Postgres server over the folder.
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
    writeFileSync(join(dataDir, 'meilisearch', 'VERSION'), 'nonsense');
    await start(dataDir, {}, async (state) => {
      expect(state).toMatchObject({ products: PRODUCTS, degraded: false });
      expect(state.said).toContain('The search index cannot be opened: it is set aside');
      // For the test after this one, which needs no start of its own to delete them.
      await inDatabase('DELETE FROM products');
    });
  });

  test('products that were all deleted do not come back as the sample', async () => {
    expect(await start()).toMatchObject({ products: 0 });
  });
});
