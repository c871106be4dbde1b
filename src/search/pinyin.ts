import { pinyin } from 'pinyin-pro';
import { hasHan } from './normalise.js';

/**
 * How the Han characters of a text are said: in full (twice where it has an ü: `lv` and `lu`), and their first
 * letters last. Nothing where it has none.
 */
export function pinyinOf(text: string): string[] {
  if (!hasHan(text)) return [];
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
  const whole = syllables.join('');
  return [...new Set([whole, whole.replaceAll('v', 'u')]), syllables.map((syllable) => syllable[0]).join('')];
}
