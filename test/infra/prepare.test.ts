import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PROGRAMS } from '../../infra/build.mjs';
import { launch, ROOT, temporaryFolder } from './launch.js';
import type { Ended, Launched } from './launch.js';
import { until } from '../support/until.js';

/** A small project around the real infra/prepare.mjs and infra/build.mjs, its only package the real builder. */
function project(): string {
  const root = temporaryFolder();
  const write = (path: string, content: object | string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const name of ['infra/prepare.mjs', 'infra/sources.mjs', 'infra/build.mjs'])
    cpSync(join(ROOT, name), join(root, name));
  write('package.json', {
    name: 'small',
    version: '1.0.0',
    type: 'module',
    // Where a test asks for it, an installation that takes its time and says that it is under way.
    scripts: {
      preinstall: 'test ! -e slow || (touch started && sleep 20)',
      prepare: 'node infra/prepare.mjs --installed',
    },
    devDependencies: Object.fromEntries(
      ['rolldown', 'swagger-ui-dist'].map((name) => [name, `file:${ROOT}node_modules/${name}`]),
    ),
  });
  for (const source of Object.values(PROGRAMS)) write(source, 'export {};\n');
  write('src/main.ts', 'export const answer: number = 1;\n');
  lockPackages(root);
  return root;
}

const lockPackages = (cwd: string): Buffer =>
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd, stdio: 'pipe' });

const prepare = (root: string, ...parts: string[]): Launched =>
  launch('node', [join(root, 'infra/prepare.mjs'), ...parts], {});
const said = ({ err }: Ended): string[] =>
  err.split('\n').filter((line) => /^(Installing|Building|Waiting)/.test(line));

describe('preparing a checkout', () => {
  const root = project();

  test('two commands at once install and build once, and both go on', async () => {
    const both = await Promise.all([prepare(root).ended, prepare(root).ended]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const lines = both.flatMap(said);
    expect(lines.filter((line) => line === 'Installing packages …')).toHaveLength(1);
    expect(lines.filter((line) => line === 'Building the programs …')).toHaveLength(1);
    expect(readFileSync(join(root, 'dist/gateway.js'), 'utf8')).toContain('answer = 1');
  });

  test('with nothing to do nothing is said or touched', async () => {
    const before = statSync(join(root, 'dist/.built')).mtimeMs;
    const { code, out, err } = await prepare(root).ended;
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
    expect(statSync(join(root, 'dist/.built')).mtimeMs).toBe(before);
  });

  test('an edited source is built, and nothing is written to standard output', async () => {
    writeFileSync(join(root, 'src/main.ts'), 'export const answer: number = 2;\n');
    const ended = await prepare(root).ended;
    expect(said(ended)[0]).toBe('Building the programs …');
    expect(ended.out).toBe('');
    expect(readFileSync(join(root, 'dist/gateway.js'), 'utf8')).toContain('answer = 2');
  });

  test('what was built of a source that is gone goes with the next build, and the pages stay', async () => {
    writeFileSync(join(root, 'src/old.ts'), 'export {};\n');
    expect((await prepare(root).ended).code).toBe(0);
    mkdirSync(join(root, 'dist/back-office'));
    writeFileSync(join(root, 'dist/back-office/page.js'), '');
    const built = (): string[] =>
      readdirSync(join(root, 'dist/src')).filter((name) => /^(main|old|new)\.js$/.test(name));
    expect(built()).toEqual(['main.js', 'old.js']);

    renameSync(join(root, 'src/old.ts'), join(root, 'src/new.ts'));
    writeFileSync(join(root, 'src/main.ts'), "import './new.js';\n");
    expect((await prepare(root).ended).code).toBe(0);
    expect(built()).toEqual(['main.js', 'new.js']);
    expect(existsSync(join(root, 'dist/back-office/page.js'))).toBe(true);
  });

  test('a source that is not TypeScript ends it with 1, until it does', async () => {
    writeFileSync(join(root, 'src/main.ts'), 'export const answer: = 2;\n');
    expect((await prepare(root).ended).code).toBe(1);
    expect((await prepare(root).ended).code).toBe(1);
    writeFileSync(join(root, 'src/main.ts'), 'export const answer: number = 3;\n');
    expect((await prepare(root).ended).code).toBe(0);
  });

  test('pages are built anew where any source that they may take from is newer', async () => {
    // Counts its builds.
    const pages = join(root, 'src/desk/pages');
    mkdirSync(join(pages, 'vite/bin'), { recursive: true });
    writeFileSync(join(pages, 'vite/package.json'), '{"name":"vite","version":"1.0.0"}');
    writeFileSync(join(pages, 'vite/bin/vite.js'), "require('node:fs').appendFileSync('builds', 'x')");
    writeFileSync(join(pages, 'package.json'), '{"name":"pages","dependencies":{"vite":"file:vite"}}');
    lockPackages(pages);
    const builds = async (): Promise<number> => {
      expect((await prepare(root, 'pages').ended).code).toBe(0);
      return readFileSync(join(pages, 'builds'), 'utf8').length;
    };
    expect([await builds(), await builds()]).toEqual([1, 1]);
    writeFileSync(join(root, 'src/desk/account.ts'), 'export const LONGEST = 1;\n');
    expect([await builds(), await builds()]).toEqual([2, 2]);
    rmSync(join(root, 'src/desk'), { recursive: true });
  });

  test('a port that another program has is told before anything is made, by a start alone', async () => {
    writeFileSync(join(root, 'src/main.ts'), 'export const answer: number = 4;\n');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const start = (more: Record<string, string>): Promise<Ended> =>
      launch('node', [join(root, 'infra/prepare.mjs')], { PORT: String(port), ...more }).ended;
    const { code, err } = await start({ npm_lifecycle_event: 'start' });
    expect({ code, err }).toEqual({
      code: 1,
      err: `PORT: ${port} is in use at 127.0.0.1; choose another (0 takes a free one)\n`,
    });
    // Behind it may stand a gateway that was left behind, and is ended by the start.
    mkdirSync(join(root, 'data'));
    writeFileSync(join(root, 'data/stack.json'), '{}');
    expect((await start({ npm_lifecycle_event: 'start' })).code).toBe(0);
    rmSync(join(root, 'data'), { recursive: true });
    writeFileSync(join(root, 'src/main.ts'), 'export const answer: number = 5;\n');
    expect((await start({ npm_lifecycle_event: 'check' })).code).toBe(0);
    server.close();
  });

  test('another lock file brings an installation', async () => {
    const lock = join(root, 'package-lock.json');
    writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`);
    expect(said(await prepare(root).ended)).toContain('Installing packages …');
    expect(said(await prepare(root).ended)).toEqual([]);
  });

  test('an installation by hand is not done again, but where it left something out', async () => {
    const install = (...more: string[]) =>
      execFileSync('npm', ['ci', '--offline', '--no-audit', ...more], { cwd: root, stdio: 'pipe' });
    install();
    expect(said(await prepare(root).ended)).toEqual([]);
    install('--omit=optional');
    expect(said(await prepare(root).ended)).toContain('Installing packages …');
  });

  /** A command in the middle of an installation. */
  const installing = async (): Promise<Launched> => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, 'slow'), '');
    const first = prepare(root);
    await until(() => existsSync(join(root, 'started')));
    rmSync(join(root, 'slow'));
    rmSync(join(root, 'started'));
    return first;
  };

  test('killed in the middle of an installation, the next command does it again', async () => {
    await (await installing()).stop('SIGKILL');
    const { code } = await prepare(root).ended;
    expect(code).toBe(0);
    expect(existsSync(join(root, 'node_modules/rolldown'))).toBe(true);
    expect(existsSync(join(root, 'dist/.preparing'))).toBe(false);
  });

  test('SIGTERM in the middle of an installation leaves no installation running', async () => {
    expect((await (await installing()).stop('SIGTERM')).code).toBe(1);
    expect(existsSync(join(root, 'node_modules/.installed-lock'))).toBe(false);
    expect((await prepare(root).ended).code).toBe(0);
  });
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot(
  'who may not change the checkout is told so where it is out of date, and not hindered where it is not',
  async () => {
    const root = project();
    await prepare(root).ended;
    execFileSync('chmod', ['-R', 'a+rX', root]);
    chmodSync(root, 0o755);
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
    const asNobody = (): Promise<Ended> =>
      launch('node', [join(root, 'infra/prepare.mjs')], {}, { uid: id('-u'), gid: id('-g') }).ended;
    expect(await asNobody()).toMatchObject({ code: 0, err: '' });

    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, 'src/main.ts'), later, later);
    const { code, err } = await asNobody();
    expect(code).toBe(1);
    expect(err).toContain(`${root} is not yours to change`);
  },
);
