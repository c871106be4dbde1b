// The order of the test files. The slow ones begin first: one that began last would run alone while the other processors
// wait. By a list, so that it is the same order where the tests have never run; the others follow by their length. Those that
// keep a processor busy and those that wait for others take turns in it.
import { statSync } from 'node:fs';

const SLOW = [
  'contract/fuzz',
  'indexer/kill',
  'desk/products-page',
  'catalogue/media/faults',
  'desk/pages',
  'infra/broken-start',
  'desk/work',
  'infra/start',
  'desk/narrow',
  'catalogue/media/memory',
  'platform/database/plans',
  'exchange/backup/backup',
  'site/storefront/browser',
  'indexer/rebuild',
  'indexer/leader',
  'infra/command-line',
  'search/text/real-products',
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
