import { hasHan } from './normalise.js';

/** What identifies a name, however it is punctuated. All functions take `readable` text. */

/**
 * Whether a key begins a name or is part of it as whole words: “ethylbenzene” is not part of “methylbenzene”. For Han
 * characters any two are a part.
 */
export function isPart(key: string, name: string): boolean {
  const words = wordsOf(name);
  const whole = words.map(({ text }) => text).join('');
  const begins = (at: number): boolean =>
    whole.startsWith(key, at) && !/^\d\d/.test(whole.slice(at + key.length - 1, at + key.length + 1));
  if (begins(0)) return true;
  return hasHan(key) ? key.length > 1 && whole.includes(key) : words.some(({ at }) => begins(at));
}

/**
 * The key of a name: its letters and digits with their primes, a comma between two numbers, o, m and p set apart,
 * signs of rotation and charge, a slash between letters (Pd/C is not PDC), and a star at the end.
 */
export function nameKey(form: string): string {
  return wordsOf(form)
    .map(({ text }) => text)
    .join('');
}

const WORD =
  /\*$|(?!(?<=\bd)\/l\b)(?<=(?<!\p{L})\p{L}{1,2})\/(?=\p{L}{1,2}(?!\p{L}))|\((?:\d*[+-]|±|\+\/?-)\)|^(?:±|\+\/?-)|(?<=[\p{L}\p{N}])\+(?=$|[\s)\]]|\d$)|\p{N}+'*|[^\P{L}\p{Script=Han}]+(?:'+(?!\p{L}))?|\p{Script=Han}+/gu;

/** The words, numbers and signs of a {@link nameKey}, and where each begins in it. */
function wordsOf(form: string): { text: string; at: number }[] {
  const words: { text: string; at: number }[] = [];
  let at = 0;
  for (const [word] of form.matchAll(WORD)) {
    const sign = word.replace(/^\((.*)\)$/, '$1').replace(/^\+\/?-$/, '±');
    const last = words.at(-1)?.text ?? '';
    const isPlace = /^[omp]$/.test(last) && /^[a-z]/.test(sign);
    const between = isPlace ? '-' : /^\p{N}/u.test(sign) && /\p{N}'*$/u.test(last) ? ',' : '';
    words.push({ text: between + sign, at: at + between.length });
    at += between.length + sign.length;
  }
  return words;
}

/** What tells names with the same letters apart: primes, slashes, a star at the end, and the locants o, m and p. */
export const MARKS: ((form: string) => boolean)[] = [
  (form) => nameKey(form).includes("'"),
  (form) => nameKey(form).includes('/'),
  (form) => form.endsWith('*'),
  (form) => /(?<![a-z\d])[omp]-(?=[a-z])/.test(form),
];
