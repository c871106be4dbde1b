// Makes a checkout ready to run: installs the packages if they differ from the lock file, and builds the sources and
// the pages of the back office if they are newer than the build. With nothing to do it takes a few milliseconds, so
// every command of package.json begins with it. It writes to standard error only, so that the output of a command
// (`catalogue … --json`) stays clean.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules', '.installed-lock');
const built = join(root, 'dist', '.built');
const builtPages = join(root, 'dist', '.built-pages');
const lock = join(root, 'dist', '.preparing');

const say = (text) => process.stderr.write(`${text}\n`);

function refuse(text) {
  say(text);
  process.exit(1);
}

async function run(what, command, args, env = {}) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say(`${what} …`);
  const heartbeat = setInterval(() => say(`${what} … ${seconds()} s`), 15_000);
  const failure = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, ...env },
    });
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

const lockHash = () =>
  createHash('sha256')
    .update(fs.readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

// The stamp is in node_modules, which `npm ci` empties first, so that an interrupted installation has none.
const isInstalled = () => fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === lockHash();

async function install() {
  // Also where the user's npm configuration omits them: the compiler, the servers, the install script of Postgres.
  const everything = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
  await run('Installing packages', 'npm', [
    'ci',
    ...everything,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  finishInstall();
}

function finishInstall() {
  // The program in the engine's package is not executable, and the user who starts it may not be allowed to change that.
  const packages = join(root, 'node_modules', '@gaubee');
  for (const name of fs.existsSync(packages) ? fs.readdirSync(packages) : []) {
    fs.chmodSync(join(packages, name, 'meilisearch'), 0o755);
  }
  fs.writeFileSync(installed, lockHash());
}

function isNewest(stamp, files) {
  if (!fs.existsSync(stamp)) return false;
  const { mtimeMs } = fs.statSync(stamp);
  return files.every((file) => fs.statSync(file).mtimeMs <= mtimeMs);
}

const within = (folder, ending) =>
  fs
    .readdirSync(join(root, folder), { recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => join(root, folder, name));

const COMPILED = ['src', 'indexer', 'infra'];

function isCompiled() {
  const settings = ['tsconfig.json', 'infra/tsconfig.build.json'].map((name) => join(root, name));
  return isNewest(built, [...COMPILED.flatMap((folder) => within(folder, /\.ts$/)), ...settings]);
}

function arePagesBuilt() {
  if (!fs.existsSync(join(root, 'src/desk/pages'))) return true; // nothing to build
  const others = ['infra/vite.config.mjs', 'package-lock.json'];
  return isNewest(builtPages, [
    ...within('src/desk/pages', /\.(tsx|html|css|svg)$/),
    ...within('src', /\.ts$/), // the pages take from other folders too
    ...others.map((name) => join(root, name)),
  ]);
}

async function compile() {
  const begun = new Date();
  await run('Compiling', process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(root, 'infra/tsconfig.build.json'),
  ]);
  removeOrphans();
  mark(built, begun);
}

/** Removes what was compiled from sources that are gone: whatever still reads it would fail in a fresh checkout. */
function removeOrphans() {
  const folders = COMPILED.map((folder) => join('dist', folder)).filter((folder) =>
    fs.existsSync(join(root, folder)),
  );
  for (const file of folders.flatMap((folder) => within(folder, /\.js(\.map)?$/))) {
    const source = join(root, relative(join(root, 'dist'), file).replace(/\.js(\.map)?$/, '.ts'));
    if (!fs.existsSync(source)) fs.rmSync(file);
  }
}

async function buildPages() {
  const begun = new Date();
  // Tests and other tools set NODE_ENV, and the pages would be built for debugging.
  await run(
    'Building the pages',
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', join(root, 'infra/vite.config.mjs')],
    { NODE_ENV: 'production' },
  );
  mark(builtPages, begun);
}

/** Sets the stamp to the begin of the build, so that a file edited meanwhile is newer. */
function mark(stamp, begun) {
  fs.writeFileSync(stamp, '');
  fs.utimesSync(stamp, begun, begun);
}

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

// The end of an installation by hand (`postinstall` in package.json): `npm ci` counts where it left nothing out.
if (process.argv[2] === '--installed') {
  const { npm_command: command, npm_config_omit: omitted, NODE_ENV } = process.env;
  if (command === 'ci' && !omitted && NODE_ENV !== 'production') finishInstall();
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

if (!isInstalled() || !isCompiled() || !arePagesBuilt()) {
  await refuseTakenPort();
  await acquireLock();
  try {
    if (!isInstalled()) await install();
    if (!isCompiled()) await compile();
    if (!arePagesBuilt()) await buildPages();
  } catch (error) {
    fs.rmSync(lock, { force: true });
    refuse(error.message);
  }
  fs.rmSync(lock, { force: true });
}
