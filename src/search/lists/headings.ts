import { columnMeaning } from '../../catalogue/index.js';
import { compact, Expressions } from '../../chemistry/index.js';

const HEADINGS = new Expressions('headings');
const WORDS = new Set(HEADINGS.words('heading'));
const AMBIGUOUS = new Set(HEADINGS.words('ambiguous'));

/** Whether a line is a heading that names columns. */
export function isHeading(line: string): boolean {
  const words = line.split(/[\s,;:：，|/()（）]+/).filter((word) => compact(word) !== '');
  const isWord = (word: string): boolean => WORDS.has(compact(word)) || columnMeaning(word) !== undefined;
  return words.every(isWord) && !words.every((word) => AMBIGUOUS.has(compact(word)));
}
