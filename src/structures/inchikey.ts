import { createHash } from 'node:crypto';

// The InChIKey of an InChI, by the letter of the InChI technical manual: the first bits of two SHA-256, written in letters.
// No molecule is read, so it takes no time and needs no library.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const pairs = Array.from(LETTERS, (first) => Array.from(LETTERS, (second) => first + second)).flat();
/** The 2^14 words of three letters that are used: none that begins with E, and none up to TTV that begins with T. */
const triplets = Array.from(LETTERS, (first) => pairs.map((pair) => first + pair))
  .flat()
  .filter((triplet) => !triplet.startsWith('E') && !(triplet >= 'TAA' && triplet <= 'TTV'));

/** The connection: formula, atoms, hydrogens and charge; the protons; and all other layers. */
const LAYERS = /^InChI=1S\/([^/]+(?:\/[chq][^/]*)*)(?:\/p([+-]\d+))?((?:\/.*)?)$/;
/** A shorter text is hashed twice over. */
const SHORT = 255;

/** The InChIKey of a standard InChI; undefined where the text is none. */
export function inchiKeyOf(inchi: string): string | undefined {
  const [, connection = '', protons = '0', others = ''] = LAYERS.exec(inchi) ?? [];
  if (connection === '') return undefined;
  const rest = others.length < SHORT ? others + others : others;
  const charge = Math.abs(Number(protons)) > 12 ? 'A' : LETTERS[13 + Number(protons)]!;
  return `${lettersOf(connection, 4)}-${lettersOf(rest, 2)}SA-${charge}`;
}

/** So many times 14 bits of the hash of a text, then 9, the lowest first. */
function lettersOf(text: string, times: number): string {
  const digest = createHash('sha256').update(text).digest().reverse();
  let bits = BigInt(`0x${digest.toString('hex')}`);
  let letters = '';
  for (let at = 0; at < times; at++, bits >>= 14n) letters += triplets[Number(bits & 0x3fffn)];
  return letters + pairs[Number(bits & 0x1ffn)];
}
