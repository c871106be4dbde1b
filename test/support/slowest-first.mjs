// The order of the test files. The slow ones begin first: one that began last would run alone while the other processors
// wait. By a list, so that it is the same order where the tests have never run; the others follow by their length.
import { statSync } from 'node:fs';

const SLOW = [
  'contract/fuzz',
  'back-office/pages',
  'infra/broken-start',
  'back-office/products-page',
  'indexer/kill',
  'media/faults',
  'media/memory',
  'back-office/narrow',
  'back-office/work',
  'infra/start',
  'backup/backup',
  'database/plans',
  'indexer/rebuild',
  'storefront/browser',
  'media/stores',
  'indexer/leader',
].map((name) => `/test/${name}.test.ts`);

const rank = (path) => {
  const at = SLOW.findIndex((name) => path.endsWith(name));
  return at < 0 ? SLOW.length : at;
};

export default class SlowestFirst {
  sort(tests) {
    const known = tests.map((test) => ({ test, rank: rank(test.path), bytes: statSync(test.path).size }));
    return known.toSorted((a, b) => a.rank - b.rank || b.bytes - a.bytes).map(({ test }) => test);
  }

  // Jest calls it; how long the files took is in the report.
  cacheResults() {}
}
