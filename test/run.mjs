// Runs the tests: all of them, or what its arguments tell jest to. The tests that put the whole stack under load run
// last and alone, and so does what is bound in time: beside others it would be a matter of luck.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { REPORT } from './support/report.mjs';

const ALONE = ['test/faults/', 'test/infra/topology', 'test/http/slow-readers', 'test/database/listen'];
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

function run(...args) {
  const { status } = spawnSync(process.execPath, ['--experimental-vm-modules', jest, ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules` },
  });
  return status ?? 1;
}

rmSync(REPORT, { force: true });
const given = process.argv.slice(2);
const failed =
  given.length > 0
    ? run(...given)
    : Math.max(run('--testPathIgnorePatterns', ...ALONE), run('--runInBand', '--testPathPatterns', ...ALONE));
process.exitCode = failed;
