// Adds to dist/test-report.txt what a run of jest took and what failed; CI prints the file at its end. The files in which
// something failed are kept for a second try, unless the run ended before all were tried.
import { appendFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';

export const REPORT = fileURLToPath(new URL('../../dist/test-report.txt', import.meta.url));
export const FAILED = fileURLToPath(new URL('../../dist/tests-failed.json', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SLOWEST = 20;

export default class Report {
  onRunComplete(_, { startTime, testResults, numTotalTestSuites, wasInterrupted }) {
    const seconds = (ms) => (ms / 1000).toFixed(1);
    const files = testResults.map(({ testFilePath, perfStats }) => ({
      file: relative(ROOT, testFilePath),
      took: perfStats.end - perfStats.start,
    }));
    const slowest = files.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST);
    const failures = testResults.flatMap(({ testFilePath, testResults, testExecError }) => [
      ...(testExecError ? [`${relative(ROOT, testFilePath)}: ${testExecError.message}`] : []),
      ...testResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${relative(ROOT, testFilePath)}: ${fullName}`),
    ]);
    const failed = testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError,
    );
    if (!wasInterrupted && testResults.length === numTotalTestSuites)
      writeFileSync(FAILED, JSON.stringify(failed.map(({ testFilePath }) => testFilePath)));
    const lines = [
      `${files.length} test files in ${seconds(Date.now() - startTime)} s. The slowest, in seconds:`,
      ...slowest.map(({ file, took }) => `${seconds(took).padStart(7)}  ${file}`),
      `Failed: ${failures.length}`,
      ...failures,
    ];
    appendFileSync(REPORT, `${lines.join('\n')}\n\n`);
  }
}
