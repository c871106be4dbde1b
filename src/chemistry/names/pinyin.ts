import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type * as PinyinPro from 'pinyin-pro';
import { hasHan } from './normalise.js';

const require = createRequire(import.meta.url);
/** Loaded with the first Han character, as its dictionary costs memory and time at every start. */
const library = (): typeof PinyinPro => require('pinyin-pro') as typeof PinyinPro;

/** Only the beginning of a long text is read: nobody types more in pinyin, and reading is slow. */
const LONGEST = 60;

/**
 * The pinyin of the Han characters in a text: in full (twice if it has an ü, as `lv` and `lu`), then the initials.
 * Empty without Han characters.
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
 * The syllables of a run of Han characters. The reading of a character depends only on its run. Cached for rebuilds,
 * as the impurities of a substance share such runs.
 */
const SYLLABLES = new LRUCache<string, string[]>({
  max: 10_000,
  memoMethod: (run) =>
    // Tone changes do not matter, as tones are removed.
    library().pinyin(run, { type: 'array', nonZh: 'removed', toneType: 'none', v: true, toneSandhi: false }),
});
