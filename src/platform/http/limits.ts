/** How much there is of something scarce, and how much of it one caller may hold: units are calls at once, or bytes. */
export interface Size {
  /** in all */
  all: number;
  /** without a key, an address at most; a quarter of all (and at least one) unless given */
  address?: number;
  /** a key, or one of the staff, at most; all unless given: above a quarter it takes only what nobody else waits for */
  key?: number;
  /** the longest wait, ms: an overload is answered with 503 only after half a minute */
  waitMs?: number;
  /** what is taken piece by piece is complete with so much at most: it is kept free for the oldest */
  largest?: number;
}

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/**
 * Everything scarce that a caller can hold: each feature opens its queue (queue.ts) from its row. The same table, for
 * readers, stands in .github/SECURITY.md.
 */
export const LIMITS = {
  /** bytes that have come of bodies which are received or worked on; the first 64 KB of each are its beginning */
  bodyBeginnings: { all: 64 * MiB },
  bodies: { all: GiB / 2, largest: 64 * MiB },
  /** of EXPORT_CONCURRENCY, which decides; drawn are those whose every row takes milliseconds */
  exports: { all: 4 },
  drawnExports: { all: 2 },
  /** bytes on disk of exports that are taken more slowly than the database gives them: a million products are 1 GB */
  exportSpool: { all: 4 * GiB, key: 1.5 * GiB },
  /** transactions that write, half of DATABASE_POOL, which decides */
  databaseWrites: { all: 5 },
  /** pushes above 64 KB, and files, each in a process of its own: a crash does not end the other */
  largePushes: { all: 2 },
  staffImports: { all: 2 },
  listFiles: { all: 2 },
  /** messages to each of the processes that read and draw structures */
  chemistry: { all: 1 },
  /** InChIs of visitors, so that the process has room for those of pushes */
  typedInchis: { all: 1, waitMs: 5_000 },
  structureSearches: { all: 4, waitMs: 5_000 },
  /** those of patterns, some of which take all their time */
  patternSearches: { all: 2, waitMs: 5_000 },
  /** threads of RDKit behind them */
  searchThreads: { all: 2 },
  /** searches for lists of numbers and names, each of up to 25 */
  listSearches: { all: 1 },
  /** each takes 32 MiB and one of the four threads of libuv's pool */
  passwordChecks: { all: 2 },
  /** bytes that have come of images: five of the largest calls, of 20 images of 10 MB, and some small ones */
  uploads: { all: 1040 * MiB, largest: 200 * MiB },
  /** An upload in the spool waits long for the steps that follow: with a slow store there may be a hundred before it. */
  imagesInMemory: { all: 6, waitMs: 600_000 },
  /** With those of copies three: decoding takes the threads that files and compression need, of which there are four. */
  imagesDecoded: { all: 2, waitMs: 600_000 },
  /** images of which smaller copies are made: a crowd of visitors keeps no upload waiting */
  copiesInMemory: { all: 6 },
  copiesDecoded: { all: 1 },
} satisfies Record<string, Size>;
