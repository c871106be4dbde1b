import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.js';
import { launch, LISTENING, processesOf, ROOT, temporaryFolder } from './launch.js';
import type { Launched } from './launch.js';

/** What an edit may take until it is live, ms: two seconds (FULL=1), and longer in the suite, which shares the processors. */
const LIVE_MS = process.env['FULL'] ? 2_000 : 30_000;

// A checkout of its own: what is edited here is not what other tests run.
const root = join(temporaryFolder(), 'checkout');
const dataDir = join(root, 'data');
let dev: Launched;
let origin: string;

beforeAll(async () => {
  for (const name of [
    'src',
    'indexer',
    'infra',
    'dist',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, name), join(root, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/\/(node_modules|dist\/opensearch)$/.test(path),
    });
  for (const each of ['node_modules', 'src/desk/pages/node_modules'])
    symlinkSync(join(ROOT, each), join(root, each));
  dev = launch('npm', ['run', 'dev', '--prefix', root], { DATA_DIR: dataDir, PORT: '0', SAMPLE: 'off' });
  origin = await dev.line(LISTENING);
  await dev.line(/\[dev\] the pages of the back office are built, and watched/);
});
afterAll(() => dev.stop());

/** Changes a file of the checkout. @returns how long it took until something held, ms */
async function edited(
  file: string,
  change: (text: string) => string,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  const begun = performance.now();
  writeFileSync(path, after);
  await until(holds);
  return performance.now() - begun;
}

/** What it answers; nothing while it ends, which may be in the middle of an answer, and starts. */
const body = (path: string): Promise<string> =>
  fetch(origin + path)
    .then((answer) => answer.text())
    .catch(() => '');

/** A text that no edit has made before: a second try edits too. */
let edits = 0;
const newText = (): string => `Edited here, ${++edits}`;

/** Gives the page of the back office another title, until it is shown. @returns how long it took, ms */
async function retitlePage(): Promise<number> {
  const title = newText();
  return edited(
    'src/desk/pages/index.html',
    (text) => text.replace(/<title>.*<\/title>/, `<title>${title}</title>`),
    async () => (await body('/back-office/')).includes(title),
  );
}

test('an edit of the gateway is live within two seconds, at the same address', async () => {
  const title = newText();
  const rename = (text: string): string =>
    text.replace(/title: '(Product Data Service|Edited here, \d+)'/, `title: '${title}'`);
  const took = await edited('src/site/openapi/document.ts', rename, async () =>
    (await body('/api-docs/openapi.json')).includes(title),
  );
  expect(took).toBeLessThan(LIVE_MS);
});

test('an edit of a page of the back office is live within two seconds', async () => {
  expect(await retitlePage()).toBeLessThan(LIVE_MS);
});

test('an edit of a style of the public pages and of the documentation is live within two seconds, whatever a browser kept', async () => {
  const sheetOf = async (page: string, name: string): Promise<Response | undefined> => {
    const [sheet] = new RegExp(`[^"]+/${name}(?=")`).exec(await body(page)) ?? [];
    return sheet ? fetch(origin + sheet).catch(() => undefined) : undefined;
  };
  const versioned = await sheetOf('/', 'style.css');
  for (const [page, folder, name] of [
    ['/', 'src/site/storefront/browser', 'style.css'],
    ['/api-docs', 'src/site/openapi/browser', 'docs.css'],
  ] as const) {
    const text = newText();
    const took = await edited(
      join(folder, name),
      (sheet) => `${sheet}/* ${text} */\n`,
      async () => (await (await sheetOf(page, name))?.text())?.includes(text) === true,
    );
    expect(took).toBeLessThan(LIVE_MS);
  }
  // What a browser keeps for a year stands at another address now; what has one address is asked for again.
  expect(versioned!.headers.get('cache-control')).toContain('immutable');
  const isAtAnother = (sheet?: Response): boolean => sheet !== undefined && sheet.url !== versioned!.url;
  await until(async () => isAtAnother(await sheetOf('/', 'style.css')), 20_000);
  const keeping = async () => (await sheetOf('/api-docs', 'docs.css'))?.headers.get('cache-control');
  await until(async () => (await keeping()) === 'public, max-age=0', 20_000);
});

test('pages that are built while the gateway starts are served', async () => {
  const built = join(root, 'dist/back-office/index.html');
  rmSync(built, { force: true }); // as a build does that begins
  const from = dev.out().length;
  const api = join(root, 'src/site/openapi/document.ts');
  writeFileSync(api, `${readFileSync(api, 'utf8')}\n`);
  await dev.line(/The gateway runs again/, from);
  await retitlePage();
  expect((await fetch(`${origin}/back-office/`)).status).toBe(200);
});

test('an edit of the indexer is live within two seconds, and the stack of its error names the line of the source', async () => {
  const log = (): string => readFileSync(join(dataDir, 'logs/indexer.log'), 'utf8');
  const source = readFileSync(join(root, 'indexer/main.ts'), 'utf8');
  const fault = `${source}\nsetImmediate((): never => {\n  throw new Error('edited here');\n});\n`;
  const took = await edited(
    'indexer/main.ts',
    () => fault,
    () => log().includes('Error: edited here'),
  );
  expect(took).toBeLessThan(LIVE_MS);
  const line = fault.split('\n').findIndex((text) => text.includes('edited here')) + 1;
  await until(() => log().includes(`indexer/main.ts:${line}:`));
  const from = dev.out().length;
  await edited(
    'indexer/main.ts',
    () => source,
    () => dev.out().slice(from).includes('The indexer runs again'),
  );
});

test('Ctrl-C ends everything', async () => {
  await dev.stop('SIGINT');
  expect(processesOf(dataDir)).toEqual([]);
});
