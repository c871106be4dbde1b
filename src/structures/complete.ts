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
/** Structures that are worked out at once: few, for each that is not answered takes seconds. */
const BATCH = 20;
/** How often a structure that is not answered is tried. */
const MOST_TIMES = 5;

/** How far the work has come. */
interface Progress {
  /** the product up to which each was tried in this round: those that are not answered hold up no others */
  after: number;
  /** how often a structure was not answered, by its hash */
  unanswered: Map<string, number>;
}

/** Works out what pushes have left open, in the background. */
export function startCompleting(db: Database, chemistry: Chemistry, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress: Progress = { after: 0, unanswered: new Map() };
  let isReported = false;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const begun = performance.now();
      const hasMore = await completeSome(db, chemistry, progress).then(
        (more) => {
          isReported = false;
          return more;
        },
        (error: unknown) => {
          if (!isReported && !signal.aborted)
            log.warn({ err: error }, 'structures cannot be worked out; trying again');
          isReported = true;
          return false;
        },
      );
      // At most half of a processor.
      const pause = hasMore ? performance.now() - begun : LOOK_MS;
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

/** @returns whether to continue: false where none is left, or another gateway does it */
async function completeSome(db: Database, chemistry: Chemistry, progress: Progress): Promise<boolean> {
  if ((await incompleteStructures(db, 0, 1)).length === 0) return false;
  // The lock is the connection's, and not a transaction's: while RDKit is slow none may be open.
  const connection = await db.connect();
  let isLocked = false;
  try {
    ({ isLocked } = await connection.one<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isLocked"',
      [LOCKS.structures],
    ));
    if (!isLocked) return false;
    const hasMore = await completeNext(db, chemistry, progress);
    await connection.one('SELECT pg_advisory_unlock($1)', [LOCKS.structures]);
    isLocked = false;
    return hasMore;
  } finally {
    await connection.done(isLocked); // closed where it may still have the lock
  }
}

/** Works out the next ones after those that were tried; after the last it begins again. @returns whether to continue */
async function completeNext(db: Database, chemistry: Chemistry, progress: Progress): Promise<boolean> {
  const { after, unanswered } = progress;
  const open = await incompleteStructures(db, after, BATCH);
  const completions = await chemistry.complete(open.map(({ source, text }) => ({ source, text })));
  progress.after = open.length < BATCH ? 0 : open.at(-1)!.id;
  const worked = open.flatMap(({ id, hash }, i) => {
    const completion = completions[i];
    const times = (unanswered.get(hash) ?? 0) + 1;
    // A process that was killed says nothing of the structure: only what is not answered again and again cannot be read.
    if (completion === undefined) unanswered.set(hash, times);
    return completion !== undefined || times >= MOST_TIMES ? { id, hash, completion } : [];
  });
  const stored = await db.tx(async (tx) => {
    const ids = await completeStructures(
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
    return new Set(ids);
  });
  for (const { id, hash } of worked) if (stored.has(id)) unanswered.delete(hash);
  return stored.size > 0 || progress.after > 0;
}
