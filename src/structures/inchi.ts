import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Structure } from './chemistry.js';
import { isRefusal } from './given.js';
import type { Refusal } from '../products/values.js';
import type { GivenStructure } from './given.js';
import { identify, loadRdkit } from './identity.js';
import { usualTautomer } from './inchi-tautomer.js';
import { using } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import { outlineOf } from './read.js';

// Neither openchemlib nor RDKit reads InChI: Indigo does. It is loaded in processes of its own alone (chemistry-process.ts).

/** Indigo, compiled to WebAssembly, without what it draws with. */
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
  /** an InChI as SMILES. @throws what Indigo throws where it is none */
  read: (inchi: string) => string;
}

let loaded: Promise<InchiReader> | undefined;

/** Loads what reads an InChI, which takes a second or two. */
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
  // What stands behind a space is how it would be drawn.
  const read = (inchi: string): string => indigo.convert(inchi, 'smiles', options).split(' ')[0]!;
  return { rdkit: await loadRdkit(), read };
}

/**
 * The structure that an InChI names, worked out: its canonical SMILES is what is read from then on. It is proved: where RDKit
 * does not make the very same InChI of it, it is refused.
 */
export function structureOfInchi({ rdkit, read }: InchiReader, given: GivenStructure): Structure | Refusal {
  let smiles: string;
  try {
    smiles = read(given.text);
  } catch {
    return { reason: 'no_structure', message: 'cannot be read as InChI' };
  }
  // One that is too large would break RDKit.
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
