import type { Logger } from 'pino';
import { flushRegularly } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { Lack } from './demanded.js';
import { addDemand, pruneDemand } from './store.js';
import type { AskedCount } from './store.js';

export type Demand = ReturnType<typeof openDemand>;

const FLUSH_MS = 1_000;
/** Different texts that are counted between two writes; what is more is not counted. */
const MOST_WAITING = 10_000;
/** A flood of new texts is pruned after so many, not only by the hourly maintenance. */
const NEW_TO_PRUNE = 2_500;

/**
 * Counts unmet demand, by text and week, in memory: written together each second. No request waits for it.
 * @param isInStep whether the search index holds what is in the catalogue; texts that are asked for while it lags are not
 *   counted
 * @param log learns where counts cannot be written: they are kept, up to {@link MOST_WAITING}
 */
export function openDemand(db: Database, isInStep: () => Promise<boolean>, log: Logger) {
  let waiting = new Map<string, AskedCount>();
  let unpruned = 0;
  const add = (asked: AskedCount): void => {
    const key = [asked.sureness, asked.text, asked.typed].join('\t');
    const before = waiting.get(key);
    if (before) before.count += asked.count;
    else if (waiting.size < MOST_WAITING) waiting.set(key, { ...asked });
  };
  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      if (!(await isInStep())) return;
      unpruned += await addDemand(db, [...batch.values()]);
    } catch (error) {
      // The oldest counts are kept when the buffer is full.
      const meanwhile = waiting;
      waiting = batch;
      for (const asked of meanwhile.values()) add(asked);
      throw error;
    }
    if (unpruned < NEW_TO_PRUNE) return;
    unpruned = 0;
    await pruneDemand(db).catch((error: unknown) => log.warn({ err: error }, 'demand was not pruned'));
  };
  return {
    count(lacks: readonly Lack[]): void {
      for (const lack of lacks) add({ ...lack, count: 1 });
    },
    /** writes what still waits */
    close: flushRegularly(FLUSH_MS, 'counts of unmet demand', write, log),
  };
}
