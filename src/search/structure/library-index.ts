import { packGraphs, readGraph } from '../../chemistry/index.js';
import type { Description, PackedGraphs } from '../../chemistry/index.js';

/** The structures of a library, in arrays. A removed one leaves its place empty until the next {@link compacted}. */
export interface LibraryIndex {
  /** the number of places in use, including empty ones */
  readonly end: number;
  /** identifies this index: results of a replaced one are invalid */
  readonly id: number;
  /** incremented with each change */
  readonly version: number;
  /** the product at each place; 0: empty */
  readonly products: Float64Array;
  readonly smiles: readonly string[];
  readonly skeletons: readonly string[];
  readonly tautomers: readonly string[];
  /** each as RDKit keeps it, a character for a byte: many small arrays would take more room, and longer to send */
  readonly molecules: readonly string[];
  /** {@link hashOf} of each text: comparing adjacent numbers is faster than texts scattered in memory */
  readonly smilesHashes: Int32Array;
  readonly skeletonHashes: Int32Array;
  /** where each graph begins; -1: it has none, and only RDKit can compare it */
  readonly graphs: Float64Array;
  readonly packed: PackedGraphs;
  /** 32 bits per number, a row for each structure */
  readonly patterns: Uint32Array;
  readonly morgans: Uint32Array;
  /** the number of bits set in each row of `morgans` */
  readonly sizes: Uint16Array;
  set(product: number, description: Description): void;
  remove(product: number): void;
  /** This index, or a copy without empty places if they are more than half. */
  compacted(): LibraryIndex;
}

/** The length of a row of bits, in bytes and in words of 32 bits. */
const ROW_BYTES = 256;
export const ROW = ROW_BYTES / 4;

let ids = 0;

/** Opens an empty index. */
export function openLibraryIndex(): LibraryIndex {
  const id = ++ids;
  let room = 0;
  let products = new Float64Array();
  let graphs = new Float64Array();
  let patterns = new Uint32Array();
  let morgans = new Uint32Array();
  let sizes = new Uint16Array();
  let smilesHashes = new Int32Array();
  let skeletonHashes = new Int32Array();
  const smiles: string[] = [];
  const skeletons: string[] = [];
  const tautomers: string[] = [];
  const molecules: string[] = [];
  const packed = packGraphs();
  const places = new Map<number, number>();
  let version = 0;

  function grow(): void {
    room = Math.max(1_024, Math.ceil(room * 1.5));
    products = larger(products, new Float64Array(room));
    graphs = larger(graphs, new Float64Array(room));
    patterns = larger(patterns, new Uint32Array(room * ROW));
    morgans = larger(morgans, new Uint32Array(room * ROW));
    sizes = larger(sizes, new Uint16Array(room));
    smilesHashes = larger(smilesHashes, new Int32Array(room));
    skeletonHashes = larger(skeletonHashes, new Int32Array(room));
  }
  function remove(product: number): void {
    const at = places.get(product);
    if (at === undefined) return;
    places.delete(product);
    products[at] = 0;
    smiles[at] = '';
    skeletons[at] = '';
    tautomers[at] = '';
    molecules[at] = '';
    version++;
  }

  return {
    id,
    get end() {
      return smiles.length;
    },
    get version() {
      return version;
    },
    get products() {
      return products;
    },
    get graphs() {
      return graphs;
    },
    get patterns() {
      return patterns;
    },
    get morgans() {
      return morgans;
    },
    get sizes() {
      return sizes;
    },
    smiles,
    skeletons,
    tautomers,
    molecules,
    get smilesHashes() {
      return smilesHashes;
    },
    get skeletonHashes() {
      return skeletonHashes;
    },
    packed,
    set(product, description) {
      const known = places.get(product);
      if (known !== undefined && smiles[known] === description.smiles) return;
      remove(product);
      const at = smiles.length;
      if (at === room) grow();
      const graph = readGraph(description.smiles);
      graphs[at] = graph ? packed.add(graph) : -1;
      patterns.set(wordsOf(description.pattern), at * ROW);
      const morgan = wordsOf(description.morgan);
      morgans.set(morgan, at * ROW);
      sizes[at] = bitsOf(morgan);
      smilesHashes[at] = hashOf(description.smiles);
      skeletonHashes[at] = hashOf(description.skeleton);
      products[at] = product;
      smiles.push(description.smiles);
      // Equal texts share their memory.
      skeletons.push(description.skeleton === description.smiles ? description.smiles : description.skeleton);
      tautomers.push(description.tautomer);
      molecules.push(Buffer.from(description.molecule).toString('latin1'));
      places.set(product, at);
      version++;
    },
    remove,
    compacted() {
      if (smiles.length < FEW || places.size > smiles.length / 2) return this;
      const fresh = openLibraryIndex();
      for (const [product, at] of places) {
        const row = (bits: Uint32Array): Uint8Array =>
          new Uint8Array(bits.buffer, at * ROW_BYTES, ROW_BYTES).slice();
        fresh.set(product, {
          smiles: smiles[at]!,
          skeleton: skeletons[at]!,
          tautomer: tautomers[at]!,
          pattern: row(patterns),
          morgan: row(morgans),
          molecule: Buffer.from(molecules[at]!, 'latin1'),
        });
      }
      return fresh;
    },
  };
}

/** So many empty places do not matter. */
const FEW = 10_000;

function larger<A extends Float64Array | Uint32Array | Int32Array | Uint16Array>(old: A, room: A): A {
  room.set(old);
  return room;
}

/** A row of bits as words of 32. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(ROW);
  new Uint8Array(words.buffer).set(bytes.subarray(0, ROW_BYTES));
  return words;
}

/** A number that is equal for equal texts. */
export function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** The words of a row that are not zero, and their places. */
export interface SetBits {
  places: readonly number[];
  words: Int32Array;
}

/** The words that are not zero in a row given as bytes. */
export function setBitsOf(bytes: Uint8Array): SetBits {
  const words = new Int32Array(wordsOf(bytes).buffer);
  const places = Array.from(words.keys()).filter((at) => words[at] !== 0);
  return { places, words: Int32Array.from(places, (at) => words[at]!) };
}

/** The number of bits set in a number. */
export function bits32(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The number of bits set in a row. */
export function bitsOf(words: Uint32Array | Int32Array): number {
  let bits = 0;
  for (const word of words) bits += bits32(word);
  return bits;
}
