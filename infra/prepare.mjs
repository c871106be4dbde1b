// Makes a checkout ready to run: installs the packages when they are missing or older than the lock file, and
// compiles the sources when they are newer than the build. With nothing to do it takes a few milliseconds, so
// every command of package.json begins with it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (text) => process.stderr.write(`${text}\n`);

function run(what, command, args) {
  const started = Date.now();
  say(`${what} …`);
  // Output goes to standard error: a command's own output (`catalogue … --json`) must stay clean.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) {
    say(`${what} failed: ${error?.message ?? `${command} ended with ${status}`}`);
    process.exit(1);
  }
  say(`${what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
      .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
  );
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  run('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

function compile() {
  const stamp = join(root, 'dist', '.built');
  const sources = Math.max(...['src', 'indexer', 'infra'].map((folder) => newest(join(root, folder))));
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= sources) return;
  run('Compiling', process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    'infra/tsconfig.build.json',
  ]);
  writeFileSync(stamp, '');
}

installPackages();
compile();
