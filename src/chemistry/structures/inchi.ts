import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Structure } from './chemistry.js';
import { isRefusal } from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import type { GivenStructure } from './given.js';
import { identify, loadRdkit } from './identity.js';
import { usualTautomer } from './inchi-tautomer.js';
import { using } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import { outlineOf } from './read.js';

// Indigo reads InChI, as neither openchemlib nor RDKit does. Only loaded in separate processes
// (chemistry-process.ts).

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

interface InchiReader {
  rdkit: RdKit;
  /** an InChI as SMILES. @throws what Indigo throws if it is none */
  read: (inchi: string) => string;
}

let loaded: Promise<InchiReader> | undefined;

/** Loads the reader of InChI, which takes a second or two. */
export function loadInchi(): Promise<InchiReader> {
  loaded ??= open();
  return loaded;
}

async function open(): Promise<InchiReader> {
  const folder = dirname(require.resolve(PACKAGE));
  const file = (await readdir(folder)).find((name) => /norender-.*\.wasm$/.test(name))!;
  const wasmBinary = await readFile(join(folder, file));
  const { default: start } = (await import(PACKAGE)) as Module;
  const indigo = await start({ wasmBinary, print() {}, printErr() {} });
  const options = new indigo.MapStringString();
  // Behind a space are instructions for drawing.
  const read = (inchi: string): string => indigo.convert(inchi, 'smiles', options).split(' ')[0]!;
  return { rdkit: await loadRdkit(), read };
}

/**
 * Reads an InChI. The structure is stored as its canonical SMILES. It is refused unless RDKit makes exactly the same
 * InChI from it.
 */
export function structureOfInchi({ rdkit, read }: InchiReader, given: GivenStructure): Structure | Refusal {
  let smiles: string;
  try {
    smiles = read(given.text);
  } catch {
    return { reason: 'no_structure', message: 'cannot be read as InChI' };
  }
  // A structure that is too large would break RDKit.
  const outline = outlineOf({ source: 'smiles', text: smiles }, rdkit);
  if (isRefusal(outline)) return outline;
  const isProved = using(rdkit.get_mol(smiles), (molecule) => molecule.get_inchi() === given.text);
  const identity =
    isProved &&
    using(rdkit.get_mol(usualTautomer(rdkit, smiles, given.text)), (molecule) => identify(rdkit, molecule));
  if (!identity) return { reason: 'no_structure', message: 'cannot be read as InChI without a doubt' };
  const { isDoubtful: _, ...plain } = outline;
  return { ...given, ...plain, identity };
}
