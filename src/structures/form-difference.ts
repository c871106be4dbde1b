import type { Graph } from './graph.js';
import { bondsOf, elementOf, readGraph } from './graph.js';
import { Molecule, packGraphs } from './graph-pack.js';
import { mainPart } from './smiles.js';
import { ANY_BOND, arranged, maskOf, patternBonds, subgraphMatcher } from './subgraph.js';
import type { Pattern, Steps } from './subgraph.js';

// In what two forms of a substance differ. Both have the same first block of the InChIKey of their main part: the same atoms,
// bonded to each other, whatever their hydrogens and charges. So these are left out of the comparison.

/** In what a form may differ: its stereo; its isotopes; its salt (what stands beside the main part, or its charge). */
export const DIFFERENCES = ['stereo', 'isotopes', 'salt'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * How the stereo of another form differs: it is the mirror image; another stereoisomer; it leaves open what this one gives (a
 * racemate, a mixture, or not known); it gives what this one leaves open; not known.
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
  /** none: the same structure */
  differs_in: Difference[];
  /** null where it does not differ in that */
  stereo: StereoDifference | null;
}

/** A structure that was worked out. */
interface Known {
  /** canonical */
  smiles: string;
  inchikey: string;
}

/** The longest that all graphs of one call are compared, ms, and the most steps of one form: what is left is `unknown`. */
const MOST_MS = 50;
const MOST_STEPS = 10_000;
/** Stereo that InChI does not know: cisplatin and transplatin have one key. */
export const OTHER_GEOMETRY = /@(?:SP|TB|OH|AL)\d/;
const [HYDROGEN, CARBON] = [1, 6];

/**
 * Compares other forms with one.
 * @returns a function that says in what another one differs; null where it is none: of what has no carbon, as sulfates, only
 *   hydrates are forms
 */
export function formDifferences(one: Known): (other: Known) => FormDifference | null {
  const until = performance.now() + MOST_MS;
  const mine = formOf(one);
  return (given) => {
    if (given.inchikey === one.inchikey) {
      const isSame = given.smiles === one.smiles || !OTHER_GEOMETRY.test(one.smiles + given.smiles);
      return isSame ? { differs_in: [], stereo: null } : { differs_in: ['stereo'], stereo: 'unknown' };
    }
    const other = formOf(given);
    if (!mine.isOrganic && mine.withoutWater !== other.withoutWater) return null;
    const isLate = performance.now() > until;
    const is: Record<'isotopes' | 'salt', boolean> & { stereo: StereoDifference | null } = {
      stereo: isLate ? 'unknown' : stereoDifference(mine.graph, other.graph),
      isotopes:
        mine.isotopes !== other.isotopes || (mine.isotopes !== '' && (isLate || !hasSameLabels(mine, other))),
      salt: mine.beside !== other.beside || mine.charge !== other.charge,
    };
    // They do differ: in stereo that the graph does not have.
    const stereo = is.stereo || is.isotopes || is.salt ? is.stereo : 'unknown';
    return { differs_in: DIFFERENCES.filter((each) => (each === 'stereo' ? stereo : is[each])), stereo };
  };
}

interface Form {
  /** of the main part, without hydrogens; undefined where it cannot be read */
  graph: Graph | undefined;
  /** the same with its hydrogens, as deuterium is one */
  labelled: Graph | undefined;
  isOrganic: boolean;
  /** the parts beside the main one */
  beside: string;
  withoutWater: string;
  charge: number;
  isotopes: string;
}

function formOf({ smiles }: Known): Form {
  const main = mainPart(smiles);
  const parts = smiles.split('.').sort();
  const graph = readGraph(main);
  return {
    graph: graph && withoutHydrogens(graph),
    labelled: graph,
    isOrganic: graph === undefined || graph.keys.some((key) => elementOf(key) === CARBON),
    beside: parts.toSpliced(parts.indexOf(main), 1).join('.'),
    withoutWater: parts.filter((part) => part !== 'O').join('.'),
    charge: [...main.matchAll(/([+-])(\d*)\]/g)].reduce(
      (sum, [, sign, size]) => sum + Number(`${sign}${size || 1}`),
      0,
    ),
    isotopes: (smiles.match(/(?<=\[)\d+[A-Za-z][a-z]?/g) ?? []).sort().join(),
  };
}

function isPart(pattern: Pattern, graph: Graph, steps: Steps): boolean {
  const packed = packGraphs();
  const base = packed.add(graph);
  return subgraphMatcher(pattern, steps)(new Molecule().at(packed.words, base));
}

/** Whether the same places of the main part are labelled, of two forms with as many labels. */
function hasSameLabels({ labelled: mine }: Form, { labelled: other }: Form): boolean {
  const steps = { left: MOST_STEPS };
  return (
    !!mine && !!other && isPart(skeletonOf(mine, { stereo: 'none', any: true, labels: true }), other, steps)
  );
}

function stereoDifference(mine: Graph | undefined, other: Graph | undefined): StereoDifference | null {
  if (!mine || !other) return 'unknown';
  const steps = { left: MOST_STEPS };
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
    // Where each leaves open what the other gives they may be the same.
    return areIn('places') ? 'diastereomer' : 'unknown';
  })();
  return steps.left < 0 ? 'unknown' : found;
}

/** Of a pattern: none, that of the mirror image, or in which places it is; its own unless given. */
type SkeletonStereo = 'none' | 'mirrored' | 'places';

/** The pattern of a molecule by its elements, with `labels` isotopes, bonds (with `any` of whatever kind) and stereo. */
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

/** A molecule without hydrogens that are atoms of their own, as deuterium is. Its isotopes are of no use then. */
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
  /** A hydrogen that is no atom is the last neighbour: one that stood before others moves past them. */
  const turnOf = (atom: number): number => {
    const neighbours = bondsAt(atom)
      .map((bond) => bond >> 4)
      .sort((a, b) => a - b);
    const hydrogen = neighbours.findIndex(isHydrogen);
    if (chirality[atom] === 0 || hydrogen < 0) return chirality[atom]!;
    if (neighbours.filter(isHydrogen).length > 1) return 0;
    return chirality[atom]! ^ ((neighbours.length - 1 - hydrogen) % 2 === 0 ? 0 : 3);
  };
  /** The neighbour on one side of a double bond, or, in place of a hydrogen, the other one; none: it has no other. */
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
