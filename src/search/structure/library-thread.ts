import { workerData } from 'node:worker_threads';
import { serve } from '../../platform/index.js';
import {
  atomsAndBonds,
  descriptionOf,
  hasFeatures,
  keyOf,
  MOST_ATOMS,
  openRdKit,
  readMol,
  using,
} from '../../chemistry/index.js';
import type { Description, Mol, RdKit, RdKitCode } from '../../chemistry/index.js';

// A thread of library-threads.ts. It runs RDKit, one call at a time, and is ended if a call takes too long.

/** The structure of a query, as typed or drawn. */
export interface Asked {
  kind: 'smiles' | 'molfile' | 'smarts';
  text: string;
}

/** What is known of the structure of a query, or why RDKit cannot read it. */
export type ReadStructure =
  | 'unreadable'
  | 'too_large'
  | (Description & {
      /** elements of its atoms with open valences, which only RDKit can compare */
      radicals: number[];
      /** it has query features, which only RDKit can compare */
      isQuery: boolean;
    });

/** What a thread can be asked to do. */
export type ThreadTask =
  | { describe: readonly string[] }
  | { read: Asked }
  | { key: Asked }
  | { having: readonly string[]; asked: Asked };

let opened: Promise<RdKit> | undefined;

/** Works with RDKit. An instance that fails within WebAssembly stays broken, so that the next call gets a new one. */
async function withRdKit<T>(work: (rdkit: RdKit) => T, broken: T): Promise<T> {
  opened ??= openRdKit((workerData as { code: RdKitCode }).code);
  const rdkit = await opened;
  try {
    return work(rdkit);
  } catch {
    opened = undefined;
    return broken;
  }
}

/** Describes structures; null if RDKit cannot read one. */
async function describe(texts: readonly string[]): Promise<(Description | null)[]> {
  const described: (Description | null)[] = [];
  for (const text of texts) {
    const one = (rdkit: RdKit) => using(readMol(rdkit, text), (mol) => descriptionOf(rdkit, mol)) ?? null;
    described.push(await withRdKit(one, null));
  }
  return described;
}

const BLANK = {
  smiles: '',
  skeleton: '',
  tautomer: '',
  morgan: new Uint8Array(),
  molecule: new Uint8Array(),
};

/** Reads the structure of a query. */
const read = (asked: Asked): Promise<ReadStructure> =>
  withRdKit<ReadStructure>((rdkit) => {
    const one = using(molOf(rdkit, asked), (mol) => readStructure(rdkit, asked, mol));
    return one ?? 'unreadable';
  }, 'unreadable');

function readStructure(rdkit: RdKit, { kind }: Asked, mol: Mol): ReadStructure | null {
  if (mol.get_num_atoms() > MOST_ATOMS) return 'too_large';
  const pattern = (): Uint8Array => mol.get_pattern_fp_as_uint8array() as Uint8Array;
  if (kind === 'smarts') return { ...BLANK, pattern: pattern(), radicals: [], isQuery: true };
  const description = descriptionOf(rdkit, mol);
  return description && { ...description, radicals: radicalsOf(mol), isQuery: hasFeatures(mol) };
}

/** The standard InChIKey of a query; null if it has none. */
const inchikeyOf = (asked: Asked): Promise<string | null> =>
  withRdKit((rdkit) => using(molOf(rdkit, asked), (mol) => keyOf(rdkit, mol)) ?? null, null);

/** The elements of the radicals in a molecule. */
function radicalsOf(mol: Mol): number[] {
  const radicals = atomsAndBonds(mol).atoms.filter(({ nRad }) => nRad > 0);
  return [...new Set(radicals.map(({ z }) => z))];
}

function molOf(rdkit: RdKit, { kind, text }: Asked): Mol | null {
  return kind === 'smarts' ? rdkit.get_qmol(text) : readMol(rdkit, text);
}

/** Which of some molecules, as RDKit keeps them, contain a part. @returns their places */
const having = (molecules: readonly string[], asked: Asked): Promise<number[]> =>
  withRdKit((rdkit) => {
    // Reading options takes RDKit longer than comparing.
    const options = asked.kind === 'smarts' && !/[@/\\]/.test(asked.text) ? '' : '{"useChirality":true}';
    const has = (part: Mol, molecule: string): boolean =>
      using(
        rdkit.get_mol_from_uint8array(Buffer.from(molecule, 'latin1')),
        (mol) => mol.get_substruct_match(part, options) !== '{}',
      ) ?? false;
    const places = [...molecules.keys()];
    return using(molOf(rdkit, asked), (part) => places.filter((at) => has(part, molecules[at]!))) ?? [];
  }, []);

function does(task: ThreadTask): Promise<unknown> {
  if ('describe' in task) return describe(task.describe);
  if ('key' in task) return inchikeyOf(task.key);
  return 'read' in task ? read(task.read) : having(task.having, task.asked);
}

// Ready only after RDKit's first call, which is slow: the start takes no time from the first task.
await read({ kind: 'smiles', text: 'c1ccccc1' });
serve(does);
