import { packGraphs, readGraph } from '../../chemistry/index.js';
import type { Description } from '../../chemistry/index.js';

/** The length of a row of bits, in bytes and in words of 32 bits. */
const ROW_BYTES = 256;
export const ROW = ROW_BYTES / 4;

let ids = 0;

/** The structures of a library, in arrays. A removed one leaves its place empty. */
export class LibraryIndex {
  /** identifies this index: results of a replaced one are invalid */
  readonly id = ++ids;
  /** incremented with each change */
  version = 0;
  /** the product at each place; 0: empty */
  products = new Float64Array();
  readonly smiles: string[] = [];
  readonly skeletons: string[] = [];
  readonly tautomers: string[] = [];
  /** each as RDKit keeps it, a character for a byte: many small arrays would take more room, and longer to send */
  readonly molecules: string[] = [];
  /** {@link hashOf} of each text: comparing adjacent numbers is faster than texts scattered in memory */
  smilesHashes = new Int32Array();
  skeletonHashes = new Int32Array();
  /** where each graph begins; -1: it has none, and only RDKit can compare it */
  graphs = new Float64Array();
  readonly packed = packGraphs();
  /** 32 bits per number, a row for each structure */
  patterns = new Uint32Array();
  morgans = new Uint32Array();
  /** the number of bits set in each row of `morgans` */
  sizes = new Uint16Array();
  readonly #places = new Map<number, number>();

  /** the number of places in use, including empty ones */
  get end(): number {
    return this.smiles.length;
  }

  set(product: number, { smiles, skeleton, tautomer, pattern, morgan, molecule }: Description): void {
    const known = this.#places.get(product);
    if (known !== undefined && this.smiles[known] === smiles) return;
    this.remove(product);
    const at = this.end;
    if (at === this.products.length) this.#grow();
    const graph = readGraph(smiles);
    this.graphs[at] = graph ? this.packed.add(graph) : -1;
    this.patterns.set(wordsOf(pattern), at * ROW);
    this.morgans.set(wordsOf(morgan), at * ROW);
    this.sizes[at] = bitsOf(wordsOf(morgan));
    this.smilesHashes[at] = hashOf(smiles);
    this.skeletonHashes[at] = hashOf(skeleton);
    this.products[at] = product;
    this.smiles.push(smiles);
    this.skeletons.push(skeleton === smiles ? smiles : skeleton); // equal texts share their memory
    this.tautomers.push(tautomer);
    this.molecules.push(Buffer.from(molecule).toString('latin1'));
    this.#places.set(product, at);
    this.version++;
  }

  remove(product: number): void {
    const at = this.#places.get(product);
    if (at === undefined) return;
    this.#places.delete(product);
    this.products[at] = 0;
    for (const texts of [this.smiles, this.skeletons, this.tautomers, this.molecules]) texts[at] = '';
    this.version++;
  }

  /** whether more than half of the places are empty, and they matter */
  get isSparse(): boolean {
    return this.end >= FEW && this.#places.size < this.end / 2;
  }

  #grow(): void {
    const room = Math.max(1_024, Math.ceil(this.products.length * 1.5));
    this.products = larger(this.products, new Float64Array(room));
    this.graphs = larger(this.graphs, new Float64Array(room));
    this.patterns = larger(this.patterns, new Uint32Array(room * ROW));
    this.morgans = larger(this.morgans, new Uint32Array(room * ROW));
    this.sizes = larger(this.sizes, new Uint16Array(room));
    this.smilesHashes = larger(this.smilesHashes, new Int32Array(room));
    this.skeletonHashes = larger(this.skeletonHashes, new Int32Array(room));
  }
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
