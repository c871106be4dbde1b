import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRefusal } from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import type { GivenStructure } from './given.js';
import { identify } from './identity.js';
import { usualTautomer } from './inchi-tautomer.js';
import { using } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import { structureOf } from './read.js';
import type { Structure } from './read.js';

// Indigo reads InChI, as RDKit does not. Only loaded in a process of its own (inchi-process.ts).

/** Indigo, compiled to WebAssembly, without its drawing. */
interface Indigo {
  MapStringString: new () => object;
  convert(text: string, format: 'smiles', options: object): string;
}
type Module = {
  default: (options: { wasmBinary: Uint8Array; print(): void; printErr(): void }) => Promise<Indigo>;
};

const require = createRequire(import.meta.url);
const PACKAGE = 'indigo-ketcher/binaryWasmNoRender';

/** Reads an InChI as SMILES. @throws what Indigo throws if it is none */
type InchiReader = (inchi: string) => string;

/** Loads the reader of InChI, which takes a second or two. */
export async function openInchi(): Promise<InchiReader> {
  const folder = dirname(require.resolve(PACKAGE));
  const file = (await readdir(folder)).find((name) => /norender-.*\.wasm$/.test(name))!;
  const wasmBinary = await readFile(join(folder, file));
  const { default: start } = (await import(PACKAGE)) as Module;
  const indigo = await start({ wasmBinary, print() {}, printErr() {} });
  const options = new indigo.MapStringString();
  // Behind a space are instructions for drawing.
  return (inchi) => indigo.convert(inchi, 'smiles', options).split(' ')[0]!;
}

/**
 * Reads an InChI. The structure is stored as its canonical SMILES. It is refused unless RDKit makes exactly the same
 * InChI from it.
 */
export function structureOfInchi(
  rdkit: RdKit,
  read: InchiReader,
  given: GivenStructure,
): Structure | Refusal {
  let smiles: string;
  try {
    smiles = read(given.text);
  } catch {
    return { reason: 'no_structure', message: 'cannot be read as InChI' };
  }
  const structure = structureOf(rdkit, { source: 'smiles', text: smiles }, false);
  if (isRefusal(structure)) return structure;
  const isProved = using(rdkit.get_mol(smiles), (molecule) => molecule.get_inchi() === given.text);
  const identity =
    isProved &&
    using(rdkit.get_mol(usualTautomer(rdkit, smiles, given.text)), (molecule) => identify(rdkit, molecule));
  if (!identity) return { reason: 'no_structure', message: 'cannot be read as InChI without a doubt' };
  return { ...structure, ...given, identity };
}
