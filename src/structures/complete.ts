import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/connect.js';
import { LOCKS } from '../database/locks.js';
import type { Chemistry } from './chemistry.js';
import { keepDescriptions } from './library-store.js';
import { completeStructures, incompleteStructures } from './store.js';

// Which substances structures are takes RDKit ten times as long as a push may take for them. So a push stores what it has
// read, and each gateway looks for what is not worked out yet; one at a time works. It makes what searches by structure need,
// too, so that the first of them finds it made.

const LOOK_MS = 3_000;
const BATCH = 100;
/** How often a structure that is not answered is tried. */
const MOST_TIMES = 5;

/** Works out what pushes have left open, in the background. */
export function startCompleting(db: Database, chemistry: Chemistry, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** how often a structure was not answered, by its hash */
  const unanswered = new Map<string, number>();
  let isReported = false;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const begun = performance.now();
      const done = await completeSome(db, chemistry, unanswered).then(
        (count) => {
          isReported = false;
          return count;
        },
        (error: unknown) => {
          if (!isReported && !signal.aborted)
            log.warn({ err: error }, 'structures cannot be worked out; trying again');
          isReported = true;
          return 0;
        },
      );
      // At most half of a processor.
      const pause = done === 0 ? LOOK_MS : performance.now() - begun;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** @returns how many were worked out: 0 where none is left, or another gateway does it */
async function completeSome(
  db: Database,
  chemistry: Chemistry,
  unanswered: Map<string, number>,
): Promise<number> {
  if ((await incompleteStructures(db, 1)).length === 0) return 0;
  return db.tx(async (tx) => {
    const { mine } = await tx.one<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCKS.structures,
    ]);
    if (!mine) return 0;
    const open = await incompleteStructures(tx, BATCH);
    const completions = await chemistry.complete(open.map(({ source, text }) => ({ source, text })));
    const worked = open.flatMap(({ id, hash }, i) =>
      isToWait(hash, completions[i], unanswered) ? [] : { id, hash, completion: completions[i] },
    );
    await completeStructures(
      tx,
      worked.map(({ id, hash, completion }) => ({ id, hash, ...completion?.identity })),
    );
    await keepDescriptions(
      tx,
      worked.map(({ id, hash, completion }) => ({
        product: id,
        given_hash: hash,
        description: completion?.description ?? null,
      })),
    );
    return worked.length;
  });
}

/** A process that was killed says nothing of the structure: only what is not answered again and again cannot be read. */
function isToWait(
  hash: string,
  completion: object | null | undefined,
  unanswered: Map<string, number>,
): boolean {
  const times = completion === undefined ? (unanswered.get(hash) ?? 0) + 1 : MOST_TIMES;
  if (times < MOST_TIMES) unanswered.set(hash, times);
  else unanswered.delete(hash);
  return times < MOST_TIMES;
}
