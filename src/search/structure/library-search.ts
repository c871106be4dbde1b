import { setImmediate as breathe } from 'node:timers/promises';
import { resultOf } from './find-modes.js';
import type { Mode } from './find-modes.js';
import type { Holder } from '../../platform/index.js';
import { finder, patternOf, readGraph, symbolOf } from '../../chemistry/index.js';
import type { Pattern } from '../../chemistry/index.js';
import { bits32, bitsOf, hashOf, ROW, setBitsOf } from './library-index.js';
import type { LibraryIndex, SetBits } from './library-index.js';
import type { Asked, ReadStructure } from './library-thread.js';
import { TookTooLong } from './library-threads.js';
import type { LibraryThreads } from './library-threads.js';

/** The results of a search in the form of find-modes.ts, the best first. */
export interface LibraryOutcome {
  results: Float64Array;
  /** how many structures could not be compared in time */
  missed: number;
}

/** What to search, and how. */
export interface Wanted {
  asked: Asked;
  mode: Mode;
  /** the least similarity in a search by similarity */
  threshold: number;
}

/** What was read from the structure of the query. */
type Sought = Exclude<ReadStructure, null | 'too_large'>;

/** Structures that RDKit compares in one call: a call that has to be given up loses these. */
const BATCH = 100;
/** The longest that one such call may take, and so keep another search from being read, ms. */
const BATCH_MS = 750;
/** Structures between two looks at the clock (one may take some ms), and the time after which others have their turn, ms. */
const STRIDE = 16;
const TURN_MS = 10;

/** For whom a search is made, and until when, on the clock of `performance.now()`: what is left then is missed. */
interface Turn {
  until: number;
  holder: Holder;
}

/** Searches a library. */
export async function searchLibrary(
  index: LibraryIndex,
  threads: LibraryThreads,
  { asked, mode, threshold }: Wanted,
  sought: Sought,
  { until, holder }: Turn,
): Promise<LibraryOutcome> {
  const found: number[] = [];
  const morgan = setBitsOf(sought.morgan);
  const size = bitsOf(morgan.words);
  const isSmarts = asked.kind === 'smarts';
  const take = (at: number, match: Mode): void => {
    const similarity = isSmarts ? smallness(index, at) : tanimoto(index, at, morgan, size);
    found.push(resultOf(match, similarity, index.products[at]!));
  };
  const smilesHash = hashOf(sought.smiles);
  const skeletonHash = hashOf(sought.skeleton);
  const classOf = (at: number): Mode | undefined => {
    if (isSmarts) return undefined;
    if (index.smilesHashes[at] === smilesHash && index.smiles[at] === sought.smiles) return 'exact';
    if (index.skeletonHashes[at] !== skeletonHash) return undefined;
    return index.skeletons[at] === sought.skeleton ? 'stereo-blind' : undefined;
  };

  let missed = 0;
  if (mode === 'exact') {
    for (const at of placesOf(index.smilesHashes, smilesHash, index))
      if (classOf(at) === 'exact') take(at, 'exact');
  } else if (mode === 'stereo-blind') {
    for (const at of placesOf(index.skeletonHashes, skeletonHash, index)) {
      const match = classOf(at);
      if (match) take(at, match);
    }
  } else if (mode === 'tautomer') {
    // Structures that differ only in stereo are no tautomers. The tautomer key cannot tell: it omits centres that
    // tautomers may lose.
    missed = await walk(index, until, (at) => {
      const match = classOf(at);
      if (match === 'exact') take(at, match);
      else if (!match && sought.tautomer !== '' && index.tautomers[at] === sought.tautomer)
        take(at, 'tautomer');
    });
  } else if (mode === 'similarity') {
    missed = await walk(index, until, (at) => {
      const match = classOf(at);
      if (match ?? tanimoto(index, at, morgan, size) >= threshold) take(at, match ?? 'similarity');
    });
  } else {
    const part = partOf(asked, sought);
    const has = part && finder(part);
    const screen = setBitsOf(sought.pattern);
    const mayBeRadical = radicalTest(sought.radicals);
    const unsure: number[] = [];
    const left = await walk(index, until, (at) => {
      if (!mayHave(index, at, screen)) return;
      const from = index.graphs[at]!;
      if (!has || from < 0) return void unsure.push(at);
      const found = has(index.packed.words, from);
      if (found === 'too_long') missed++;
      else if (found === 'unsure') unsure.push(at);
      else if (found && sought.radicals.length > 0) {
        if (mayBeRadical(index.smiles[at]!)) unsure.push(at);
      } else if (found) take(at, classOf(at) ?? 'substructure');
    });
    const compared = await compare(index, threads, { asked, places: unsure, until, holder });
    for (const at of compared.having) if (index.products[at] !== 0) take(at, classOf(at) ?? 'substructure');
    missed += left + compared.missed;
  }
  const results = Float64Array.from(found);
  // The bits of positive numbers sort like the numbers, and integers are sorted much faster.
  new BigUint64Array(results.buffer).sort();
  return { results, missed };
}

/** The query in a form that is compared without RDKit; undefined if there is none. */
function partOf(asked: Asked, sought: Sought): Pattern | undefined {
  const graph = asked.kind === 'smarts' || sought.isQuery ? undefined : readGraph(sought.smiles);
  return graph && patternOf(graph);
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
async function walk(index: LibraryIndex, until: number, visit: (at: number) => void): Promise<number> {
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
function tanimoto({ morgans, sizes }: LibraryIndex, at: number, morgan: SetBits, size: number): number {
  const { places, words } = morgan;
  const from = at * ROW;
  let common = 0;
  for (let n = 0; n < places.length; n++) common += bits32(morgans[from + places[n]!]! & words[n]!);
  return common / (size + sizes[at]! - common || 1);
}

/** Ranks the hits of a pattern, which have no similarity: smaller structures first. */
const smallness = ({ smiles }: LibraryIndex, at: number): number => 1 / (1 + smiles[at]!.length / 10);

/** Lets RDKit compare structures, some at a time. */
async function compare(
  { smiles }: LibraryIndex,
  threads: LibraryThreads,
  { asked, places, until, holder }: Turn & { asked: Asked; places: readonly number[] },
): Promise<{ having: number[]; missed: number }> {
  const having: number[] = [];
  let missed = 0;
  const work = async (half: number): Promise<void> => {
    const own = places.filter((at) => at % 2 === half);
    for (let next = 0; next < own.length; next += BATCH) {
      const batch = own.slice(next, next + BATCH);
      const left = Math.min(until - performance.now(), BATCH_MS);
      try {
        if (left <= 0) throw new TookTooLong();
        const texts = batch.map((at) => smiles[at]!);
        const found = await threads.having(asked, texts, half, left, holder);
        for (const at of found) having.push(batch[at]!);
      } catch (error) {
        if (!(error instanceof TookTooLong)) throw error;
        missed += batch.length;
      }
    }
  };
  await Promise.all([work(0), work(1)]);
  return { having, missed };
}
