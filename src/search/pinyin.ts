import { pinyin } from 'pinyin-pro';
import { hasHan } from './normalise.js';

/** Of longer texts only the beginning is said: nobody types more in pinyin, and it takes its time. */
const LONGEST = 60;

/**
 * How the Han characters of a text are said: in full (twice where it has an ü: `lv` and `lu`), and their first
 * letters last. Nothing where it has none.
 */
export function pinyinOf(text: string): string[] {
  if (!hasHan(text)) return [];
  const syllables = pinyin(Array.from(text).slice(0, LONGEST).join(''), {
    toneType: 'none',
    type: 'array',
    nonZh: 'removed',
    v: true,
  });
  const whole = syllables.join('');
  return [...new Set([whole, whole.replaceAll('v', 'u')]), syllables.map((syllable) => syllable[0]).join('')];
}
