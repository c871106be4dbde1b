import { LRUCache } from 'lru-cache';
import { convert, pinyin } from 'pinyin-pro';
import { hasHan } from './normalise.js';

/** Of longer texts only the beginning is said: nobody types more in pinyin, and it takes its time. */
const LONGEST = 60;

/**
 * How the Han characters of a text are said: in full (twice where it has an ü: `lv` and `lu`), and their first
 * letters last. Nothing where it has none.
 */
export function pinyinOf(text: string): string[] {
  if (!hasHan(text)) return [];
  const said = text.length <= LONGEST ? text : Array.from(text).slice(0, LONGEST).join('');
  const syllables = [...said.matchAll(RUN_OF_HAN)].flatMap(([run]) => SYLLABLES.memo(run));
  const whole = syllables.join('');
  return [...new Set([whole, whole.replaceAll('v', 'u')]), syllables.map((syllable) => syllable[0]).join('')];
}

const RUN_OF_HAN = /\p{Script=Han}+/gu;

/**
 * Of a run of Han characters; how one is said depends on those beside it, but not beyond the run. The impurities of a
 * substance have such runs in common: kept, a document of a million products takes 8 of 60 µs less.
 */
const SYLLABLES = new LRUCache<string, string[]>({
  max: 10_000,
  memoMethod: (run) =>
    // Tones are taken off anyway.
    pinyin(run, { type: 'array', nonZh: 'removed', toneSandhi: false }).map(toneless),
});

/** Without its tone, ü as v. There are some 1,500 syllables: to take the tone off each anew took 5 of the 60 µs of a document. */
function toneless(syllable: string): string {
  let plain = TONELESS.get(syllable);
  if (plain === undefined) {
    plain = convert(syllable, { format: 'toneNone' }).replaceAll('ü', 'v');
    TONELESS.set(syllable, plain);
  }
  return plain;
}

const TONELESS = new Map<string, string>();
