import type { Graph } from './graph.js';
import { chargeOf, elementOf, IN_RING, SINGLE } from './graph.js';
import { Molecule } from './pack.js';
import { isOdd } from './stereo.js';
import type { StereoBond } from './stereo.js';

// Finds whether one molecule is part of another, by RDKit's rules.

/** Whether an atom fits. */
type AtomTest = (molecule: Molecule, atom: number) => boolean;

/** Which bonds fit: one bit for each kind outside of rings, and one (8 and higher) for the same in a ring. */
type BondMask = number;
/** The mask for bonds of a kind, in rings and outside. */
export const maskOf = (kind: number): BondMask => (1 << kind) | (1 << (kind | IN_RING));
/** @param bond as a {@link Molecule} has it */
const isIn = (mask: BondMask, bond: number): boolean => ((mask >> (bond & 15)) & 1) === 1;
export const ANY_BOND: BondMask = 0xffff;

/** A pattern before its atoms are put in order. */
interface LoosePattern {
  atoms: readonly { test: AtomTest; worth: number }[];
  bonds: readonly { a: number; b: number; mask: BondMask }[];
  chirality?: Uint8Array;
  stereoBonds?: readonly StereoBond[];
}

/** A pattern to find, its atoms in the order in which they are matched. */
export type Pattern = ReturnType<typeof arranged>;

/** What is left to do within one molecule, and what came up. */
export interface Steps {
  left: number;
  /** a test cannot tell what RDKit would say: whatever was found is not sure */
  isUnsure: boolean;
}
export const openSteps = (left = 0): Steps => ({ left, isUnsure: false });

/** The bonds of a molecule as a pattern. @param maskFor which bonds fit one of a kind */
export const patternBonds = (
  { keys, starts, bonds }: Graph,
  maskFor: (kind: number) => BondMask,
): LoosePattern['bonds'] =>
  Array.from(keys, (_, a) =>
    Array.from(bonds.subarray(starts[a], starts[a + 1]), (bond) => ({
      a,
      b: bond >> 4,
      mask: maskFor(bond & 7),
    })),
  )
    .flat()
    .filter(({ a, b }) => a < b);

/**
 * A molecule as a pattern without query features. An atom matches the same element, and the same charge or isotope if
 * it has one. A bond matches the same kind. Stereo that is specified must be the same.
 */
export function patternOf(graph: Graph): Pattern {
  const { keys, isotopes, starts, bonds, chirality, stereoBonds } = graph;
  return arranged({
    atoms: Array.from(keys, (key, at) => {
      const [element, charge, isotope] = [elementOf(key), chargeOf(key), isotopes[at]!];
      const test: AtomTest = (molecule, atom) => {
        const other = molecule.key(atom);
        if (elementOf(other) !== element || (charge !== 0 && chargeOf(other) !== charge)) return false;
        return isotope === 0 || molecule.isotope(atom) === isotope;
      };
      // Starting from a rare atom gives fewer attempts, so that a chain starts at its double bond.
      const isPlain = bonds.subarray(starts[at], starts[at + 1]).every((bond) => (bond & 7) === SINGLE);
      const rarity = element === 6 ? 0 : element === 7 || element === 8 ? 10 : 20;
      return { test, worth: rarity + (isPlain ? 0 : 5) };
    }),
    bonds: patternBonds(graph, (kind) => maskOf(kind)),
    chirality,
    stereoBonds,
  });
}

/** Puts atoms in order: the rarest first, then what is bonded to earlier ones. */
export function arranged({ atoms, bonds, chirality, stereoBonds = [] }: LoosePattern) {
  const near: { to: number; mask: BondMask }[][] = atoms.map(() => []);
  for (const { a, b, mask } of bonds) {
    near[a]!.push({ to: b, mask });
    near[b]!.push({ to: a, mask });
  }
  const places = new Map<number, number>();
  const rest = new Set(atoms.keys());
  const take = (atom: number): void => {
    rest.delete(atom);
    places.set(atom, places.size);
  };
  while (rest.size > 0) {
    let best = -1;
    let most = -1;
    for (const atom of rest) {
      const bound = near[atom]!.filter(({ to }) => places.has(to)).length;
      const worth = 1_000 * bound + atoms[atom]!.worth + near[atom]!.length;
      if (worth > most) [best, most] = [atom, worth];
    }
    take(best);
  }
  const placeOf = (atom: number): number => places.get(atom)!;
  return {
    atoms: Array.from(places, ([atom, place]) => ({
      test: atoms[atom]!.test,
      degree: near[atom]!.length,
      /** its bonds to earlier atoms: the place of each, and which bonds fit */
      before: near[atom]!.map(({ to, mask }) => ({ to: placeOf(to), mask })).filter(({ to }) => to < place),
    })),
    /** atoms with chirality, and their neighbours by the pattern's numbers; an empty place comes last */
    turns: Array.from(chirality ?? [], (turn, atom) => ({
      at: placeOf(atom),
      turn,
      neighbours: near[atom]!.map(({ to }) => to)
        .sort((a, b) => a - b)
        .map(placeOf),
    })).filter(({ turn }) => turn > 0),
    stereoBonds: stereoBonds.map(({ a, b, beside: [x, y], cis }): StereoBond => ({
      a: placeOf(a),
      b: placeOf(b),
      beside: [placeOf(x), placeOf(y)],
      cis,
    })),
  };
}

/** The most steps for one molecule, after which the result is unknown. Usually it takes less than a hundred. */
const MOST_STEPS = 100_000;
/** Stands for no neighbour: an implicit hydrogen, or one that the pattern lacks. */
const NOBODY = 0xffff;

/** Looks for a part in molecules: whether it is there, only RDKit can tell, or it takes more than {@link MOST_STEPS}. */
export function finder(
  pattern: Pattern,
): (words: Uint16Array, base: number) => boolean | 'unsure' | 'too_long' {
  const molecule = new Molecule();
  const steps = openSteps();
  const has = subgraphMatcher(pattern, steps);
  return (words, base) => {
    steps.left = MOST_STEPS;
    steps.isUnsure = false;
    const found = has(molecule.at(words, base));
    if (steps.isUnsure) return 'unsure';
    return steps.left < 0 ? 'too_long' : found;
  };
}

/**
 * Makes a function that tells whether a pattern is part of a molecule. It is called for molecule after molecule and
 * reuses its arrays, as allocating them would take longer than comparing.
 * @param steps if none is left, nothing was found
 */
export function subgraphMatcher(pattern: Pattern, steps: Steps): (molecule: Molecule) => boolean {
  const { atoms } = pattern;
  const size = atoms.length;
  const placed = new Int32Array(size);
  let molecule: Molecule;

  const fits = (place: number, atom: number): boolean => {
    const { test, degree, before } = atoms[place]!;
    if (molecule.degree(atom) < degree || !test(molecule, atom)) return false;
    for (let at = 0; at < place; at++) if (placed[at] === atom) return false;
    // The first of its bonds is the one by which the atom was reached.
    for (let at = 1; at < before.length; at++) {
      const { to, mask } = before[at]!;
      const bond = molecule.between(placed[to]!, atom);
      if (bond < 0 || !isIn(mask, bond)) return false;
    }
    return true;
  };
  const place = (at: number): boolean => {
    if (at === size) return hasStereo(pattern, molecule, placed, steps);
    const near = atoms[at]!.before[0];
    if (near === undefined) {
      for (let atom = 0; atom < molecule.size; atom++) {
        if (--steps.left < 0) return false;
        if (!fits(at, atom)) continue;
        placed[at] = atom;
        if (place(at + 1)) return true;
      }
      return false;
    }
    const { words } = molecule;
    const from = placed[near.to]!;
    const first = molecule.first(from);
    const end = first + molecule.degree(from);
    for (let each = first; each < end; each++) {
      if (--steps.left < 0) return false;
      const bond = words[each]!;
      if (!isIn(near.mask, bond) || !fits(at, bond >> 4)) continue;
      placed[at] = bond >> 4;
      if (place(at + 1)) return true;
    }
    return false;
  };
  return (given) => {
    molecule = given;
    return size <= given.size && place(0);
  };
}

/** Whether the stereo of a pattern is that of the atoms on which it lies. */
function hasStereo(
  { turns, stereoBonds }: Pattern,
  molecule: Molecule,
  placed: Int32Array,
  steps: Steps,
): boolean {
  for (const { a, b, beside, cis } of stereoBonds) {
    if (molecule.cis(placed[a]!, placed[b]!, placed[beside[0]]!, placed[beside[1]]!) !== cis) return false;
    // In a small ring it has none, though signs that are meant for the bonds beside it may look so.
    if ((molecule.between(placed[a]!, placed[b]!) & IN_RING) > 0) steps.isUnsure = true;
  }
  return turns.every(({ at, turn, neighbours }) => {
    const atom = placed[at]!;
    const other = molecule.chirality(atom);
    if (other === 0) return false;
    const own = neighbours.map((neighbour) => placed[neighbour]!);
    const first = molecule.first(atom);
    const all: number[] = [];
    for (let each = first; each < first + molecule.degree(atom); each++) all.push(molecule.bond(each) >> 4);
    const others = all.filter((neighbour) => !own.includes(neighbour));
    // At most one, which takes the place of the neighbour that the pattern lacks.
    if (others.length > 1) return false;
    const seen = [...own, ...(own.length === 3 ? [others[0] ?? NOBODY] : [])];
    return (turn === other) !== isOdd(seen);
  });
}
