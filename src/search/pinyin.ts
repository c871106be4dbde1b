import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type * as PinyinPro from 'pinyin-pro';
import { hasHan } from './normalise.js';

const require = createRequire(import.meta.url);
/** Loaded with the first Han character: its dictionary takes 12 MB, and 50 ms of every start. */
const library = (): typeof PinyinPro => require('pinyin-pro') as typeof PinyinPro;

/** Of longer texts only the beginning is read: more is not typed in pinyin, and reading is slow. */
const LONGEST = 60;

/**
 * The pinyin of the Han characters of a text: in full (twice where it has an ü: `lv` and `lu`), and last its initials.
 * Empty where it has none.
 */
export function pinyinOf(text: string): string[] {
  if (!hasHan(text)) return [];
  const beginning = text.length <= LONGEST ? text : Array.from(text).slice(0, LONGEST).join('');
  const syllables = [...beginning.matchAll(RUN_OF_HAN)].flatMap(([run]) => SYLLABLES.memo(run));
  const whole = syllables.join('');
  return [...new Set([whole, whole.replaceAll('v', 'u')]), syllables.map((syllable) => syllable[0]).join('')];
}

const RUN_OF_HAN = /\p{Script=Han}+/gu;

/**
 * The syllables of a run of Han characters; the reading of one depends on the others of the run alone. They are cached
 * for rebuilds: the impurities of a substance have such runs in common.
 */
const SYLLABLES = new LRUCache<string, string[]>({
  max: 10_000,
  memoMethod: (run) =>
    // Tones are removed anyway.
    library().pinyin(run, { type: 'array', nonZh: 'removed', toneSandhi: false }).map(toneless),
});

/** A syllable without its tone, ü as v. Cached: there are only some 1,500. */
function toneless(syllable: string): string {
  let plain = TONELESS.get(syllable);
  if (plain === undefined) {
    plain = library().convert(syllable, { format: 'toneNone' }).replaceAll('ü', 'v');
    TONELESS.set(syllable, plain);
  }
  return plain;
}

const TONELESS = new Map<string, string>();
