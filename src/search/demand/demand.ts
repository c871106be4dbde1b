import type { Logger } from 'pino';
import type { Database } from '../../platform/index.js';
import { collectCounts } from './collect.js';
import type { Lack } from './demanded.js';
import { addDemand, pruneDemand } from './store.js';
import type { AskedCount } from './store.js';

/** Counts unmet demand, by text and week. No request waits for it. */
export interface Demand {
  count(lacks: readonly Lack[]): void;
  /** writes what still waits */
  close(): Promise<void>;
}

/** A flood of new texts is pruned after so many, not only by the hourly maintenance. */
const NEW_TO_PRUNE = 2_500;

/**
 * @param isInStep whether the search index holds what is in the catalogue; texts that are asked for while it lags are not
 *   counted
 * @param log learns where counts cannot be written
 */
export function openDemand(db: Database, isInStep: () => Promise<boolean>, log: Logger): Demand {
  let unpruned = 0;
  const collected = collectCounts(
    'counts of unmet demand',
    async (counts) => {
      if (!(await isInStep())) return;
      unpruned += await addDemand(db, [...counts].map(askedOf));
      if (unpruned < NEW_TO_PRUNE) return;
      unpruned = 0;
      await pruneDemand(db).catch((error: unknown) => log.warn({ err: error }, 'demand was not pruned'));
    },
    log,
  );
  return {
    count(lacks) {
      for (const lack of lacks) collected.add(keyOf(lack));
    },
    close: () => collected.close(),
  };
}

// A text is of one line, and so without a tabulator.
const keyOf = ({ text, typed, sureness }: Lack): string => [sureness, text, typed].join('\t');

function askedOf([key, count]: [string, number]): AskedCount {
  const [sureness, text, typed] = key.split('\t') as [Lack['sureness'], string, string];
  return { sureness, text, typed, count };
}
