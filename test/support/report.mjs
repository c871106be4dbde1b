// Adds to dist/test-report.txt what a run of jest took and what needed a second try; CI prints the file at its end.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';

export const REPORT = fileURLToPath(new URL('../../dist/test-report.txt', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SLOWEST = 20;

export default class Report {
  onRunComplete(_, { startTime, testResults }) {
    const seconds = (ms) => (ms / 1000).toFixed(1);
    const files = testResults.map(({ testFilePath, perfStats }) => ({
      file: relative(ROOT, testFilePath),
      took: perfStats.end - perfStats.start,
    }));
    const slowest = files.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST);
    const again = testResults.flatMap((result) =>
      result.testResults
        .filter(({ invocations }) => invocations > 1)
        .map(({ fullName, status }) => `${status}: ${relative(ROOT, result.testFilePath)}: ${fullName}`),
    );
    const lines = [
      `${files.length} test files in ${seconds(Date.now() - startTime)} s. The slowest, in seconds:`,
      ...slowest.map(({ file, took }) => `${seconds(took).padStart(7)}  ${file}`),
      `Needed a second try: ${again.length}`,
      ...again,
    ];
    appendFileSync(REPORT, `${lines.join('\n')}\n\n`);
  }
}
