import { codeOf, isDeadlocked, PATIENCE_MS } from '../../platform/index.js';
import type { Transaction, Writes } from '../../platform/index.js';

/** A large push is tried as often also where that takes longer than others wait. */
const LEAST_ATTEMPTS = 10;

/** Another transaction wrote between this one's reads and writes: it is rolled back and tried again. */
export class ConcurrentWrite extends Error {
  /** as Postgres reports it: serialization_failure */
  readonly code = '40001';
}

/**
 * Runs a transaction, again where another one came between its reads and its writes, or where two wait for each other
 * (which `directWrites` leaves to its caller).
 */
export async function undisturbed<T>(writes: Writes, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await writes.tx(work);
    } catch (error) {
      const isDisturbed = codeOf(error) === '40001' || isDeadlocked(error);
      const isLast = attempt >= LEAST_ATTEMPTS && performance.now() >= until;
      if (!isDisturbed || isLast) throw error;
    }
  }
}
