import { createHash } from 'node:crypto';

// The InChIKey of an InChI as the InChI technical manual defines it: the first bits of two SHA-256, written in
// letters. It needs no molecule and no library.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The nth word of this length, in alphabetical order. */
const word = (number: number, length: number): string =>
  length === 0 ? '' : word(Math.floor(number / 26), length - 1) + LETTERS[number % 26];

/** 14 bits as a word of three letters. 2^14 words are in use: none that begins with E, and none from TAA to TTV. */
function triplet(bits: number): string {
  const beforeE = 4 * 676;
  const beforeT = 19 * 676;
  const withE = bits < beforeE ? bits : bits + 676;
  return word(withE < beforeT ? withE : withE + 516, 3);
}

/** The layers of an InChI: formula, atoms, hydrogens and charge; protons; all others. */
const LAYERS = /^InChI=1S\/([^/]+(?:\/[chq][^/]*)*)(?:\/p([+-]\d+))?((?:\/.*)?)$/;
/** A shorter text is written twice before it is hashed. */
const SHORT = 255;

/** The InChIKey of a standard InChI; undefined if the text is none. */
export function inchiKeyOf(inchi: string): string | undefined {
  const [, connection = '', protons = '0', others = ''] = LAYERS.exec(inchi) ?? [];
  if (connection === '') return undefined;
  const rest = others.length < SHORT ? others + others : others;
  const charge = Math.abs(Number(protons)) > 12 ? 'A' : LETTERS[13 + Number(protons)]!;
  return `${lettersOf(connection, 4)}-${lettersOf(rest, 2)}SA-${charge}`;
}

/** The lowest bits of a text's hash as letters: `times` × 14 bits, then 9. */
function lettersOf(text: string, times: number): string {
  const digest = createHash('sha256').update(text).digest().reverse();
  let bits = BigInt(`0x${digest.toString('hex')}`);
  let letters = '';
  for (let at = 0; at < times; at++, bits >>= 14n) letters += triplet(Number(bits & 0x3fffn));
  return letters + word(Number(bits & 0x1ffn), 2);
}
