// Makes a checkout ready to run: installs the packages if they differ from the lock file, and builds the programs if their
// sources are newer than the build. Its arguments name what else a command needs: `programs`, which it makes where nothing is
// named; `pages`, the back office; `client`, the types of the client; `tests` and `checks`, what tests the service and what looks
// at its sources. With nothing to do it takes a few milliseconds, so every command of package.json begins with it. It writes to
// standard error only, so that the output of a command (`catalogue … --json`) stays clean.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { filesIn } from './sources.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGES = join(root, 'src/desk/pages');
const lock = join(root, 'dist', '.preparing');

const say = (text) => process.stderr.write(`${text}\n`);

function refuse(text) {
  say(text);
  process.exit(1);
}

async function run(what, command, args, { cwd = root, env = {} } = {}) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say(`${what} …`);
  const heartbeat = setInterval(() => say(`${what} … ${seconds()} s`), 15_000);
  const failure = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
    // Ends with this process: the next command must not find an installation half done.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? undefined : `${command} ended with ${signal ?? code}`),
    );
  });
  clearInterval(heartbeat);
  if (failure) throw new Error(`${what} failed: ${failure}`);
  say(`${what}: done in ${seconds()} s`);
}

/** Something to make ready: whether it is, and how that is done. */
const part = (isReady, make) => ({ isReady, make });

/** The packages of a folder, as its lock file has them. */
function packagesOf(folder, what) {
  // The stamp is in node_modules, which `npm ci` empties first, so that an interrupted installation has none.
  const stamp = join(folder, 'node_modules', '.installed-lock');
  const lockHash = () =>
    createHash('sha256')
      .update(fs.readFileSync(join(folder, 'package-lock.json')))
      .digest('hex');
  return {
    ...part(
      () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lockHash(),
      async function () {
        // Also where the user's npm configuration omits them: the builder, the servers, the install script of Postgres.
        const everything = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
        const quietly = ['--no-audit', '--no-fund', '--loglevel=error', '--json=false'];
        await run(what, 'npm', ['ci', ...everything, ...quietly], { cwd: folder });
        this.finish();
      },
    ),
    finish() {
      // The program in the engine's package is not executable, and the user who starts it may not be allowed to change that.
      const engines = join(folder, 'node_modules', '@gaubee');
      for (const name of fs.existsSync(engines) ? fs.readdirSync(engines) : []) {
        fs.chmodSync(join(engines, name, 'meilisearch'), 0o755);
      }
      fs.writeFileSync(stamp, lockHash());
    },
  };
}

/** What is built of files, by a program of Node's. */
function buildOf(what, stampName, sources, args, options) {
  const stamp = join(root, 'dist', stampName);
  return part(
    () => {
      if (!fs.existsSync(stamp)) return false;
      const { mtimeMs } = fs.statSync(stamp);
      return sources().every((file) => fs.statSync(file).mtimeMs <= mtimeMs);
    },
    async () => {
      // The stamp has the time of the begin, so that a file edited meanwhile is newer.
      const begun = new Date();
      await run(what, process.execPath, args, options);
      fs.writeFileSync(stamp, '');
      fs.utimesSync(stamp, begun, begun);
    },
  );
}

const ours = packagesOf(root, 'Installing packages');
const ofPages = packagesOf(PAGES, 'Installing what builds the pages');
const ofTests = packagesOf(join(root, 'test'), 'Installing what tests');
const TYPES = join(root, 'src/client/schema.ts');
const sources = () =>
  ['src', 'indexer', 'infra'].flatMap((folder) =>
    filesIn(join(root, folder), /\.(ts|json)$/).filter((file) => file !== TYPES),
  );
const programs = [
  ours,
  buildOf(
    'Building the programs',
    '.built',
    () => [...sources(), join(root, 'package-lock.json'), join(root, 'infra/build.mjs')],
    [join(root, 'infra/build.mjs')],
  ),
];
// Made of the API's document, which the programs write.
const typesOfClient = buildOf('Making the types of the client', '.built-client', sources, [
  join(root, 'test/client/types.mjs'),
]);
const client = [
  ...programs,
  ofTests,
  part(() => fs.existsSync(TYPES) && typesOfClient.isReady(), typesOfClient.make),
];
const parts = {
  programs,
  pages: [
    ours,
    ofPages,
    buildOf(
      'Building the pages',
      '.built-pages',
      // The pages take from other folders too.
      () => [...sources(), ...filesIn(PAGES, /\.(tsx|html|css|svg|mjs)$/)],
      [join(PAGES, 'node_modules/vite/bin/vite.js'), 'build'],
      // Tests and other tools set NODE_ENV, and the pages would be built for debugging.
      { cwd: PAGES, env: { NODE_ENV: 'production' } },
    ),
  ],
  tests: [ofTests],
  client,
  checks: [...client, ofPages],
};

/** Waits for the lock that makes other commands wait for the same work. */
async function acquireLock() {
  for (let waited = 0; ; waited += 200) {
    try {
      fs.mkdirSync(dirname(lock), { recursive: true });
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST')
        refuse(
          `The packages or the build are not up to date, and ${root} is not yours to change: ${error.message}`,
        );
    }
    if (!isLocked()) fs.rmSync(lock, { force: true });
    else if (waited === 0) say('Waiting for another command that makes the checkout ready …');
    await sleep(200);
  }
}

/** Whether the process that holds the lock still runs. */
function isLocked() {
  let pid;
  let age;
  try {
    pid = Number(fs.readFileSync(lock, 'utf8'));
    age = Date.now() - fs.statSync(lock).mtimeMs;
  } catch {
    return false;
  }
  // A new lock file is empty for a moment. After a long time the pid may belong to another process.
  if (!pid) return age < 5_000;
  if (age > 30 * 60_000) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  refuse(`Node 20.19 or newer is needed; this is ${process.version}.`);

// The end of an installation by hand (`prepare` in package.json): `npm ci` counts where it left nothing out.
if (process.argv[2] === '--installed') {
  const { npm_command: command, npm_config_omit: omitted, NODE_ENV } = process.env;
  if (command === 'ci' && !omitted && NODE_ENV !== 'production') ours.finish();
  process.exit();
}

/**
 * Says before the minutes of an installation what `npm start` would say after them. Where a service has left its
 * `stack.json`, the port may be that of a gateway which the start ends by itself.
 */
async function refuseTakenPort() {
  const { npm_lifecycle_event: script, PORT = '3000', HOST = '127.0.0.1', DATA_DIR = 'data' } = process.env;
  if (script !== 'start' && script !== 'dev') return;
  if (!/^\d+$/.test(PORT) || fs.existsSync(join(resolve(root, DATA_DIR), 'stack.json'))) return;
  const probe = createServer();
  const code = await new Promise((listening, reject) => {
    probe.once('error', reject).listen(Number(PORT), HOST, listening);
  }).catch((error) => error.code);
  probe.close();
  if (code === 'EADDRINUSE')
    refuse(`PORT: ${PORT} is in use at ${HOST}; choose another (0 takes a free one)`);
}

// Another program that imports this has arguments of its own.
const named = import.meta.filename === process.argv[1] ? process.argv.slice(2) : [];
const asked = (named.length > 0 ? named : ['programs']).flatMap(
  (name) => parts[name] ?? refuse(`There is no part ${name}.`),
);
if (!asked.every((each) => each.isReady())) {
  await refuseTakenPort();
  await acquireLock();
  try {
    for (const each of asked) if (!each.isReady()) await each.make();
  } catch (error) {
    fs.rmSync(lock, { force: true });
    refuse(error.message);
  }
  fs.rmSync(lock, { force: true });
}
