import { parentPort, workerData } from 'node:worker_threads';
import { descriptionOf, MOST_ATOMS, openRdKit, readMol, using } from '../../chemistry/index.js';
import type { Description, Mol, RdKit, RdKitCode } from '../../chemistry/index.js';

// A thread of library-threads.ts. It runs RDKit, one call at a time, and is ended if a call takes too long.

/** The structure of a query, as typed or drawn. */
export interface Asked {
  kind: 'smiles' | 'molfile' | 'smarts';
  text: string;
}

/** What is known of the structure of a query; `null` if RDKit cannot read it. */
export type ReadStructure =
  | null
  | 'too_large'
  | (Description & {
      /** elements of its atoms with open valences, which only RDKit can compare */
      radicals: number[];
      /** it has query features, which only RDKit can compare */
      isQuery: boolean;
    });

/** What a thread can be asked to do. */
export type ThreadTask =
  { describe: readonly string[] } | { read: Asked } | { having: readonly string[]; asked: Asked };

/** A message of a thread: that it is ready, or a result. */
export interface ThreadAnswer {
  done: unknown;
}

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
  for (const text of texts)
    described.push(
      await withRdKit(
        (rdkit) => using(readMol(rdkit, text), (mol) => descriptionOf(rdkit, mol)) ?? null,
        null,
      ),
    );
  return described;
}

/** Reads the structure of a query. */
async function read(asked: Asked): Promise<ReadStructure> {
  return withRdKit<ReadStructure>(
    (rdkit) =>
      using(molOf(rdkit, asked), (mol): ReadStructure => {
        if (mol.get_num_atoms() > MOST_ATOMS) return 'too_large';
        if (asked.kind === 'smarts')
          return {
            smiles: '',
            skeleton: '',
            tautomer: '',
            pattern: mol.get_pattern_fp_as_uint8array() as Uint8Array,
            morgan: new Uint8Array(),
            radicals: [],
            isQuery: true,
          };
        const description = descriptionOf(rdkit, mol);
        if (!description) return null;
        return {
          ...description,
          radicals: radicalsOf(mol.get_json()),
          isQuery: HAS_FEATURES.test(mol.get_smarts()),
        };
      }) ?? null,
    null,
  );
}

/** The elements of the radicals in a molecule in RDKit's JSON. */
function radicalsOf(json: string): number[] {
  const { defaults, molecules } = JSON.parse(json) as {
    defaults: { atom: { z: number } };
    molecules: { atoms: { z?: number; nRad?: number }[] }[];
  };
  const radicals = molecules[0]!.atoms.filter(({ nRad = 0 }) => nRad > 0);
  return [...new Set(radicals.map(({ z = defaults.atom.z }) => z))];
}

/** Any atom, lists, and other query features of a molfile. SMARTS has `#0` for an atom without an element. */
const HAS_FEATURES = /[,&!$;~*]|#0/;

function molOf(rdkit: RdKit, { kind, text }: Asked): Mol | null {
  return kind === 'smarts' ? rdkit.get_qmol(text) : readMol(rdkit, text);
}

/** Which of some canonical SMILES contain a part. @returns their places */
async function having(smiles: readonly string[], asked: Asked): Promise<Uint32Array> {
  const nothing = new Uint32Array();
  return withRdKit(
    (rdkit) =>
      using(molOf(rdkit, asked), (part) =>
        asked.kind !== 'smarts' || NEEDS_ALL.test(asked.text.replaceAll('Br', ''))
          ? wellRead(rdkit, part, smiles)
          : quicklyRead(rdkit, part, smiles),
      ) ?? nothing,
    nothing,
  );
}

/**
 * Patterns that need a reading with all checks: with radicals, stereo of double bonds, hybridisation or sizes of
 * rings.
 */
const NEEDS_ALL = /[/\\^]|[Rrxkz]\d?/;

function wellRead(rdkit: RdKit, part: Mol, smiles: readonly string[]): Uint32Array {
  const has = (each: string): boolean | undefined =>
    using(rdkit.get_mol(each), (mol) => mol.get_substruct_match(part, '{"useChirality":true}') !== '{}');
  return Uint32Array.from([...smiles.keys()].filter((at) => has(smiles[at]!)));
}

/** Canonical SMILES need no checks, which take nine tenths of the reading time. */
function quicklyRead(rdkit: RdKit, part: Mol, smiles: readonly string[]): Uint32Array {
  const library = new rdkit.SubstructLibrary();
  try {
    for (const each of smiles) library.add_trusted_smiles_and_pattern_fp(each, ANY_PATTERN);
    return (library.get_matches_as_uint32array(part, true, 1, -1) as Uint32Array).slice();
  } finally {
    library.delete();
  }
}

/** A fingerprint with all 2,048 bits set, as RDKit writes it: these structures have passed the screen already. */
const ANY_PATTERN = allBits(2_048);

/** A bit vector as RDKit writes it: version, size, number of bits set, and the gap before each of them. */
function allBits(size: number): Uint8Array {
  const bytes = Buffer.alloc(12 + size);
  bytes.writeInt32LE(-32, 0);
  bytes.writeInt32LE(size, 4);
  bytes.writeInt32LE(size, 8);
  return bytes;
}

function does(task: ThreadTask): Promise<unknown> {
  if ('describe' in task) return describe(task.describe);
  return 'read' in task ? read(task.read) : having(task.having, task.asked);
}

parentPort?.on('message', (task: ThreadTask) => {
  void does(task).then((done) => parentPort!.postMessage({ done } satisfies ThreadAnswer, []));
});
// Announced only after RDKit's first call, which is slow: the start takes no time from the first task.
await read({ kind: 'smiles', text: 'c1ccccc1' });
parentPort?.postMessage({ done: undefined } satisfies ThreadAnswer, []);
