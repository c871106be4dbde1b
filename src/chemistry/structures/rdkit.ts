import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MainModule, Mol } from '@rdkit/rdkit';

/**
 * RDKit, compiled to WebAssembly. Its objects live outside of JavaScript's memory, so that they must be deleted: see
 * {@link using}.
 */
export type RdKit = MainModule;
export type { Mol };

const require = createRequire(import.meta.url);

/**
 * Its compiled code. Threads share it, so that a new one starts in milliseconds. (Node's types do not know
 * WebAssembly.)
 */
export type RdKitCode = object;

interface Wasm {
  compile(bytes: Uint8Array): Promise<RdKitCode>;
  instantiate(code: RdKitCode, imports: object): Promise<object>;
}
const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

/** Compiles RDKit, once per process. */
export async function compileRdKit(): Promise<RdKitCode> {
  return wasm.compile(await readFile(require.resolve('@rdkit/rdkit/RDKit_minimal.wasm')));
}

/**
 * Starts RDKit. A molecule that is too large breaks an instance permanently, as its stack is 64 KiB. So bound the
 * size, and take a new instance after a `RuntimeError`.
 */
export async function openRdKit(code?: RdKitCode): Promise<RdKit> {
  const compiled = code ?? (await compileRdKit());
  const start = require('@rdkit/rdkit') as (options: object) => Promise<RdKit>;
  const instantiate = async (imports: object, use: (instance: object, code: RdKitCode) => void) =>
    use(await wasm.instantiate(compiled, imports), compiled);
  const rdkit = await start({
    instantiateWasm(...given: Parameters<typeof instantiate>) {
      void instantiate(...given);
      return {};
    },
    print: () => {},
    printErr: () => {},
  });
  rdkit.disable_logging();
  return rdkit;
}

const MAP_NUMBERS = /:\d+(?=\])/g;
/** Deuterium and tritium as D and T. That is no SMILES, and RDKit reads it only in molfiles. */
const ISOTOPES = /\[([DT])(?=[\]+-])/g;

/**
 * Reads a SMILES or molfile, without the numbers that map atoms in reactions: they would give the same substance
 * another canonical SMILES, and blanks in a molfile may be read as such numbers. In a molfile a hydrogen at a metal
 * stays an explicit atom, in a SMILES it does not.
 * @returns null if it cannot be read
 */
export function readMol(rdkit: RdKit, text: string): Mol | null {
  const isSmiles = !text.includes('\n');
  const molecule = rdkit.get_mol(
    isSmiles ? text.replaceAll(ISOTOPES, (_, sign) => (sign === 'D' ? '[2H' : '[3H')) : text,
  );
  if (molecule === null || (isSmiles && text.search(MAP_NUMBERS) === -1)) return molecule;
  const smiles = molecule.get_smiles();
  const plain = smiles.replaceAll(MAP_NUMBERS, '');
  if (plain === smiles && !smiles.includes('[H]')) return molecule;
  molecule.delete();
  return rdkit.get_mol(plain);
}

/**
 * The InChIKey of a molecule; null if InChI cannot represent it.
 * @param options of InChI: they may make the key non-standard, so that it compares only with keys made with the same
 *   options
 */
export function keyOf(rdkit: RdKit, molecule: Mol, options?: string): string | null {
  const inchi = options === undefined ? molecule.get_inchi() : molecule.get_inchi(options);
  return inchi === '' ? null : rdkit.get_inchikey_for_inchi(inchi) || null;
}

/** Works with a molecule or another object of RDKit, then deletes it. @returns undefined if there is none */
export function using<O extends { delete(): void }, T>(
  object: O | null,
  work: (object: O) => T,
): T | undefined {
  if (object === null) return undefined;
  try {
    return work(object);
  } finally {
    object.delete();
  }
}

/** A molecule in RDKit's JSON, which leaves out what is as in `defaults`. */
interface Json {
  defaults: { atom: JsonAtom };
  molecules: [{ atoms: Partial<JsonAtom>[]; bonds?: { atoms: [number, number] }[] }];
}
export interface JsonAtom {
  z: number;
  impHs: number;
  chg: number;
  nRad: number;
  isotope: number;
}

/** The atoms and bonds of a molecule. */
export function atomsAndBonds(molecule: Mol): { atoms: JsonAtom[]; bonds: [number, number][] } {
  const { defaults, molecules } = JSON.parse(molecule.get_json()) as Json;
  const [{ atoms, bonds = [] }] = molecules;
  return {
    atoms: atoms.map((atom) => ({ ...defaults.atom, ...atom })),
    bonds: bonds.map((bond) => bond.atoms),
  };
}

/** Any atom, lists, and other query features of a molfile. SMARTS has `#0` for an atom without an element. */
export const hasFeatures = (molecule: Mol): boolean => /[,&!$;~*]|#0/.test(molecule.get_smarts());
