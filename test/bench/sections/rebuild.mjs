// How long a change takes until it can be searched while the one engine is rebuilt.
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../../dist/indexer/reindex.js';
import { closeContext } from '../../../dist/indexer/context.js';
import { someCodes } from '../catalogue.mjs';
import { median, quantile, timed } from '../measure.mjs';
import { fillIndex, isIndexed, openIndexer, serviceChange, settled } from './index.mjs';

/** The pause between two changes, ms: longer than a batch of a rebuild takes to begin. */
const PAUSE_MS = 500;

export const rebuilding = {
  name: 'rebuild',
  title: 'Changes beside a rebuild',
  about:
    'One product after the other is changed while the index of the one engine is built anew: the time until each can be searched, and what a rebuild does meanwhile, comparison with the table included.',
  async run(bench, { size, count, database }) {
    const { stack } = bench;
    const parts = await openIndexer(stack, database);
    if (!isIndexed(stack, database)) {
      const { documents, seconds } = await fillIndex(stack, database, parts);
      bench.row('first build, without a change', size, documents / seconds, 'documents/s');
    }
    const indexer = await stack.startIndexer(database);
    try {
      await settled(parts);
      const codes = await someCodes(stack, database, 500);
      const rows = await parts.db.any('SELECT id FROM products WHERE code = ANY($1)', [codes]);
      let built;
      const building = reindex(parts).then((outcome) => (built = outcome));
      const times = [];
      for (let i = 0; !built; i++) {
        times.push(await timed(() => serviceChange(parts, [rows[i % rows.length].id])));
        await sleep(PAUSE_MS);
      }
      await building;
      bench.row('rebuild, beside changes', size, built.documents / built.seconds, 'documents/s');
      bench.row('a changed product searchable, median', size, median(times), 'ms', { ...(count >= 1_000_000 && { target: { of: 'value', most: 10_000 } }) }); // prettier-ignore
      bench.row('a changed product searchable, p99', size, quantile(times, 0.99), 'ms');
    } finally {
      await indexer.stop();
      await closeContext(parts);
    }
  },
};
