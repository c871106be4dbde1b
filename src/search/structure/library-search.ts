import { setImmediate as breathe } from 'node:timers/promises';
import { resultOf } from './find-modes.js';
import type { Mode } from './find-modes.js';
import type { Holder } from '../../platform/index.js';
import { finder, patternOf, readGraph, symbolOf } from '../../chemistry/index.js';
import { bits32, bitsOf, hashOf, ROW, setBitsOf } from './library-index.js';
import type { LibraryIndex, SetBits } from './library-index.js';
import type { Asked, ReadStructure } from './library-thread.js';
import { TookTooLong } from './library-threads.js';
import type { LibraryThreads } from './library-threads.js';

/** What to search, and how. */
export interface Wanted {
  asked: Asked;
  mode: Mode;
  /** the least similarity in a search by similarity */
  threshold: number;
  /** somebody whose search ran out of time asks for it again: it may take longer */
  isPatient?: boolean;
}

/** What was read from the structure of the query. */
type Sought = Exclude<ReadStructure, string>;

/** Structures that RDKit compares in one call: a call that has to be given up loses these. */
const BATCH = 100;
/** The longest that one such call may take, and so keep another search from being read, ms. */
const BATCH_MS = 750;
/** Structures between two looks at the clock (one may take some ms), and the time after which others have their turn, ms. */
const STRIDE = 16;
const TURN_MS = 10;

/** What is searched, for whom and until when, on the clock of `performance.now()`: what is left then is missed. */
interface Asking {
  index: LibraryIndex;
  threads: LibraryThreads;
  wanted: Wanted;
  sought: Sought;
  until: number;
  holder: Holder;
}

/** A search that is under way. */
interface Search extends Asking {
  morgan: SetBits;
  /** the number of bits of `morgan` */
  size: number;
  hashes: { smiles: number; skeleton: number };
  found: number[];
}

/** Searches a library. */
export async function searchLibrary(asking: Asking) {
  const { sought, wanted } = asking;
  const morgan = setBitsOf(sought.morgan);
  const hashes = { smiles: hashOf(sought.smiles), skeleton: hashOf(sought.skeleton) };
  const found: number[] = [];
  const size = bitsOf(morgan.words);
  const missed = await SEARCHES[wanted.mode]({ ...asking, morgan, size, hashes, found });
  const results = Float64Array.from(found);
  // The bits of positive numbers sort like the numbers, and integers are sorted much faster.
  new BigUint64Array(results.buffer).sort();
  return {
    /** in the form of find-modes.ts, the best first */
    results,
    /** how many structures could not be compared in time */
    missed,
  };
}

/** How each mode searches. Each gives how many structures were missed. */
const SEARCHES: Record<Mode, (search: Search) => Promise<number>> = {
  async exact(search) {
    for (const at of placesOf(search.index.smilesHashes, search.hashes.smiles, search.index))
      take(search, at, classOf(search, at) === 'exact' && 'exact');
    return 0;
  },
  async 'stereo-blind'(search) {
    for (const at of placesOf(search.index.skeletonHashes, search.hashes.skeleton, search.index))
      take(search, at, classOf(search, at));
    return 0;
  },
  tautomer(search) {
    const { index, sought } = search;
    // Structures that differ only in stereo are no tautomers. The tautomer key cannot tell: it omits centres that
    // tautomers may lose.
    const isOne = (at: number): boolean =>
      !classOf(search, at) && sought.tautomer !== '' && index.tautomers[at] === sought.tautomer;
    return walk(search, (at) =>
      take(search, at, classOf(search, at) === 'exact' ? 'exact' : isOne(at) && 'tautomer'),
    );
  },
  similarity(search) {
    return walk(search, (at) => {
      const isAlike = (): boolean => tanimoto(search, at) >= search.wanted.threshold;
      take(search, at, classOf(search, at) ?? (isAlike() && 'similarity'));
    });
  },
  async substructure(search) {
    const screen = setBitsOf(search.sought.pattern);
    const judge = judgeOf(search);
    const unsure: number[] = [];
    let missed = 0;
    const left = await walk(search, (at) => {
      const has = mayHave(search.index, at, screen) && judge(at);
      if (has === 'too_long') missed++;
      else if (has === 'unsure') unsure.push(at);
      else if (has) take(search, at, classOf(search, at) ?? 'substructure');
    });
    return missed + left + (await compare(search, unsure));
  },
};

function take(search: Search, at: number, match: Mode | false | undefined): void {
  if (!match) return;
  const { index, wanted, found } = search;
  const similarity = wanted.asked.kind === 'smarts' ? smallness(index, at) : tanimoto(search, at);
  found.push(resultOf(match, similarity, index.products[at]!));
}

/** Whether a structure is the same, or the same but for stereo. */
function classOf({ index, wanted, sought, hashes }: Search, at: number): Mode | undefined {
  if (wanted.asked.kind === 'smarts') return undefined;
  if (index.smilesHashes[at] === hashes.smiles && index.smiles[at] === sought.smiles) return 'exact';
  if (index.skeletonHashes[at] !== hashes.skeleton) return undefined;
  return index.skeletons[at] === sought.skeleton ? 'stereo-blind' : undefined;
}

/** Tells without RDKit whether a structure has the query as a part, as far as that can be told. */
function judgeOf({ index, wanted, sought }: Search): (at: number) => boolean | 'unsure' | 'too_long' {
  const isPattern = wanted.asked.kind === 'smarts' || sought.isQuery;
  const graph = isPattern ? undefined : readGraph(sought.smiles);
  const has = graph && finder(patternOf(graph));
  const mayBeRadical = radicalTest(sought.radicals);
  return (at) => {
    const from = index.graphs[at]!;
    if (!has || from < 0) return 'unsure';
    const found = has(index.packed.words, from);
    if (found !== true || sought.radicals.length === 0) return found;
    return mayBeRadical(index.smiles[at]!) && 'unsure';
  };
}

/** Whether a SMILES may have radicals of these elements, which always stand in brackets. */
function radicalTest(elements: readonly number[]): (smiles: string) => boolean {
  const signs = elements.map(symbolOf).map((symbol) => {
    return new RegExp(`\\[\\d*(?:${symbol}|${symbol.toLowerCase()})(?![a-z])`);
  });
  return (smiles) => signs.every((sign) => sign.test(smiles));
}

/** The places of a hash. A typed array finds a number in a million within a millisecond. */
function* placesOf(hashes: Int32Array, hash: number, { products, end }: LibraryIndex): Generator<number> {
  for (let at = hashes.indexOf(hash); at !== -1 && at < end; at = hashes.indexOf(hash, at + 1))
    if (products[at] !== 0) yield at;
}

/** Visits every structure, and lets others run in between. @returns how many were left when time was up */
async function walk({ index, until }: Search, visit: (at: number) => void): Promise<number> {
  let turn = performance.now();
  for (let at = 0; at < index.end; at++) {
    if (index.products[at] !== 0) visit(at);
    if (at % STRIDE !== 0) continue;
    const now = performance.now();
    if (now > until) return index.products.subarray(at + 1, index.end).filter(Boolean).length;
    if (now - turn < TURN_MS) continue;
    await breathe();
    turn = performance.now();
  }
  return 0;
}

/** Whether a structure has all bits of the query. */
function mayHave({ patterns }: LibraryIndex, at: number, { places, words }: SetBits): boolean {
  const from = at * ROW;
  for (let n = 0; n < places.length; n++) {
    const wanted = words[n]!;
    if ((patterns[from + places[n]!]! & wanted) !== wanted) return false;
  }
  return true;
}

/** The Tanimoto similarity: bits in common divided by bits in either. */
function tanimoto({ index, morgan, size }: Search, at: number): number {
  const { places, words } = morgan;
  const from = at * ROW;
  let common = 0;
  for (let n = 0; n < places.length; n++) common += bits32(index.morgans[from + places[n]!]! & words[n]!);
  return common / (size + index.sizes[at]! - common || 1);
}

/** Ranks the hits of a pattern, which have no similarity: smaller structures first. */
const smallness = ({ smiles }: LibraryIndex, at: number): number => 1 / (1 + smiles[at]!.length / 10);

/** Lets RDKit compare structures, some at a time, and takes those that have the query. @returns how many were missed */
async function compare(search: Search, places: readonly number[]): Promise<number> {
  const { index, threads, wanted, until, holder } = search;
  let missed = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < places.length) {
      const batch = places.slice(next, next + BATCH);
      next += batch.length;
      const left = Math.min(until - performance.now(), BATCH_MS);
      try {
        if (left <= 0) throw new TookTooLong();
        const some = batch.map((at) => index.molecules[at]!);
        for (const n of await threads.having(wanted.asked, some, left, holder)) {
          const at = batch[n]!;
          if (index.products[at] !== 0) take(search, at, classOf(search, at) ?? 'substructure');
        }
      } catch (error) {
        if (!(error instanceof TookTooLong)) throw error;
        missed += batch.length;
      }
    }
  };
  await Promise.all([work(), work()]);
  return missed;
}
