// Runs the tests: all of them, or what its arguments tell jest to. The tests that put the whole stack under load run
// last and alone, and so does what is bound in time: beside others it would be a matter of luck.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { FAILED, REPORT } from './support/report.mjs';

const ALONE = [
  'test/faults/faults',
  'test/faults/shares',
  'test/readers/readers',
  'test/infra/topology',
  'test/platform/http/slow-readers',
  'test/platform/database/listen',
  'test/search/text/event-loop',
];
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const config = fileURLToPath(new URL('jest.config.js', import.meta.url));

function run(...args) {
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', jest, '--config', config, ...args],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules` },
    },
  );
  return status ?? 1;
}

// On CI a file in which a test fails is tried once more, alone and on servers of its own: the suites start, freeze and
// kill real servers side by side, and a machine that stalls for seconds must not fail a change. What fails twice has failed.
function twice(...args) {
  rmSync(FAILED, { force: true });
  const status = run(...args);
  if (status === 0 || process.env.CI !== 'true' || !existsSync(FAILED)) return status;
  return run(
    ...args,
    '--runInBand',
    '--filter',
    fileURLToPath(new URL('support/failed-once.cjs', import.meta.url)),
  );
}

rmSync(REPORT, { force: true });
const given = process.argv.slice(2);
const failed =
  given.length > 0
    ? twice(...given)
    : Math.max(
        twice('--testPathIgnorePatterns', ...ALONE),
        twice('--runInBand', '--testPathPatterns', ...ALONE),
      );
process.exitCode = failed;
