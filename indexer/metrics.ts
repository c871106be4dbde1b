import { Counter, Histogram } from 'prom-client';
import { readSingle } from '../src/platform/index.js';
import type { Metrics } from '../src/platform/index.js';
import type { IndexerContext, Observer } from './context.js';
import type { Role } from './leader.js';

/** The numbers of an indexer. @param role what it is at the moment */
export function observeIndexing(metrics: Metrics, context: IndexerContext, role: () => Role): Observer {
  const registers = [metrics.registry];
  const tasks = new Histogram({
    name: 'indexer_task_duration_seconds',
    help: 'Time of the engine for a task: waiting in its queue, and working on it',
    labelNames: ['phase'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const products = new Counter({
    name: 'indexer_delivered_products_total',
    help: 'Products that were brought into the index',
    registers,
  });
  metrics.expose('indexer_leading', 'Whether this indexer leads', () => Number(role() === 'leading'));
  const refused = 'Products whose document the engine refuses';
  metrics.expose('indexer_set_aside_products', refused, () =>
    readSingle<number>(context.db, 'SELECT count(*) FROM index_dead_letters WHERE index_uid = $1', [
      context.uid,
    ]),
  );
  for (const phase of ['waiting', 'working']) tasks.zero({ phase });
  return {
    task({ waiting, working }) {
      tasks.observe({ phase: 'waiting' }, waiting);
      tasks.observe({ phase: 'working' }, working);
    },
    delivered: (count) => products.inc(count),
  };
}
