// Stereo as a SMILES says it: an atom with @ or @@ by the order in which its neighbours are written, a double bond by the
// slanted bonds beside it. Here it is brought into a form that does not depend on how the SMILES was written.

/** A bond of a SMILES: its atoms and its kind. */
export type SmilesBond = readonly [from: number, to: number, kind: number];

/** A double bond, a neighbour of either of its atoms, and whether these are on the same side. */
export interface StereoBond {
  a: number;
  b: number;
  beside: readonly [number, number];
  cis: boolean;
}

/** A hydrogen that is no atom of the graph: behind all that are. */
const HYDROGEN = 0xffff;

interface Signs {
  opening: string;
  closing: string;
}

/** What is noted of a SMILES while it is read. */
interface StereoNotes {
  atom(at: number, before: number, said: { turn: string; hydrogens: number; sign: string }): void;
  opened(ring: string, at: number): void;
  closed(ring: string, opener: number, closer: number, signs: Signs): void;
  /** of atoms that turn: their neighbours as they are written */
  readonly turning: ReadonlyMap<number, { turn: string; neighbours: (number | string)[] }>;
  /** by `from,to`: whether the bond goes up */
  readonly slanted: ReadonlyMap<string, boolean>;
}

/** Notes of a SMILES, to be filled while it is read. */
export function openStereo(): StereoNotes {
  const turning = new Map<number, { turn: string; neighbours: (number | string)[] }>();
  const slanted = new Map<string, boolean>();
  const slant = (from: number, to: number, sign: string): void => {
    if (sign !== '/' && sign !== '\\') return;
    slanted.set(`${from},${to}`, sign === '/');
    slanted.set(`${to},${from}`, sign !== '/');
  };
  return {
    turning,
    slanted,
    atom(at, before, { turn, hydrogens, sign }) {
      if (before >= 0) {
        turning.get(before)?.neighbours.push(at);
        slant(before, at, sign);
      }
      if (turn === '') return;
      turning.set(at, {
        turn,
        neighbours: [...(before >= 0 ? [before] : []), ...(hydrogens > 0 ? [HYDROGEN] : [])],
      });
    },
    opened(ring, at) {
      turning.get(at)?.neighbours.push(ring);
    },
    closed(ring, opener, closer, { opening, closing }) {
      const open = turning.get(opener)?.neighbours;
      if (open) open[open.indexOf(ring)] = closer;
      turning.get(closer)?.neighbours.push(opener);
      slant(opener, closer, opening);
      slant(closer, opener, closing);
    },
  };
}

/** Which way the neighbours of each atom turn, in the order of their numbers. */
export function chiralityOf({ turning }: StereoNotes, size: number): Uint8Array {
  const chirality = new Uint8Array(size);
  for (const [at, { turn, neighbours }] of turning)
    chirality[at] = (turn === '@' ? 1 : 2) ^ (isOdd(neighbours as number[]) ? 3 : 0);
  return chirality;
}

/** Whether an odd number of swaps puts numbers in order. */
export function isOdd(numbers: readonly number[]): boolean {
  let odd = false;
  for (let i = 0; i < numbers.length; i++)
    for (let j = i + 1; j < numbers.length; j++) if (numbers[i]! > numbers[j]!) odd = !odd;
  return odd;
}

/** The double bonds that have slanted ones on both sides. */
export function doubleBondsOf({ slanted }: StereoNotes, links: readonly SmilesBond[]): StereoBond[] {
  if (slanted.size === 0) return [];
  const slants = [...slanted].map(([key, up]) => {
    const [from, to] = key.split(',').map(Number) as [number, number];
    return { from, to, up };
  });
  return links.flatMap(([a, b, kind]): StereoBond[] => {
    if (kind !== 2) return [];
    const atA = slants.find(({ from, to }) => from === a && to !== b);
    const atB = slants.find(({ from, to }) => from === b && to !== a);
    return atA && atB ? [{ a, b, beside: [atA.to, atB.to], cis: atA.up === atB.up }] : [];
  });
}
