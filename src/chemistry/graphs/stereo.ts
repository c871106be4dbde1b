// Stereo in a SMILES depends on how it is written: @ and @@ refer to the order of the neighbours, and slanted bonds
// to what stands beside a double bond. Here it is converted into a form that depends on the numbers of the atoms
// only.

/** A bond of a SMILES: its atoms and its kind. */
export type SmilesBond = readonly [from: number, to: number, kind: number];

/** A double bond, one neighbour of each of its atoms, and whether these are on the same side. */
export interface StereoBond {
  a: number;
  b: number;
  beside: readonly [number, number];
  cis: boolean;
}

/** Stands for an implicit hydrogen. It sorts behind all atoms. */
const HYDROGEN = 0xffff;

type StereoNotes = ReturnType<typeof openStereo>;

/** Collects the stereo of a SMILES while it is read. */
export function openStereo() {
  /** atoms with chirality, and their neighbours in the order of writing */
  const turning = new Map<number, { turn: string; neighbours: (number | string)[] }>();
  /** by `from,to`: whether the bond goes up */
  const slanted = new Map<string, boolean>();
  const slant = (from: number, to: number, sign: string): void => {
    if (sign !== '/' && sign !== '\\') return;
    slanted.set(`${from},${to}`, sign === '/');
    slanted.set(`${to},${from}`, sign !== '/');
  };
  return {
    turning,
    slanted,
    atom(
      at: number,
      before: number,
      { turn, hydrogens, sign }: { turn: string; hydrogens: number; sign: string },
    ): void {
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
    opened(ring: string, at: number): void {
      turning.get(at)?.neighbours.push(ring);
    },
    closed(ring: string, opener: number, closer: number, [opening, closing]: [string, string]): void {
      const open = turning.get(opener)?.neighbours;
      if (open) open[open.indexOf(ring)] = closer;
      turning.get(closer)?.neighbours.push(opener);
      slant(opener, closer, opening);
      slant(closer, opener, closing);
    },
  };
}

/** The chirality of each atom by the order of its neighbours' numbers. */
export function chiralityOf({ turning }: StereoNotes, size: number): Uint8Array {
  const chirality = new Uint8Array(size);
  for (const [at, { turn, neighbours }] of turning)
    chirality[at] = (turn === '@' ? 1 : 2) ^ (isOdd(neighbours as number[]) ? 3 : 0);
  return chirality;
}

/** Whether sorting the numbers takes an odd number of swaps. */
export function isOdd(numbers: readonly number[]): boolean {
  let odd = false;
  for (let i = 0; i < numbers.length; i++)
    for (let j = i + 1; j < numbers.length; j++) if (numbers[i]! > numbers[j]!) odd = !odd;
  return odd;
}

/** The double bonds that have slanted bonds on both sides. */
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
