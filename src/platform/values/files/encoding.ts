import { analyse } from 'chardet';
import type { Encoding } from './encodings.js';
import letters from './letters.json' with { type: 'json' };

/** Whether it has a byte a character. */
export const isNarrow = ({ name }: { name: Encoding }): boolean => name.startsWith('windows-');

/** The bytes that are looked at. */
const SAMPLE = 32 * 1024;
/** What looks worse than this is none of them; what looks worse than that is told to be a guess. */
export const LEAST_LOOKS = 0.1;
const LIKELY = 0.25;
/** What is nearer than this could be the other one as well; of few characters more is asked. */
const MARGIN = 0.15;

/**
 * Finds the encoding of a text: by its byte order mark; by its zeros, for UTF-16 without one; UTF-8 where it is valid; else by
 * what the text looks like in each, and how often a detector finds its characters in the languages that are written so.
 * @param head its beginning
 * @returns with how well the text then looks, from -1 to 1, and whether another one does nearly as well
 */
export function findEncoding(head: Buffer): { name: Encoding; looks: number; isGuess: boolean } {
  const wide = wideOf(head);
  if (wide) return { name: wide, looks: 1, isGuess: false };
  if (decodedWhole(head, 'utf-8') !== undefined) return { name: 'utf-8', looks: 1, isGuess: false };
  const sample = sampleOf(head);
  const found = analyse(sample);
  const confidence = (names: readonly string[]): number =>
    Math.max(0, ...found.filter(({ name }) => names.includes(name)).map((match) => match.confidence)) / 100;
  const all = CANDIDATES.map(({ name, names, looks }) => {
    const text = decodedWhole(sample, name);
    return { name, looks: text === undefined ? -1 : 0.8 * looks(text) + 0.2 * confidence(names) };
  }).sort((a, b) => b.looks - a.looks);
  const [best, ...others] = all as [(typeof all)[0], ...typeof all];
  // Those with a byte a character differ in a few letters alone.
  const next = others.find((other) => !(isNarrow(best) && isNarrow(other)))!;
  const few = Math.min(0.85, 2 / sample.reduce((count, byte) => count + Number(byte > 127), 1));
  return { ...best, isGuess: best.looks < LIKELY + few / 2 || best.looks - next.looks < MARGIN + few };
}

function wideOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const length = Math.min(head.length, 1_000) & ~1;
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2]!++;
  // Of two bytes a character, those of separators, line ends and numbers at least; at the end of any text there may be some.
  const enough = Math.max(3, length / 64);
  if (zeros[1]! > enough && zeros[0]! < enough / 8) return 'utf-16le';
  return zeros[0]! > enough && zeros[1]! < enough / 8 ? 'utf-16be' : undefined;
}

/**
 * Whether a text that is not valid UTF-8 is mostly that: then it was damaged, or put together from two files.
 * @param isNarrow whether it would else be of one byte a character: those hardly ever are UTF-8 by chance
 */
export function isBrokenUtf8(head: Buffer, isNarrow: boolean): boolean {
  const text = new TextDecoder().decode(sampleOf(head));
  const broken = text.split('\ufffd').length - 1;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  // Three characters of a line in a row are no chance either: it is of another file.
  const isPart = text.split('\n').some((line) => !line.includes('\ufffd') && /[\u0800-\uffff]{3}/.test(line));
  return isPart || (isNarrow ? whole >= broken : whole > 10 * broken);
}

/** The lines that say something of the encoding: those with other characters than ASCII. */
function sampleOf(head: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < head.length && length < SAMPLE;) {
    const end = head.indexOf(10, at);
    const line = head.subarray(at, end < 0 ? head.length : end + 1);
    at += line.length;
    // The last line may end within a character.
    if (!line.some((byte) => byte > 127) || (end < 0 && lines.length > 0)) continue;
    lines.push(line.subarray(0, SAMPLE));
    length += line.length;
  }
  return Buffer.concat(lines);
}

/** The text of bytes in an encoding; undefined where they are not valid in it. */
function decodedWhole(bytes: Buffer, encoding: string): string | undefined {
  try {
    // Streaming mode accepts an incomplete character at the end.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Characters of catalogues and chemical names, the most frequent ones. */
const CHINESE = new Set(letters.chinese);
const KOREAN = new Set(letters.korean);
const KANA = /[\u3040-\u30ff]/u; // prettier-ignore

/** The Han characters of a level of a national standard: the first has the frequent ones. */
function level(encoding: string, from: number, to: number, trail: number): Set<string> {
  const bytes: number[] = [];
  for (let lead = from; lead <= to; lead++)
    for (let second = trail; second <= 0xfe; second++) bytes.push(lead, second);
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}
function inLevel(...given: Parameters<typeof level>): (character: string) => boolean {
  let known: Set<string> | undefined;
  return (character) => (known ??= level(...given)).has(character);
}

/** How well a text looks whose characters are judged one by one, in the middle of the characters beside ASCII. */
const average =
  (judge: (character: string) => number) =>
  (text: string): number => {
    // A wide character within a word of Latin letters is mostly half of another encoding.
    const within = text.match(/[a-z][\p{Script=Han}\p{Script=Hangul}\uff61-\uff9f][a-z]/giu)?.length ?? 0;
    const wide = text.match(/[^\0-\x7f]/gu) ?? [];
    const sum = wide.reduce((sum, character) => sum + judge(character), 0);
    return Math.max(-1, (sum - 2 * within) / Math.max(1, wide.length));
  };

const ORDINARY = /[\p{P}°±×÷·α-ω℃₀-₉⁰-⁹ⅠⅡⅢⅣⅤ①-⑩→≥≤\u3000￥－＋％／＝]/u;
const isHan = (character: string): boolean => /\p{Script=Han}/u.test(character);

/** Names of elements and rare substances: four bytes are hardly ever those of another encoding. */
const OF_FOUR_BYTES = /[\u3400-\u4dbf\u9fa6-\u9fff\u{20000}-\u{323af}]/u;
/** Chemistry has many of the second level; of Big5, what other encodings are taken for lies there. */
const SELDOM: Record<string, number> = { gb18030: 0.15, big5: -0.2 };

const chinese = (encoding: string, from: number, to: number, trail: number) => {
  const isCommon = inLevel(encoding, from, to, trail);
  const isKnown = inLevel(encoding, to + 1, 0xf7, trail);
  return average((character) => {
    if (CHINESE.has(character)) return 1;
    if (encoding === 'gb18030' && OF_FOUR_BYTES.test(character)) return 0.5;
    if (isHan(character)) return isCommon(character) ? 0.5 : isKnown(character) ? SELDOM[encoding]! : -0.5;
    return ORDINARY.test(character) ? 0.3 : -0.6;
  });
};

const japanese = (encoding: string, from: number, to: number, trail: number) => {
  const isCommon = inLevel(encoding, from, to, trail);
  const judge = (half: number) => (character: string) => {
    if (KANA.test(character)) return 1;
    if (/[ｱ-ﾟ]/.test(character)) return half;
    if (isHan(character)) return CHINESE.has(character) ? 0.7 : isCommon(character) ? 0.2 : -0.5;
    return ORDINARY.test(character) ? 0.3 : -0.6;
  };
  // Other encodings are full of half-width kana, and have none of the others.
  return (text: string): number => average(judge(KANA.test(text) ? 0.7 : -0.6))(text);
};

const WORDS = /(?:(?![µªº])\p{L})+/gu;
const CASED = /^\p{Lu}?[\p{Ll}ß]+$|^\p{Lu}+$/u;
/** Quotes and dashes, signs that stand apart; and what no text has. */
const SIGNS = /(?<![^\0-\x7f])(?:[‘’“”„–—…•«»]|(?<=[\s\d(])[°±×·µ½¼]|[°±×·µ™®²³¹½¼](?=[\s\d,;)%]))(?![^\0-\x7f])/gu; // prettier-ignore
const ODD = /[\x80-\x9f¥¤¦§¨¬¯¸¡¿¾¶ºª]|(?<=[A-Za-z])[°±×µ½¼„”‚…†‡](?=[A-Za-z])/g;
const beside = (text: string): number => text.match(/[^\0-\x7f]/gu)?.length ?? 0;

/** How well a text looks in the language that fits it best, of those of an encoding: a word with letters of two looks like none. */
const latin = (languages: string[]) => {
  const alphabets = [...languages, languages.join('')].map((own) => new RegExp(`^[a-z${own}]+$`, 'i'));
  return (text: string): number => {
    const words = (text.match(WORDS) ?? []).flatMap((word) => {
      const letters = beside(word);
      return letters === 0 ? [] : { word, letters, isOne: CASED.test(word) && (word.length < 3 || letters < 0.7 * word.length) };
    });
    const [any, ...own] = alphabets.toReversed().map((alphabet) =>
      words.reduce((sum, { word, letters, isOne }) => sum + letters * (isOne && alphabet.test(word) ? 1 : -2), 0),
    );
    const odd = text.match(ODD)?.length ?? 0;
    const signs = text.match(SIGNS)?.length ?? 0;
    return Math.max(-1, (0.7 * Math.max(...own) + 0.3 * any! + signs - 2 * odd) / Math.max(1, beside(text)));
  };
}; // prettier-ignore

/**
 * Runs of Cyrillic letters, small ones behind at most one capital, with the vowels of any language there: Greek has none of them,
 * and Hebrew much of what would be a й within words.
 */
const cyrillic = (text: string): number => {
  const all = beside(text);
  const words = text.match(/(?<!\p{L})\p{Lu}?[а-яёіїєґў]{3,}(?!\p{L})/gu)?.join('') ?? '';
  const vowels = words.match(/[аио]/g)?.length ?? 0;
  if ((text.match(/(?<=[а-я])й(?=[а-я])/g)?.length ?? 0) > 0.06 * words.length) return -1;
  return words.length < 12 || vowels > 0.12 * words.length ? (2 * words.length - all) / Math.max(1, all) : -1;
};

const CANDIDATES: readonly { name: Encoding; names: readonly string[]; looks: (text: string) => number }[] = [
  { name: 'gb18030', names: ['GB18030'], looks: chinese('gb18030', 0xb0, 0xd7, 0xa1) },
  { name: 'big5', names: ['Big5'], looks: chinese('big5', 0xa4, 0xc6, 0x40) },
  { name: 'shift_jis', names: ['Shift_JIS'], looks: japanese('shift_jis', 0x88, 0x97, 0x40) },
  { name: 'euc-jp', names: ['EUC-JP'], looks: japanese('euc-jp', 0xb0, 0xcf, 0xa1) },
  { name: 'euc-kr', names: ['EUC-KR'], looks: average((character) => (KOREAN.has(character) ? 1 : /\p{Script=Hangul}/u.test(character) ? 0.45 : ORDINARY.test(character) ? 0.3 : -0.5)) },
  { name: 'windows-1252', names: ['ISO-8859-1', 'windows-1252'], looks: latin(letters.western) },
  { name: 'windows-1250', names: ['ISO-8859-2', 'windows-1250'], looks: latin(letters.central) },
  { name: 'windows-1251', names: ['ISO-8859-5', 'windows-1251'], looks: cyrillic },
]; // prettier-ignore
