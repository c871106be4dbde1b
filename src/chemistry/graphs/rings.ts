import type { Graph } from './graph.js';
import { IN_RING } from './graph.js';

// Rings of atoms, as RDKit counts them: those of the smallest set of smallest rings. Where there are several such sets RDKit takes
// all rings of some of them, and which is not to be told from outside; the smallest ring of an atom is the same in each set.
//
// Where a bond has one shortest ring, every set has that ring. So where these are as many as a set has, they are the set.

/** Stands for a number of rings that only RDKit can tell. */
export const UNSURE = 15;

/** Atoms in rings, a number each: `size of its smallest ring << 4 | number of rings`. @returns undefined where there are no rings */
export function ringsOf({ starts, bonds }: Pick<Graph, 'starts' | 'bonds'>): Uint16Array | undefined {
  const size = starts.length - 1;
  const wanted = ringsOfASet(starts, bonds);
  if (wanted === 0) return undefined;
  const smallest = new Uint16Array(size);
  const counts = new Uint8Array(size);
  const rings = new Set<string>();
  const walk = shortestRings(starts, bonds);
  /** bonds of rings that were found, by their places */
  const found = new Uint8Array(bonds.length);

  const look = (from: number, place: number): void => {
    const { ring, isOnly } = walk(from, bonds[place]! >> 4);
    for (const atom of ring)
      if (smallest[atom] === 0 || smallest[atom]! > ring.length) smallest[atom] = ring.length;
    if (!isOnly) return;
    const key = ring.toSorted((a, b) => a - b).join();
    if (rings.has(key)) return;
    rings.add(key);
    for (const [n, atom] of ring.entries()) {
      counts[atom]!++;
      const [before, behind] = [ring.at(n - 1), ring[(n + 1) % ring.length]];
      for (let at = starts[atom]!; at < starts[atom + 1]!; at++) {
        const to = bonds[at]! >> 4;
        if (to === before || to === behind) found[at] = 1;
      }
    }
  };
  // The bonds of rings that are found already are looked at only where rings are missing still.
  for (const isAgain of [false, true])
    for (let atom = 0; atom < size; atom++)
      for (let at = starts[atom]!; at < starts[atom + 1]! && rings.size < wanted; at++) {
        const bond = bonds[at]!;
        if ((bond & IN_RING) > 0 && bond >> 4 > atom && (found[at] === 1) === isAgain) look(atom, at);
      }
  const isSure = rings.size === wanted;
  return smallest.map((ring, atom) =>
    ring === 0 ? 0 : (ring << 4) | (isSure ? Math.min(counts[atom]!, UNSURE) : UNSURE),
  );
}

/** How many rings a set has: bonds in rings, less their atoms, and one more for each system of rings. */
function ringsOfASet(starts: Uint16Array, bonds: Uint16Array): number {
  const system = new Uint8Array(starts.length);
  let rings = 0;
  for (let first = 0; first < starts.length - 1; first++) {
    if (system[first] === 1) continue;
    const atoms = [first];
    system[first] = 1;
    let ends = 0;
    for (let atom = atoms[0], n = 0; atom !== undefined; atom = atoms[++n])
      for (let at = starts[atom]!; at < starts[atom + 1]!; at++) {
        if ((bonds[at]! & IN_RING) === 0) continue;
        ends++;
        const to = bonds[at]! >> 4;
        if (system[to] === 1) continue;
        system[to] = 1;
        atoms.push(to);
      }
    rings += ends / 2 - atoms.length + 1;
  }
  return rings;
}

/** Finds a shortest ring that holds a bond, and whether there is no other as short. */
function shortestRings(
  starts: Uint16Array,
  bonds: Uint16Array,
): (a: number, b: number) => { ring: number[]; isOnly: boolean } {
  const size = starts.length - 1;
  const far = new Int32Array(size);
  const ways = new Uint8Array(size);
  const before = new Int32Array(size);
  const line = new Int32Array(size);
  return (a, b) => {
    far.fill(-1);
    far[a] = 0;
    ways[a] = 1;
    line[0] = a;
    let end = 1;
    for (let next = 0; next < end; next++) {
      const atom = line[next]!;
      if (far[b]! >= 0 && far[atom]! >= far[b]!) break;
      for (let at = starts[atom]!; at < starts[atom + 1]!; at++) {
        const to = bonds[at]! >> 4;
        if ((bonds[at]! & IN_RING) === 0 || (atom === a && to === b)) continue;
        if (far[to] === -1) {
          far[to] = far[atom]! + 1;
          ways[to] = ways[atom]!;
          before[to] = atom;
          line[end++] = to;
        } else if (far[to] === far[atom]! + 1) ways[to] = 2; // two stand for more
      }
    }
    const ring = [b];
    for (let atom = b; atom !== a; ring.push(atom)) atom = before[atom]!;
    return { ring, isOnly: ways[b] === 1 };
  };
}
