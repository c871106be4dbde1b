import type { Graph } from '../graphs/graph.js';
import { bondsOf, elementOf, readGraph } from '../graphs/graph.js';
import { Molecule, packGraphs } from '../graphs/pack.js';
import { chargeOf, mainPart } from './smiles.js';
import { ANY_BOND, arranged, maskOf, openSteps, patternBonds, subgraphMatcher } from '../graphs/subgraph.js';
import type { Pattern, Steps } from '../graphs/subgraph.js';

// Says how two forms of a substance differ. Their main parts have the same first block of the InChIKey: the same
// atoms, bonded alike, whatever their hydrogens and charges. So the comparison ignores hydrogens and charges.

/** How a form can differ: in stereo, isotopes, or salt (other parts beside the main one, or another charge). */
export const DIFFERENCES = ['stereo', 'isotopes', 'salt'] as const;

/**
 * How the stereo of another form differs: it is the mirror image; another stereoisomer; leaves open what this form
 * specifies (as a racemate or a mixture does); specifies what this form leaves open; or it cannot be told.
 */
export const STEREO_DIFFERENCES = [
  'enantiomer',
  'diastereomer',
  'less_defined',
  'more_defined',
  'unknown',
] as const;
export type StereoDifference = (typeof STEREO_DIFFERENCES)[number];

export interface FormDifference {
  /** empty: the same structure */
  differs_in: (typeof DIFFERENCES)[number][];
  /** null if the stereo does not differ */
  stereo: StereoDifference | null;
}

/** A structure whose identity is worked out. */
interface Known {
  /** canonical */
  smiles: string;
  inchikey: string;
}

/** The most steps for one form and for all forms of a call (some 50 ms). The rest is `unknown`. Steps, as time would let a busy host change the answer. */
const MOST_STEPS = 10_000;
const MOST_STEPS_OF_CALL = 500_000;
/** Stereo that InChI ignores: cisplatin and transplatin have the same key. */
export const OTHER_GEOMETRY = /@(?:SP|TB|OH|AL)\d/;
const [HYDROGEN, CARBON] = [1, 6];

/**
 * Compares other forms with one.
 * @returns a function that says how another form differs; null if it is no form of the first: without carbon, as with
 *   sulfates, only hydrates are
 */
export function formDifferences(one: Known): (other: Known) => FormDifference | null {
  let left = MOST_STEPS_OF_CALL;
  const mine = describeForm(one);
  return (given) => {
    if (given.inchikey === one.inchikey) {
      const isSame = given.smiles === one.smiles || !OTHER_GEOMETRY.test(one.smiles + given.smiles);
      return isSame ? { differs_in: [], stereo: null } : { differs_in: ['stereo'], stereo: 'unknown' };
    }
    const other = describeForm(given);
    if (!mine.isOrganic && mine.withoutWater !== other.withoutWater) return null;
    const isLate = left <= 0;
    const [steps, labelSteps] = [openSteps(MOST_STEPS), openSteps(MOST_STEPS)];
    const is: Record<'isotopes' | 'salt', boolean> & { stereo: StereoDifference | null } = {
      stereo: isLate ? 'unknown' : stereoDifference(mine.graph, other.graph, steps),
      isotopes:
        mine.isotopes !== other.isotopes ||
        (mine.isotopes !== '' && (isLate || !hasSameLabels(mine, other, labelSteps))),
      salt: mine.beside !== other.beside || mine.charge !== other.charge,
    };
    left -= 2 * MOST_STEPS - steps.left - labelSteps.left;
    // The keys differ, so that the difference must be in stereo that the graph lacks.
    const stereo = is.stereo || is.isotopes || is.salt ? is.stereo : 'unknown';
    return { differs_in: DIFFERENCES.filter((each) => (each === 'stereo' ? stereo : is[each])), stereo };
  };
}

type Form = ReturnType<typeof describeForm>;

function describeForm({ smiles }: Known) {
  const main = mainPart(smiles);
  const parts = smiles.split('.').sort();
  const graph = readGraph(main);
  return {
    /** the main part without hydrogens; undefined if it cannot be read */
    graph: graph && withoutHydrogens(graph),
    /** the main part with hydrogens, as deuterium is one */
    labelled: graph,
    isOrganic: graph === undefined || graph.keys.some((key) => elementOf(key) === CARBON),
    /** the parts besides the main one */
    beside: parts.toSpliced(parts.indexOf(main), 1).join('.'),
    withoutWater: parts.filter((part) => part !== 'O').join('.'),
    charge: chargeOf(main),
    isotopes: (smiles.match(/(?<=\[)\d+[A-Za-z][a-z]?/g) ?? []).sort().join(),
  };
}

function isPart(pattern: Pattern, graph: Graph, steps: Steps): boolean {
  const packed = packGraphs();
  const base = packed.add(graph);
  return subgraphMatcher(pattern, steps)(new Molecule().at(packed.words, base));
}

/** Whether two forms with equally many labels have them at the same places of the main part. */
function hasSameLabels({ labelled: mine }: Form, { labelled: other }: Form, steps: Steps): boolean {
  return (
    !!mine && !!other && isPart(skeletonOf(mine, { stereo: 'none', any: true, labels: true }), other, steps)
  );
}

function stereoDifference(
  mine: Graph | undefined,
  other: Graph | undefined,
  steps: Steps,
): StereoDifference | null {
  if (!mine || !other) return 'unknown';
  // A salt may have its double bonds elsewhere, as the anion of a ketone does.
  const any = !isPart(skeletonOf(mine, { stereo: 'none' }), other, steps);
  const isIn = (one: Graph, another: Graph, stereo?: SkeletonStereo): boolean =>
    isPart(skeletonOf(one, { stereo, any }), another, steps);
  const areIn = (stereo: SkeletonStereo): boolean => isIn(mine, other, stereo) && isIn(other, mine, stereo);
  if (!isIn(mine, other, 'none')) return 'unknown';
  const [hasSame, isSame] = [isIn(mine, other), isIn(other, mine)];
  const found = ((): StereoDifference | null => {
    if (hasSame) return isSame ? null : 'more_defined';
    if (isSame) return 'less_defined';
    if (areIn('mirrored')) return 'enantiomer';
    // If each specifies centres that the other leaves open, they may be the same.
    return areIn('places') ? 'diastereomer' : 'unknown';
  })();
  return steps.left < 0 ? 'unknown' : found;
}

/** The stereo of a pattern: none, inverted, or only which atoms have any. By default that of the molecule. */
type SkeletonStereo = 'none' | 'mirrored' | 'places';

/**
 * A pattern from a molecule's elements and bonds, with its stereo as chosen. `any` ignores the kinds of bonds,
 * `labels` compares isotopes.
 */
function skeletonOf(
  graph: Graph,
  {
    stereo,
    any = false,
    labels = false,
  }: { stereo?: SkeletonStereo | undefined; any?: boolean; labels?: boolean },
): Pattern {
  const { keys, isotopes, chirality, stereoBonds } = graph;
  const atoms = Array.from(keys, (key, own) => ({
    test: (molecule: Molecule, at: number) =>
      elementOf(molecule.key(at)) === elementOf(key) &&
      (!labels || molecule.isotope(at) === isotopes[own]) &&
      (stereo !== 'places' || chirality[own] === 0 || molecule.chirality(at) > 0),
    worth: elementOf(key) === CARBON ? 0 : 10,
  }));
  const flat = { atoms, bonds: patternBonds(graph, (kind) => (any ? ANY_BOND : maskOf(kind))) };
  if (stereo === 'none' || stereo === 'places') return arranged(flat);
  const turned = chirality.map((turn) => (stereo === 'mirrored' && turn > 0 ? turn ^ 3 : turn));
  return arranged({ ...flat, chirality: turned, stereoBonds });
}

/** A molecule without explicit hydrogens, deuterium included. Isotopes are then no longer compared. */
function withoutHydrogens({ keys, starts, bonds, chirality, stereoBonds, ...rest }: Graph): Graph {
  const isHydrogen = (atom: number): boolean => elementOf(keys[atom]!) === HYDROGEN;
  const heavy = [...keys.keys()].filter((atom) => !isHydrogen(atom));
  if (heavy.length === keys.length || heavy.length === 0)
    return { keys, starts, bonds, chirality, stereoBonds, ...rest };
  const placeOf = new Map(heavy.map((atom, place) => [atom, place]));
  const bondsAt = (atom: number): number[] => [...bonds.subarray(starts[atom], starts[atom + 1])];
  const links = heavy.flatMap((atom) =>
    bondsAt(atom)
      .filter((bond) => bond >> 4 > atom && !isHydrogen(bond >> 4))
      .map((bond) => [placeOf.get(atom)!, placeOf.get(bond >> 4)!, bond & 7] as const),
  );
  /** An implicit hydrogen counts as the last neighbour. Moving an explicit one there may invert the chirality. */
  const turnOf = (atom: number): number => {
    const neighbours = bondsAt(atom)
      .map((bond) => bond >> 4)
      .sort((a, b) => a - b);
    const hydrogen = neighbours.findIndex(isHydrogen);
    if (chirality[atom] === 0 || hydrogen < 0) return chirality[atom]!;
    if (neighbours.filter(isHydrogen).length > 1) return 0;
    return chirality[atom]! ^ ((neighbours.length - 1 - hydrogen) % 2 === 0 ? 0 : 3);
  };
  /**
   * The neighbour that marks one side of a double bond. If it is a hydrogen, which is removed here, the other
   * neighbour of that atom replaces it; undefined if there is none.
   */
  const besideOf = (atom: number, across: number, given: number): number | undefined =>
    isHydrogen(given)
      ? bondsAt(atom)
          .map((bond) => bond >> 4)
          .find((each) => each !== across && !isHydrogen(each))
      : given;
  return {
    keys: Uint16Array.from(heavy, (atom) => keys[atom]!),
    isotopes: new Uint16Array(heavy.length),
    ...bondsOf(heavy.length, links),
    chirality: Uint8Array.from(heavy, turnOf),
    stereoBonds: stereoBonds.flatMap(({ a, b, beside: [x, y], cis }) => {
      const [atA, atB] = [besideOf(a, b, x), besideOf(b, a, y)];
      if (atA === undefined || atB === undefined) return [];
      const beside = [placeOf.get(atA)!, placeOf.get(atB)!] as const;
      return [{ a: placeOf.get(a)!, b: placeOf.get(b)!, beside, cis: (cis !== (atA !== x)) !== (atB !== y) }];
    }),
  };
}
