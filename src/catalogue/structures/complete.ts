import type { Logger } from 'pino';
import { LOCKS, startBackground } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import { isIndexBehind } from '../changes/lag.js';
import { keepDescriptions } from './description-store.js';
import { completeStructures, incompleteStructures, isAnyIncomplete } from './store.js';

// Working out which substance a structure is takes RDKit ten times as long as a push may spend on it. So a push
// stores what it has read, and gateways complete it in the background, one gateway at a time. They also make what
// searches by structure need, so that the first search does not have to.

/** Few at once, as each structure without an answer takes seconds. */
const BATCH = 20;
/** How often a structure without an answer is tried. */
const MOST_TIMES = 5;

/** How far the work has come. */
interface Progress {
  /** the last product that was tried in this round, so that unanswered structures do not hold up others */
  after: number;
  /** how often a structure got no answer, by its hash */
  unanswered: Map<string, number>;
}

/** Completes in the background what pushes have left open. */
export function startCompleting(db: Database, chemistry: Chemistry, log: Logger): { stop(): Promise<void> } {
  const progress: Progress = { after: 0, unanswered: new Map() };
  return startBackground(db, log, {
    lock: LOCKS.structures,
    trouble: 'structures cannot be worked out; trying again',
    isOpen: async () => (await isAnyIncomplete(db)) && !(await isIndexBehind(db)),
    work: () => completeNext(db, chemistry, progress),
  });
}

/** Completes the next structures, and starts again after the last. @returns whether to continue */
async function completeNext(db: Database, chemistry: Chemistry, progress: Progress): Promise<boolean> {
  const { after, unanswered } = progress;
  const open = await incompleteStructures(db, after, BATCH);
  const completions = await chemistry.complete(open.map(({ source, text }) => ({ source, text })));
  progress.after = open.length < BATCH ? 0 : open.at(-1)!.id;
  const worked = open.flatMap(({ id, hash }, i) => {
    const completion = completions[i];
    const times = (unanswered.get(hash) ?? 0) + 1;
    // The process may have been killed for another reason. Only a structure that repeatedly gets no answer counts as
    // unreadable.
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
