import type { Graph } from './graph.js';

const HAS_ISOTOPES = 0x8000;
const HAS_STEREO = 0x4000;
const SIZE = 0x3fff;
/** Words of a stereo bond: its atoms, the neighbours, whether they are cis. */
const STEREO_BOND = 5;

/**
 * The molecules of a library in one array, which grows, and is small and fast to scan. A graph: number of atoms, keys, starts (one more), bonds; where there are any, isotopes; chirality
 * and stereo bonds.
 */
export function packGraphs() {
  let words = new Uint16Array(1 << 16);
  let end = 0;
  return {
    get words() {
      return words;
    },
    /** Adds a molecule. @returns where it begins */
    add({ keys, isotopes, starts, bonds, chirality, stereoBonds }: Graph): number {
      const hasIsotopes = isotopes.some((isotope) => isotope > 0);
      const hasStereo = stereoBonds.length > 0 || chirality.some((turn) => turn > 0);
      const flags = (hasIsotopes ? HAS_ISOTOPES : 0) | (hasStereo ? HAS_STEREO : 0);
      const parts: ArrayLike<number>[] = [[keys.length | flags], keys, starts, bonds];
      if (hasIsotopes) parts.push(isotopes);
      if (hasStereo) {
        parts.push(chirality, [stereoBonds.length]);
        for (const { a, b, beside, cis } of stereoBonds) parts.push([a, b, ...beside, Number(cis)]);
      }
      const size = parts.reduce((sum, { length }) => sum + length, 0);
      if (end + size > words.length) {
        const larger = new Uint16Array(Math.max(2 * words.length, end + size));
        larger.set(words);
        words = larger;
      }
      const from = end;
      for (const part of parts) {
        words.set(part, end);
        end += part.length;
      }
      return from;
    },
  };
}

/** A packed molecule, read in place. One object is moved from molecule to molecule. */
export class Molecule {
  words: Uint16Array = new Uint16Array(1);
  size = 0;
  #keys = 0;
  #starts = 0;
  #bonds = 0;
  #isotopes = -1;
  #chirality = -1;

  at(words: Uint16Array, base: number): this {
    this.words = words;
    const head = words[base]!;
    this.size = head & SIZE;
    this.#keys = base + 1;
    this.#starts = this.#keys + this.size;
    this.#bonds = this.#starts + this.size + 1;
    let end = this.#bonds + words[this.#starts + this.size]!;
    this.#isotopes = (head & HAS_ISOTOPES) > 0 ? end : -1;
    if (this.#isotopes >= 0) end += this.size;
    this.#chirality = (head & HAS_STEREO) > 0 ? end : -1;
    return this;
  }
  key(atom: number): number {
    return this.words[this.#keys + atom]!;
  }
  isotope(atom: number): number {
    return this.#isotopes < 0 ? 0 : this.words[this.#isotopes + atom]!;
  }
  /** where an atom's bonds begin, for {@link bond} */
  first(atom: number): number {
    return this.#bonds + this.words[this.#starts + atom]!;
  }
  degree(atom: number): number {
    return this.words[this.#starts + atom + 1]! - this.words[this.#starts + atom]!;
  }
  bond(place: number): number {
    return this.words[place]!;
  }
  /** the bond between two atoms; -1 if there is none */
  between(a: number, b: number): number {
    const first = this.first(a);
    for (let at = first; at < first + this.degree(a); at++)
      if (this.words[at]! >> 4 === b) return this.words[at]!;
    return -1;
  }
  chirality(atom: number): number {
    return this.#chirality < 0 ? 0 : this.words[this.#chirality + atom]!;
  }
  /** Whether neighbour x of a and neighbour y of b are on the same side of the double bond; undefined if unknown. */
  cis(a: number, b: number, x: number, y: number): boolean | undefined {
    if (this.#chirality < 0) return undefined;
    const count = this.#chirality + this.size;
    for (let at = count + 1, left = this.words[count]!; left > 0; left--, at += STEREO_BOND) {
      const [from, to, besideFrom, besideTo, cis] = this.words.subarray(at, at + STEREO_BOND) as unknown as [
        number, number, number, number, number,
      ]; // prettier-ignore
      const isSame = from === a && to === b;
      if (!isSame && !(from === b && to === a)) continue;
      const [atA, atB] = isSame ? [besideFrom, besideTo] : [besideTo, besideFrom];
      return ((cis === 1) !== (atA !== x)) !== (atB !== y);
    }
    return undefined;
  }
}
