// The memory of a gateway at rest and while it is read from.
import { setTimeout as sleep } from 'node:timers/promises';
import { someCodes } from '../catalogue.mjs';
import { load } from '../measure.mjs';
import { memoryOf, watching } from '../stack.mjs';
import { isIndexed } from './index.mjs';
import { someQueries } from './search.mjs';

export const memory = {
  name: 'memory',
  title: 'Memory of a gateway',
  about: 'Resident memory (RSS): five seconds after the start; and the most of it under lists, details and searches on 8 connections.',
  async run(bench, { size, database }) {
    const { stack } = bench;
    const indexed = isIndexed(stack, database);
    const gateway = await stack.startGateway(database, indexed ? await stack.searchEnv(database) : {});
    try {
      await sleep(5_000);
      const idle = memoryOf(gateway.pid);
      const codes = await someCodes(stack, database, 2_000);
      const queries = indexed ? await someQueries(stack, database, 300) : [];
      const paths = codes.flatMap((code, i) => [
        `/api/v1/products/${encodeURIComponent(code)}`,
        `/api/v1/products?page=${1 + (i % 50)}&page_size=${i % 10 === 0 ? 200 : 20}`,
        ...(indexed ? [`/api/v1/products/search?q=${encodeURIComponent(queries[i % queries.length])}`] : []),
      ]);
      const { peak } = await watching(gateway.pid, () =>
        load({ origin: gateway.origin, paths, seconds: Math.max(5, 3 * bench.seconds) }),
      );
      bench.row('at rest', size, idle, 'MB', { target: { of: 'value', most: 120 } });
      bench.row('under read load, at most', size, peak, 'MB', { target: { of: 'value', most: 250 } });
    } finally {
      await gateway.stop();
    }
  },
}; // prettier-ignore
