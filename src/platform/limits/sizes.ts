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
 * Everything scarce that a caller can hold: each feature opens its limit (limit.ts) from its row. The same table, for
 * readers, stands in .github/SECURITY.md.
 */
export const LIMITS = {
  /** bytes that have come of bodies which are received or worked on; the first 64 KB of each are its beginning */
  bodyBeginnings: { all: 64 * MiB },
  bodies: { all: GiB / 2, address: 64 * MiB, largest: 64 * MiB },
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
  /** names that the process of OPSIN is at work on, which takes a millisecond */
  systematicNames: { all: 1, waitMs: 5_000 },
  structureSearches: { all: 4, waitMs: 5_000 },
  /** those of patterns, some of which take all their time */
  patternSearches: { all: 2, waitMs: 5_000 },
  /** threads of RDKit behind them: each time for some milliseconds, and an address has one search at a time */
  searchThreads: { all: 2, address: 2 },
  /** searches for lists of numbers and names, each of up to 25 */
  listSearches: { all: 1 },
  /** each takes 32 MiB and one of the four threads of libuv's pool */
  passwordChecks: { all: 2 },
  /** bytes that have come of images: five of the largest calls, of 20 images of 10 MB, and some small ones */
  uploads: { all: 1040 * MiB, largest: 200 * MiB },
  /** An upload in the spool waits long for the steps that follow: with a slow store there may be a hundred before it. */
  imagesInMemory: { all: 6, waitMs: 600_000 },
  /** each in a process of its own, like the copies below */
  imagesDecoded: { all: 2, waitMs: 600_000 },
  /** images that are looked up and opened, which no rate bounds: a page shows many */
  imagesRead: { all: 64, address: 2 },
  /** images of which smaller copies are made: a crowd of visitors keeps no upload waiting */
  copiesInMemory: { all: 6 },
  copiesDecoded: { all: 1 },
} satisfies Record<string, Size>;

/** How much JSON may hold, whatever its size in bytes. */
export interface JsonBound {
  /** values in all; an object or an array, which takes the memory of several, counts as five */
  values: number;
  /** different member names in total: a new name costs the parser far more than a known one */
  names: number;
}

export const JSON_BOUNDS = {
  /** parsed and checked within milliseconds, so that other requests need not wait */
  usual: { values: 10_000, names: 1_000 },
  /** 1,000 identifiers of six fields */
  list: { values: 20_000, names: 1_000 },
  /** parsed in another process, within its memory; 50,000 products of 60 fields have less */
  push: { values: 5_000_000, names: 100_000 },
} satisfies Record<string, JsonBound>;

/** How fast a client must read a stream. */
export interface Pace {
  /** at least; bytes of the stream before compression */
  bytesPerSecond: number;
  /** the time over which that is averaged, ms: a fast reader may pause for so long */
  averagedMs: number;
  /** time at the beginning that does not count, ms */
  graceMs: number;
  /** the longest that the whole stream may take, ms */
  longestMs: number;
}

/** Who reads slower is disconnected. */
export const PACES = {
  /** a million products (1 GB as JSON) can be read within the hour over a line of 2.5 Mbit/s */
  exports: { bytesPerSecond: 64 * 1024, averagedMs: 60_000, graceMs: 30_000, longestMs: 3_600_000 },
  /** the largest (10 MB) in 20 minutes: a reader occupies a file or a connection to the bucket meanwhile */
  images: { bytesPerSecond: 8 * 1024, averagedMs: 60_000, graceMs: 60_000, longestMs: 1_800_000 },
  /** even a slow line takes a thousand products within seconds */
  lists: { bytesPerSecond: 16 * 1024, averagedMs: 30_000, graceMs: 30_000, longestMs: 300_000 },
} satisfies Record<string, Pace>;

/** The longest pause within a body that comes, ms. */
export const STALL_MS = 30_000;
