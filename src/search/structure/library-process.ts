import { LRUCache } from 'lru-cache';
import { connect, loadConfig, openLog, sayAlive, serve } from '../../platform/index.js';
import type { LibraryAnswer, LibraryQuestion } from './find-library.js';
import { Library } from './library-follow.js';
import { searchLibrary } from './library-search.js';
import { openLibraryThreads, TookTooLong } from './library-threads.js';

// The process of find-library.ts, which holds the structures of the catalogue and searches them.

const databaseUrl = process.env['DATABASE_URL']!;
const log = openLog(loadConfig(process.env), 'structures');
const db = connect(databaseUrl, { name: 'catalogue structures', pool: 2 });
/** How long a search waits for what was written before it, ms. */
const FRESH_MS = 2_000;
/** How many bytes of results are kept for further pages. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** How long results of which some structures are missing are kept, ms: for further pages, which are to fit the first. */
const KEPT_UNFINISHED_MS = 60_000;

/** Results for as long as nothing has changed. */
const kept = new LRUCache<string, Awaited<ReturnType<typeof searchLibrary>>>({
  maxSize: KEPT_BYTES,
  maxEntrySize: KEPT_BYTES / 4,
  sizeCalculation: ({ results }, key) => results.byteLength + 2 * key.length + 64,
});

async function answer({ wanted, from, most, holder, ms }: LibraryQuestion): Promise<LibraryAnswer> {
  if (!library.isLoaded) return { refused: 'loading' }; // again, after a restore
  const until = performance.now() + ms;
  const reading = threads.read(wanted.asked, until - performance.now(), holder);
  const sought = await reading.catch((error: unknown) => {
    if (error instanceof TookTooLong) return 'too_complex' as const;
    throw error;
  });
  if (typeof sought === 'string') return { refused: sought };
  const isFresh = await library.reach(Math.min(FRESH_MS, Math.max(0, until - performance.now())));
  const { index, waiting } = library;
  const key = JSON.stringify([wanted, index.id, index.version]);
  let outcome = kept.get(key);
  if (!outcome) {
    outcome = await searchLibrary({ index, threads, wanted, sought, until, holder });
    kept.set(key, outcome, { ttl: outcome.missed === 0 ? 0 : KEPT_UNFINISHED_MS });
  }
  const { results, missed } = outcome;
  const page = results.slice(from, from + most);
  const left = Math.max(1, until - performance.now());
  const inchikey =
    wanted.mode === 'exact' ? await threads.inchikeyOf(wanted.asked, left, holder).catch(() => null) : null;
  return { results: page, total: results.length, missed: missed + waiting.size, isFresh, inchikey };
}

// From the first moment on: the start takes as long as it takes, and only a process that hangs is ended.
sayAlive();
const threads = await openLibraryThreads();
/** The threads start before a search needs them. */
const warmed = threads.warm().catch(() => {});
const library = new Library({ db, databaseUrl, threads, log });
await Promise.all([library.loaded, warmed]);
serve((question: LibraryQuestion) =>
  answer(question).catch((error: unknown): LibraryAnswer => {
    log.error({ err: error }, 'a search by structure failed');
    return { refused: 'failed' };
  }),
);
