import { lastChange } from '../../catalogue/index.js';
import type { Call, Context } from '../../platform/index.js';
import type { Search } from './search.js';

/** The longest wait of a write to become searchable, s. */
export const LONGEST_WAIT = 30;

/** The seconds of `Prefer: wait=<seconds>` (RFC 7240, section 4.3), at most {@link LONGEST_WAIT}; 0 without it. */
function readWait(prefer: string | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})/i.exec(prefer ?? '') ?? [];
  return Math.min(Number(seconds ?? 0), LONGEST_WAIT);
}

/**
 * Waits, after a write that prefers to, until searches show what it wrote. The write is committed by then, so that a
 * wait that fails does not fail the write. `Preference-Applied` says that it can be searched; without that header it
 * cannot yet.
 */
export function waitUntilSearchable({ db, search, log }: Pick<Context, 'db' | 'log'> & { search: Search }) {
  return async ({ req, res }: Pick<Call, 'req' | 'res'>): Promise<void> => {
    const seconds = req.context.isRecorded ? readWait(req.get('prefer')) : 0;
    if (seconds === 0) return;
    try {
      const written = await lastChange(db);
      if (written !== null && !(await search.reaches(written, seconds * 1_000))) return;
      res.set('Preference-Applied', `wait=${seconds}`);
    } catch (error) {
      log.debug({ err: error, request_id: req.context.id }, 'a wait after a write failed');
    }
  };
}
