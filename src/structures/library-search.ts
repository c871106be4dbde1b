import { setImmediate as breathe } from 'node:timers/promises';
import { resultOf } from './find-modes.js';
import type { Mode } from './find-modes.js';
import { readGraph, symbolOf } from './graph.js';
import { bits32, bitsOf, hashOf, ROW, setBitsOf } from './library-index.js';
import type { LibraryIndex, SetBits } from './library-index.js';
import type { Asked, ReadStructure } from './library-thread.js';
import { TookTooLong } from './library-threads.js';
import type { LibraryThreads } from './library-threads.js';
import { readSmarts } from './smarts.js';
import { finder, patternOf } from './subgraph.js';
import type { Pattern } from './subgraph.js';

/** What a search finds: results of find-modes.ts, the best first. */
export interface LibraryOutcome {
  results: Float64Array;
  /** structures that could not be looked at in time */
  missed: number;
}

/** What is searched for, and how. */
export interface Wanted {
  asked: Asked;
  mode: Mode;
  /** the least similarity, of a search for what is alike */
  threshold: number;
}

/** What was read of the structure that is wanted. */
type Sought = Exclude<ReadStructure, null | 'too_large'>;

/** Structures that RDKit compares in one call: a call that has to be given up loses these. */
const BATCH = 100;
/** The longest that one such call may take, ms. */
const BATCH_MS = 1_500;
/** Structures between two looks at the clock (one may take some ms), and the time after which others have their turn, ms. */
const STRIDE = 16;
const TURN_MS = 10;

/**
 * Looks through a library.
 * @param until when it has to end, on the clock of `performance.now()`: what is left then is missed
 */
export async function searchLibrary(
  index: LibraryIndex,
  threads: LibraryThreads,
  { asked, mode, threshold }: Wanted,
  sought: Sought,
  until: number,
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
  if (mode === 'exact' || mode === 'stereo-blind') {
    missed = await walk(index, until, (at) => {
      const match = classOf(at);
      if (match && (mode === 'stereo-blind' || match === 'exact')) take(at, match);
    });
  } else if (mode === 'tautomer') {
    // What differs in its stereo alone is no tautomer: the key leaves out centres that a tautomer does not have.
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
      if (found === undefined) missed++;
      else if (found && sought.radicals.length > 0) {
        if (mayBeRadical(index.smiles[at]!)) unsure.push(at);
      } else if (found) take(at, classOf(at) ?? 'substructure');
    });
    const compared = await compare(index, threads, { asked, places: unsure, until });
    for (const at of compared.having) if (index.products[at] !== 0) take(at, classOf(at) ?? 'substructure');
    missed += left + compared.missed;
  }
  const results = Float64Array.from(found);
  // Positive numbers are in the order of their bits, and whole ones are sorted in a third of the time.
  new BigUint64Array(results.buffer).sort();
  return { results, missed };
}

/** The query in a form that can be compared without RDKit, where there is one. */
function partOf(asked: Asked, sought: Sought): Pattern | undefined {
  if (asked.kind === 'smarts') return readSmarts(asked.text);
  const graph = sought.isQuery ? undefined : readGraph(sought.smiles);
  return graph && patternOf(graph);
}

/** Whether a SMILES may have radicals of these elements: each stands in brackets. */
function radicalTest(elements: readonly number[]): (smiles: string) => boolean {
  const signs = elements.map(symbolOf).map((symbol) => {
    return new RegExp(`\\[\\d*(?:${symbol}|${symbol.toLowerCase()})(?![a-z])`);
  });
  return (smiles) => signs.every((sign) => sign.test(smiles));
}

/** Visits every structure, and lets others have their turn. @returns how many were left when time was up */
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

/** Whether all bits of what is sought are in a structure's. */
function mayHave({ patterns }: LibraryIndex, at: number, { places, words }: SetBits): boolean {
  const from = at * ROW;
  for (let n = 0; n < places.length; n++) {
    const wanted = words[n]!;
    if ((patterns[from + places[n]!]! & wanted) !== wanted) return false;
  }
  return true;
}

/** Bits in common by bits of either. */
function tanimoto({ morgans, sizes }: LibraryIndex, at: number, morgan: SetBits, size: number): number {
  const { places, words } = morgan;
  const from = at * ROW;
  let common = 0;
  for (let n = 0; n < places.length; n++) common += bits32(morgans[from + places[n]!]! & words[n]!);
  return common / (size + sizes[at]! - common || 1);
}

/** Ranks hits of a pattern, which has no similarity: the smaller the structure, the better. */
const smallness = ({ smiles }: LibraryIndex, at: number): number => 1 / (1 + smiles[at]!.length / 10);

/** Has RDKit look which structures have what is asked for, some at a time. */
async function compare(
  { smiles }: LibraryIndex,
  threads: LibraryThreads,
  { asked, places, until }: { asked: Asked; places: readonly number[]; until: number },
): Promise<{ having: number[]; missed: number }> {
  const having: number[] = [];
  let missed = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < places.length) {
      const batch = places.slice(next, next + BATCH);
      next += batch.length;
      const left = Math.min(until - performance.now(), BATCH_MS);
      try {
        if (left <= 0) throw new TookTooLong();
        const found = await threads.having(
          asked,
          batch.map((at) => smiles[at]!),
          left,
        );
        for (const at of found) having.push(batch[at]!);
      } catch (error) {
        if (!(error instanceof TookTooLong)) throw error;
        missed += batch.length;
      }
    }
  };
  await Promise.all([work(), work()]);
  return { having, missed };
}
