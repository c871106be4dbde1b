import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { MainModule, Mol } from '@rdkit/rdkit';

/** RDKit, compiled to WebAssembly. Its objects lie outside of JavaScript's memory: {@link using} deletes them. */
export type RdKit = MainModule;
export type { Mol };

const require = createRequire(import.meta.url);

/**
 * Its code, compiled: threads share it, so that a new one starts in milliseconds. The types of Node do not know
 * WebAssembly.
 */
export type RdKitCode = object;

interface Wasm {
  compile(bytes: Uint8Array): Promise<RdKitCode>;
  instantiate(code: RdKitCode, imports: object): Promise<object>;
}
const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;

/** Compiles RDKit: once in a process. */
export async function compileRdKit(): Promise<RdKitCode> {
  return wasm.compile(await readFile(require.resolve('@rdkit/rdkit/RDKit_minimal.wasm')));
}

/**
 * Starts RDKit. A molecule that is too large breaks an instance for good (its stack is 64 KiB): bound what it reads, and
 * take a new instance once a call has thrown a `RuntimeError`.
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

/** RDKit has to look at a structure, and is not loaded. */
export class RdKitNeeded extends Error {}

/** A SMILES with single and double bonds in place of aromatic ones; itself where RDKit cannot read it. */
export const kekulized = (rdkit: RdKit, smiles: string): string =>
  using(readMol(rdkit, smiles), (molecule) => molecule.get_smiles('{"doKekule":true}')) ?? smiles;

const MAP_NUMBERS = /:\d+(?=\])/g;
/** Deuterium and tritium by their own signs, which are not of SMILES, and RDKit reads in a molfile only. */
const ISOTOPES = /\[([DT])(?=[\]+-])/g;

/**
 * The molecule of a SMILES or molfile, without numbers that map its atoms to those of a reaction: with them the same substance
 * would have another canonical SMILES. In a molfile blanks in that column are read as such numbers, too; and a hydrogen at a metal
 * stays an atom, which it does not in a SMILES.
 * @returns null where it cannot be read
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
 * The InChIKey of a molecule; null where InChI knows no such structure.
 * @param options of InChI: with some it is no standard key, and only to be compared with one that was made alike
 */
export function keyOf(rdkit: RdKit, molecule: Mol, options?: string): string | null {
  const inchi = options === undefined ? molecule.get_inchi() : molecule.get_inchi(options);
  return inchi === '' ? null : rdkit.get_inchikey_for_inchi(inchi) || null;
}

/** Works with a molecule, or another object of RDKit, and deletes it. @returns undefined where there is none */
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
