// Makes a checkout ready to run: installs the packages when they are missing or other than the lock file says,
// and compiles the sources, and the pages of the back office, when they are newer than the build. With nothing to do it takes a few milliseconds,
// so every command of package.json begins with it. It writes to standard error only: the output of a command
// (`catalogue … --json`) stays clean.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules', '.installed-lock');
const built = join(root, 'dist', '.built');
const builtPages = join(root, 'dist', '.built-pages');
const turn = join(root, 'dist', '.preparing');

const say = (text) => process.stderr.write(`${text}\n`);

function refuse(text) {
  say(text);
  process.exit(1);
}

async function run(what, command, args) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  say(`${what} …`);
  const heartbeat = setInterval(() => say(`${what} … ${seconds()} s`), 15_000);
  const failure = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
    // Not to be outlived by an installation that the next command would meet halfway.
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

// The stamp lies inside node_modules, which `npm ci` empties first: an interrupted installation has none.
const isInstalled = () => fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === lockHash();

async function install() {
  // Whatever the user's npm configuration leaves out is needed here: the compiler, the servers, and the script
  // that completes Postgres.
  const whole = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
  await run('Installing packages', 'npm', ['ci', ...whole, '--no-audit', '--no-fund', '--loglevel=error']);
  // The engine's package carries its program without the right to be executed; who starts it later may not be
  // the one who may change that.
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

function isCompiled() {
  const settings = ['tsconfig.json', 'infra/tsconfig.build.json'].map((name) => join(root, name));
  return isNewest(built, [
    ...['src', 'indexer', 'infra'].flatMap((folder) => within(folder, /\.ts$/)),
    ...settings,
  ]);
}

function arePagesBuilt() {
  if (!fs.existsSync(join(root, 'src/back-office/pages'))) return true; // there are none to build
  const others = ['src/products/fields.ts', 'infra/vite.config.mjs', 'package-lock.json'];
  return isNewest(builtPages, [
    ...within('src/back-office/pages', /\.(tsx?|html|svg)$/),
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
  mark(built, begun);
}

async function buildPages() {
  const begun = new Date();
  await run('Building the pages', process.execPath, [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    join(root, 'infra/vite.config.mjs'),
  ]);
  mark(builtPages, begun);
}

/** What was edited meanwhile is newer than the stamp. */
function mark(stamp, begun) {
  fs.writeFileSync(stamp, '');
  fs.utimesSync(stamp, begun, begun);
}

/** Takes turns with other commands that find the same work to do. */
async function takeTurn() {
  for (let waited = 0; ; waited += 200) {
    try {
      fs.mkdirSync(dirname(turn), { recursive: true });
      fs.writeFileSync(turn, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST')
        refuse(
          `The packages or the build are not up to date, and ${root} is not yours to change: ${error.message}`,
        );
    }
    if (!holderLives()) fs.rmSync(turn, { force: true });
    else if (waited === 0) say('Waiting for another command that makes the checkout ready …');
    await sleep(200);
  }
}

function holderLives() {
  let pid;
  let age;
  try {
    pid = Number(fs.readFileSync(turn, 'utf8'));
    age = Date.now() - fs.statSync(turn).mtimeMs;
  } catch {
    return false;
  }
  // Without a number it was made this very moment. After long, the number has passed to another process.
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

if (!isInstalled() || !isCompiled() || !arePagesBuilt()) {
  await takeTurn();
  try {
    if (!isInstalled()) await install();
    if (!isCompiled()) await compile();
    if (!arePagesBuilt()) await buildPages();
  } catch (error) {
    fs.rmSync(turn, { force: true });
    refuse(error.message);
  }
  fs.rmSync(turn, { force: true });
}
