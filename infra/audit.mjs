// Asks the registry for known vulnerabilities of the packages that the service runs on, and fails on one of severity high
// or critical: `node infra/audit.mjs`. Some mirrors have no such report: then it says so and does not fail.
// `node infra/audit.mjs FILE` judges a report of `npm audit --json`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [, , file] = process.argv;
const ask = () => {
  const args = ['audit', '--json', '--fetch-retries=1'];
  const { stdout, error } = spawnSync('npm', args, { encoding: 'utf8', timeout: 120_000 });
  return error ? JSON.stringify({ message: error.message }) : stdout;
};

let report;
try {
  report = JSON.parse(file ? readFileSync(file, 'utf8') : ask());
} catch (error) {
  report = { message: error.message };
}
const { vulnerabilities, message } = report;
if (vulnerabilities === undefined) {
  process.stdout.write(`The registry does not report vulnerabilities: ${message}\n`);
} else {
  const severe = Object.values(vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, severity, via } of severe) {
    const titles = via.map((each) =>
      typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`,
    );
    process.stderr.write(`${name}: ${severity}: ${titles.join('; ')}\n`);
  }
  process.stdout.write(
    `${Object.keys(vulnerabilities).length} packages with known vulnerabilities, ${severe.length} of them severe.\n`,
  );
  process.exitCode = severe.length > 0 ? 1 : 0;
}
