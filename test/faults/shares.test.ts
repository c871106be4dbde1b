// One address without a key takes all that it may of what is scarce, one row of the table of SECURITY.md after the other,
// while visitors, somebody with a key, one of the staff and a marketplace are served from other addresses. FULL=1 goes on
// for longer, and holds what visitors wait for against the quiet service.
import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../src/platform/access/keys.js';
import { addAccount, PASSWORD } from '../desk/office.js';
import { workbook } from '../exchange/import/workbook.js';
import { picture, pngOfSize } from '../catalogue/media/images.js';
import { openGateway } from '../support/gateway.js';
import { indexerOfFile } from '../support/indexer.js';
import { until } from '../support/until.js';
import { begin, readAll } from '../support/wire.js';
import { atEnd, shared } from '../support/with-own.js';

const FULL = process.env['FULL'] === '1';
const ROUNDS = FULL ? 40 : 2;
const MB = 1024 * 1024;
/** Products with a structure, and images of which nobody has made a copy. */
const [DRAWN, IMAGES] = [200, 6];

/** As `npm run gateway` starts it. */
const NODE_OPTIONS = '--max-semi-space-size=4 --max-old-space-size=768';
const gateway = shared(() =>
  openGateway({
    RATE_LIMIT: 'on',
    INQUIRIES_OF_ALL: '100000',
    NODE_OPTIONS,
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '32768',
  }),
);
indexerOfFile(gateway);
const images: string[] = [];

type More = NonNullable<Parameters<typeof begin>[3]> & { headers?: Record<string, string>; json?: unknown };

/** Asks as an address, and reads the answer. @returns its status and text, and the time that it took */
async function ask(localAddress: string, path: string, { headers, json, ...more }: More = {}) {
  const begun = performance.now();
  const body = json === undefined ? more.body : JSON.stringify(json);
  const typed = json === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await begin(gateway, path, typed, { method, ...more, body, localAddress });
  const { status, bytes } = await readAll(answer);
  return { status, text: String(bytes), ms: performance.now() - begun };
}

const BOUNDARY = 'a-form';
const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
const part = (names: string, content: string | Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${names}\r\n\r\n`),
    Buffer.from(content),
  ]);
const fileForm = (name: string, content: string | Uint8Array): Buffer =>
  Buffer.concat([part(`name="file"; filename="${name}"`, content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
const lines = (count: number, of = 'Drawn product'): string[] =>
  Array.from({ length: count }, (_, n) => `${of} ${n}`);

/** A ring of atoms that stand for any. */
const PATTERN = [
  '\n\n\n 12 12  0  0  0  0  0  0  0  0999 V2000',
  ...Array.from({ length: 12 }, (_, n) => `    ${n % 10}.0000    ${n % 7}.0000    0.0000 A   0  0`),
  ...Array.from({ length: 12 }, (_, n) => [n + 1, ((n + 1) % 12) + 1, 8].map((cell) => String(cell).padStart(3)).join('') + '  0'),
  'M  END',
].join('\n'); // prettier-ignore

/** Who attacks: his address, how often he has asked before, and the end of it. */
interface Turn {
  from: string;
  n: number;
  signal: AbortSignal;
}

/** Sends a head and the beginning of a body, and then a byte every 10 s. @returns the status, or 0 where none came */
async function halfSent(
  { from, signal }: Turn,
  path: string,
  headers: Record<string, string>,
  of: Buffer,
  length: number,
): Promise<number> {
  const socket = connect({
    port: Number(new URL(gateway.origin).port),
    host: '127.0.0.1',
    localAddress: from,
  });
  let answer = '';
  socket.on('data', (piece) => (answer += String(piece))).on('error', () => {});
  const head = Object.entries({ Host: 'x', 'Content-Length': length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(of);
  const timer = setInterval(() => socket.write(' '), 10_000);
  await Promise.race([once(socket, 'close'), over(signal)]);
  clearInterval(timer);
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0);
}

/** Reads an export at 68 KB/s. */
async function slowExport({ from, signal }: Turn): Promise<number> {
  const answer = await begin(gateway, '/export', {}, { localAddress: from, signal });
  const timer = setInterval(() => answer.read(6_800), 100);
  await Promise.race([
    once(
      answer.on('error', () => {}),
      'close',
    ),
    over(signal),
  ]);
  clearInterval(timer);
  answer.destroy();
  return answer.statusCode!;
}

const over = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');

interface Attack {
  /** the rows of the table that it is about */
  rows: string[];
  /** how many times at once */
  atOnce: number;
  /** a status that it must come to, so that it is one; 0 where it has none when it ends */
  meets: number;
  /** each goes on until the end */
  isHeld?: boolean;
  /** does it once. @returns the status */
  once: (turn: Turn) => Promise<number>;
}

/** Its connections are kept, as one who wants much of the service keeps them. */
const AGENT = new Agent({ keepAlive: true });
atEnd(() => AGENT.destroy());

/** An attack of requests that are sent whole and answered. */
const asking = (rows: string[], atOnce: number, meets: number, request: (n: number) => [path: string, more?: More]): Attack => ({
  rows,
  atOnce,
  meets,
  async once({ from, n, signal }) {
    const [path, more] = request(n);
    return (await ask(from, path, { agent: AGENT, ...more, signal })).status;
  },
}); // prettier-ignore

const GUESSED = { 'X-API-Key': 'pk_guessed' };
const text = part('name="text"', Buffer.alloc(MB - 200, 'x'));
const unknown = part('name="unknown"', Buffer.alloc(2 * MB, 'x'));
const started = Buffer.from(`{"identifiers":["${'x'.repeat(1.9 * MB)}`);
const listFile = fileForm('a.csv', lines(200).join('\n'));
const listWorkbook = fileForm('a.xlsx', workbook(lines(200).map((line) => [line])));
const image = pngOfSize(5 * MB);
/** An InChI of a chain of so many carbons, an even number. */
const chainInchi = (length: number): string => {
  const odd = Array.from({ length: length / 2 }, (_, n) => 2 * n + 1);
  const even = odd.map((n) => n + 1).reverse();
  return `InChI=1S/C${length}H${2 * length + 2}/c${[...odd, ...even].join('-')}/h3-${length}H2,1-2H3`;
};
const largest = {
  name: 'x',
  email: 'x@example.com',
  items: Array.from({ length: 100 }, () => ({ product_name: 'x', note: 'n'.repeat(500) })),
};

const ATTACKS: Record<string, Attack> = {
  'half-sent forms': {
    rows: ['bodyBeginnings', 'bodies'],
    atOnce: 100,
    meets: 0,
    isHeld: true,
    once: (turn) => halfSent(turn, '/list', FORM, turn.n % 4 === 0 ? unknown : text, 20 * MB),
  },
  'bodies that stall': {
    rows: ['bodies'],
    atOnce: 100,
    meets: 0,
    isHeld: true,
    once: (turn) =>
      halfSent(turn, '/api/v1/products/resolve', { 'Content-Type': 'application/json' }, started, 2 * MB),
  },
  'slow readers of exports': {
    rows: ['exports', 'exportSpool'],
    atOnce: 12,
    meets: 200,
    isHeld: true,
    once: slowExport,
  },
  'drawn exports': asking(['drawnExports', 'chemistry'], 8, 200, () => ['/export?format=sdf']),
  drawings: asking(['drawings that are made, not cached ones', 'chemistry'], 16, 200, (n) => [
    `/products/DRAWN-${n % DRAWN}/structure.svg?theme=${n % 3 ? 'dark' : 'light'}&ground=${n % 2 ? 'none' : 'white'}`,
  ]),
  'typed InChIs': asking(['typedInchis', 'chemistry'], 12, 200, (n) => [
    `//structure?s=${encodeURIComponent(chainInchi(20 + 2 * (n % 40)))}`,
  ]),
  'systematic names': asking(['systematicNames'], 12, 200, (n) => [
    `/products/search?q=${n}-chloro-2-methyl-6-(propan-2-yl)-pyridine-3-carboxylic+acid`,
  ]),
  'structures that much is like': asking(['structureSearches', 'searchThreads'], 12, 200, (n) => [
    `/products/search/structure?mode=similarity&threshold=0&smiles=${'C'.repeat((n % 50) + 1)}O`,
  ]),
  'molfiles with query atoms': asking(['patternSearches', 'searchThreads'], 12, 200, () => [
    '/products/search/structure',
    { json: { molfile: PATTERN } },
  ]),
  'long lists': asking(['listSearches'], 8, 200, (n) => [
    '/products/resolve',
    { json: { identifiers: lines(250, `no such thing ${n}`) } },
  ]),
  'files of lists': asking(['listFiles'], 8, 200, (n) =>
    n % 2
      ? ['//list', { headers: FORM, body: listFile }]
      : ['//list.xlsx', { headers: FORM, body: listWorkbook }],
  ),
  'inquiries of the largest size': asking(['inquiries', 'databaseWrites'], 10, 201, () => [
    '/rfq',
    { json: largest },
  ]),
  'guessed keys': asking(['calls with a refused key', 'largePushes', 'databaseWrites'], 16, 401, () => [
    '/sync/push',
    { headers: { ...GUESSED, 'Content-Type': 'application/json' }, body: 'x'.repeat(100_000) },
  ]),
  'wrong passwords': asking(['passwordChecks'], 16, 401, (n) => [
    '//back-office/api/session',
    { headers: { Origin: gateway.origin }, json: { name: n % 2 ? 'wang' : `x${n}`, password: 'wrong' } },
  ]),
  'imports without a session': asking(['staffImports'], 16, 401, () => [
    '//back-office/api/import/preview?name=a.xlsx',
    {
      headers: { Origin: gateway.origin, 'Content-Type': 'application/octet-stream' },
      body: workbook([['code']]),
    },
  ]),
  'uploads with guessed keys': asking(['uploads', 'imagesInMemory', 'imagesDecoded'], 8, 401, () => [
    '/media/a.png',
    { method: 'PUT', headers: { ...GUESSED, 'Content-Length': String(5 * MB) }, body: image },
  ]),
  'copies of images': asking(['imagesRead', 'copiesInMemory', 'copiesDecoded'], 16, 200, (n) => [
    `/${images[n % IMAGES]}?w=${[96, 256, 512][Math.floor(n / IMAGES) % 3]}`,
  ]),
  'reads and pages': asking(['reads', 'pages'], 24, 200, (n) =>
    n % 4 ? [`//?q=product+${n}`] : [`/products?page_size=200&page=${n % 10}`],
  ),
};

/** Does some work during an attack. @returns all its statuses, and what the work gives */
async function during<T>({ atOnce, meets, isHeld, once: one }: Attack, from: string, work: () => Promise<T>) {
  const ending = new AbortController();
  const { signal } = ending;
  setMaxListeners(2 * atOnce + 10, signal);
  const statuses: number[] = [];
  let n = 0;
  const attacking = Array.from({ length: atOnce }, async () => {
    while (!signal.aborted) {
      const status = await one({ from, n: n++, signal }).catch(() => 0);
      statuses.push(status);
      if (status !== 200) await sleep(50); // who is refused asks again
    }
  });
  try {
    await sleep(200); // it has begun
    const given = await work();
    if (!isHeld) await until(() => statuses.includes(meets), 60_000);
    return { statuses, given };
  } finally {
    ending.abort();
    await Promise.all(attacking);
  }
}

/** What others ask meanwhile, each kind again and again. @returns what was not answered as it should be, and the times */
async function others() {
  const refused: string[] = [];
  const times: Record<string, number[]> = {};
  const asked = async (
    kind: string,
    from: string,
    path: string,
    more: More = {},
    expected = 200,
  ): Promise<string> => {
    const { status, text: answer, ms } = await ask(from, path, more);
    (times[kind] ??= []).push(ms);
    if (status !== expected) refused.push(`${kind}: ${status} ${answer.slice(0, 300)}`);
    return answer;
  };
  const key = { 'X-API-Key': gateway.key };
  const visits = async (at: number): Promise<void> => {
    const from = `127.0.1.${(visitor++ % 250) + 1}`;
    await asked('search', from, '/products/search?q=product');
    await asked('detail', from, `/products/DRAWN-${at}`);
    await asked('page', from, '//?q=product');
    await asked('structures', from, '/products/search/structure?smiles=CCO');
    await asked('pattern', from, '/products/search/structure?smarts=[%236]O');
    await asked('InChI', from, '//structure?s=InChI%3D1S%2FC2H6O%2Fc1-2-3%2Fh3H%2C2H2%2C1H3');
    await asked('drawing', from, `/products/DRAWN-${(visitor * 7) % DRAWN}/structure.svg?w=256`);
    await asked('list', from, '//list', { headers: FORM, body: fileForm('a.csv', 'DRAWN-1\nproduct 2') });
    await asked('inquiry', from, '/rfq', { json: { ...largest, items: undefined, code: 'DRAWN-1' } }, 201);
  };
  const pushes = async (at: number): Promise<void> => {
    const from = '127.0.2.1';
    for (const count of [1, 100]) {
      const json = Array.from({ length: count }, (_, n) => ({
        code: `PUSHED-${n}`,
        name_cn: `推${visitor}`,
        smiles: `${'C'.repeat(at + 1)}O`,
        description: 'x'.repeat(1_000),
      }));
      const answer = await asked('push', from, '/sync/push', { headers: key, json });
      if (JSON.parse(answer).invalid !== 0) refused.push(answer);
    }
    const sent = await asked('upload', from, '/media/a.png', {
      method: 'PUT',
      headers: key,
      body: await picture('png'),
    });
    await asked('copy', from, `/${JSON.parse(sent).url}?w=96`);
    await asked('sign-in', from, '//back-office/api/session', {
      headers: { Origin: gateway.origin },
      json: { name: 'li', password: PASSWORD },
    });
  };
  const exports = async (): Promise<void> => {
    await asked('export', '127.0.3.1', '/export', { headers: marketplace });
    await asked('drawn export', '127.0.3.1', '/export?format=sdf&series=drawn', { headers: marketplace });
  };
  const rounds = async (work: (at: number) => Promise<void>, count = ROUNDS): Promise<void> => {
    for (let at = 0; at < count; at++) await work(at);
  };
  await Promise.all([rounds(visits, 2 * ROUNDS), rounds(pushes), rounds(exports)]);
  return { refused, times };
}
let visitor = 0;
const marketplace: Record<string, string> = {};

const p95 = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

let quiet: Awaited<ReturnType<typeof others>>;
beforeAll(async () => {
  await gateway.db.none(
    `INSERT INTO products (code, name_cn, name_en, description, ai_summary, source)
       SELECT 'S-' || n, '产品' || n, 'product ' || n, repeat('说', 1000), repeat(md5(n::text), 125), 'erp'
         FROM generate_series(1, 3000) n`,
  );
  const drawn = lines(DRAWN, 'Drawn product').map((name_en, n) => ({
    code: `DRAWN-${n}`,
    name_cn: '画',
    name_en,
    series: n < 20 ? 'drawn' : 'more',
    smiles: `${'C'.repeat(1 + (n % 20))}c1ccc(O${'C'.repeat(1 + Math.floor(n / 20))})cc1`,
  }));
  for (let at = 0; at < DRAWN; at += 100)
    expect(
      (await gateway.call('POST', '/sync/push', { json: drawn.slice(at, at + 100) })).body,
    ).toMatchObject({ invalid: 0 });
  for (let n = 0; n < IMAGES; n++) {
    const body = new Uint8Array(await picture('png', { width: 1_500, height: 1_000 }));
    images.push((await gateway.call('PUT', '/media/a.png', { body })).body.url);
  }
  marketplace['X-API-Key'] = (await issueKey(gateway.db, { name: 'marketplace' })).key;
  for (const name of ['wang', 'li']) await addAccount(gateway.db, name);
  const search = '/api/v1/products/search';
  const isSearched = async () => (await gateway.read(`${search}?q=product`)).body.degraded === false;
  await until(isSearched, 60_000);
  const isDrawn = async () => (await gateway.read(`${search}/structure?smiles=CCO`)).status === 200;
  await until(isDrawn, 60_000);
  quiet = await others();
}, 600_000);

test('nobody is refused while it is quiet', () => expect(quiet.refused).toEqual([]));

test('every row of what is scarce has its attack', () => {
  const [, section] = /^## What is scarce\n([^]*?)^## /m.exec(readFileSync('.github/SECURITY.md', 'utf8'))!;
  const rows = [...section!.matchAll(/^\| +`?([^|`]+?)`? +\|/gm)].map(([, name]) => name!);
  const written = rows.filter((name) => !/^(limit|what|-+)$/.test(name));
  expect(written.length).toBeGreaterThan(20);
  expect(new Set(Object.values(ATTACKS).flatMap((attack) => attack.rows))).toEqual(new Set(written));
});

// `npm test` has each eighth.
const attacks = Object.keys(ATTACKS).filter((_, at) => FULL || process.env['LONG_FORM'] || at % 8 === 0);
test.each(attacks.map((name, at) => [name, `127.0.0.${at + 2}`] as const))(
  '%s from one address: nobody else is refused, and the gateway stays below 512 MB',
  async (name, from) => {
    const attack = ATTACKS[name]!;
    // Beside it, as the machine may have other work than an hour ago.
    if (FULL) quiet = await others();
    const { statuses, given } = await during(attack, from, others);
    expect(given.refused).toEqual([]);
    expect(statuses).toContain(attack.meets);
    expect(statuses).not.toContain(500);
    expect((await gateway.memory()).peak).toBeLessThan(512);
    if (!FULL) return;
    const slower = ['search', 'detail', 'page'].map((kind) => [
      kind,
      p95(given.times[kind]!) / p95(quiet.times[kind]!),
    ]);
    expect(slower.filter(([, times]) => Number(times) > 3)).toEqual([]);
  },
  FULL ? 1_200_000 : 120_000,
);
