// Runs the tests: what guards a change; or what its arguments tell jest to; or with `--ring=unit` what needs no server, and with
// `--ring=long` the long forms that the change since the commit `--since=` concerns, all where that is not known. With
// FULL=1 everything, in the largest sizes. What puts the whole stack under load, or is bound in time, runs last and alone:
// beside others it would be a matter of luck.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { concernsNode24, isUnit, LONG, longFormsOf, needsOf, ROOT, testFiles } from './rings.mjs';
import { FAILED, REPORT } from './support/report.mjs';

const ALONE = new Set(
  [
    'faults/faults',
    'faults/shares',
    'infra/topology',
    'platform/http/slow-readers',
    'search/text/event-loop',
    'faults/cluster',
  ].map((name) => `test/${name}.test.ts`),
);
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const config = fileURLToPath(new URL('jest.config.js', import.meta.url));
const filter = fileURLToPath(new URL('support/failed-once.cjs', import.meta.url));

/** Runs jest, with what these files need. */
function run(files, args, env = {}) {
  const needs = new Set(files.flatMap(needsOf));
  if (needs.has('pages'))
    spawnSync(process.execPath, ['infra/prepare.mjs', 'pages'], { cwd: ROOT, stdio: 'inherit' });
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', jest, '--config', config, ...args],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...env,
        TEST_NEEDS: [...needs].join(','),
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`,
      },
    },
  );
  return status ?? 1;
}

// On CI a file in which a test fails is tried once more, alone and on servers of its own: the suites start, freeze and
// kill real servers side by side, and a machine that stalls for seconds must not fail a change. What fails twice has failed.
function twice(files, args, env) {
  rmSync(FAILED, { force: true });
  const status = run(files, args, env);
  if (status === 0 || process.env.CI !== 'true' || !existsSync(FAILED)) return status;
  return run(files, [...args, '--runInBand', '--filter', filter], env);
}

/** Runs files side by side, and those that have to be alone behind them. */
function runFiles(files, env) {
  const alone = files.filter((file) => ALONE.has(file));
  const others = files.filter((file) => !ALONE.has(file));
  const statuses = [
    others.length > 0 && twice(others, ['--runTestsByPath', ...others], env),
    alone.length > 0 && twice(alone, ['--runInBand', '--runTestsByPath', ...alone], env),
  ];
  return Math.max(...statuses.map(Number));
}

/** The files that have changed since a commit; undefined where it is none that is known. */
function changedSince(commit) {
  try {
    const git = (...args) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    if (!commit) return undefined;
    return `${git('diff', '--name-only', commit)}${git('ls-files', '--others', '--exclude-standard')}`
      .split('\n')
      .filter(Boolean);
  } catch {
    return undefined;
  }
}

const longFormsSince = (since) => longFormsOf(process.env.FULL ? undefined : changedSince(since));

function runLong(since) {
  const files = longFormsSince(since);
  const left = Object.keys(LONG).filter((file) => !files.includes(file));
  process.stdout.write(`Long forms: ${files.join(', ') || 'none'}\n`);
  if (left.length > 0) process.stdout.write(`Nothing that these stand on has changed: ${left.join(', ')}\n`);
  return files.length > 0 ? runFiles(files, { LONG_FORM: '1' }) : 0;
}

function runChange() {
  // Where the long forms follow (.ci/run), theirs would only say the same again.
  const follow =
    process.env.LONG_FORMS_SINCE === undefined ? [] : longFormsSince(process.env.LONG_FORMS_SINCE);
  const files = testFiles().filter((file) => !follow.includes(file));
  return runFiles(files, process.env.FULL ? { LONG_FORM: '1' } : { SHORT_FORMS: '1' });
}

/** Whether jest would take a file by an argument; where in doubt, as with the value of an option, it has what it needs. */
function matches(file, argument) {
  try {
    return new RegExp(argument.replace(/^\.\//, '')).test(file);
  } catch {
    return true;
  }
}

const given = process.argv.slice(2);
const ring = given.find((each) => each.startsWith('--ring='))?.slice('--ring='.length);
const since = given.find((each) => each.startsWith('--since='))?.slice('--since='.length);
if (ring === undefined || ring === 'unit') rmSync(REPORT, { force: true });
if (ring === 'unit') process.exitCode = run([], ['--runTestsByPath', ...testFiles().filter(isUnit)]);
else if (ring === 'long') process.exitCode = runLong(since);
else if (ring === 'node24') process.exitCode = concernsNode24(changedSince(since)) ? 0 : 1;
else if (given.length === 0) process.exitCode = runChange();
else {
  const asked = testFiles().filter((file) => given.some((each) => matches(file, each)));
  process.exitCode = twice(asked.length > 0 ? asked : testFiles(), given);
}
