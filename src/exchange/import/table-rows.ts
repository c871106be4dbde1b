import { isNoteOfColumn } from '../../catalogue/index.js';
import words from './table-words.json' with { type: 'json' };

// Rows of a table that are about the table, and no products: rules, totals, numbers of pages, notes, the header once more.

const RULE = /^[-=_*~—─━═|+:\s]{2,}$/;
/** What such a row consists of, or begins with: regular expressions. */
const oneOf = (kind: keyof typeof words): string => `(?:${words[kind].join('|')})`;
/** Or a number of rows: 共 2 条, `(2 rows affected)`, `2 items`. */
const TOTAL = new RegExp(`^(?:${oneOf('total')}[\\s:：]*(?:[(].*[)])?[\\d.,\\s]*)?${oneOf('rows')}?$`, 'i');
const PAGE = new RegExp(`^${oneOf('page')}$`, 'i');
const LONGEST = 60;
/** Whether a cell is one without what sets it off: brackets, stars, blanks between Chinese characters. Many blanks would cost time. */
const isOne = (kind: RegExp, cell: string): boolean => {
  const text = cell.length > LONGEST ? '' : cell.normalize('NFKC').replace(/^[\s(*]+(?=\S)|[\s)*]+$/g, '');
  const squeezed = text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
  return text !== '' && kind.test(squeezed);
};
/** What stands below a list in each of its cells: 制表人：张三, `Date: 2026-01-01`. */
const SIGNED = new RegExp(`^${oneOf('signed')}\\s*[:：]`, 'iu');
/** What stands there in a cell of its own, before another one. */
const LABEL = new RegExp(`^${oneOf('label')}\\s*[:：]?$`, 'i');
const EXAMPLE = /^(?:示?例|举例|样例|example|e\.g\.)\s*[:：]|[（(](?:示例|样例|example)[)）]$/i;
/** The only cell of what stands below a list. */
const END = new RegExp(`^${oneOf('end')}`, 'iu');
const NUMBER = /^(?:[\s\d.,%+-]*|#FORMULA!)$/;
const CODE = /^(?=[^\d]{0,29}\d)[#*a-z][^\s\p{Script=Han}]{0,29}$/iu;
const COUNT = /^[(（]?\s*[1Aaａ１①]\s*[)）.]?$/;
/** Whether cells count the columns: from 1 on, or from A. */
const isCount = (cells: string[]): boolean => {
  const signs = cells.join(' ').normalize('NFKC').replaceAll(/[().]/g, '').toLowerCase();
  return cells.length > 2 && words.counts.some((count) => count.startsWith(`${signs} `));
};
/** Whether a cell may be a product number, though it looks like a note or the number of a page: `#123`, `*A1`, `P.12`. */
export const mayBeCode = (cell: string): boolean => CODE.test(cell) && !isOne(TOTAL, cell);

const NOTED = 'is a note, an example or what the columns may hold; it was skipped';
export const NOTE_ROW = { skipped: 'note', message: NOTED };
/** Whether cells say how long values may be, `30,200,12`: a number alone is no name. */
export const areLengths = (name: string, all: () => string[]): boolean =>
  /^\d{1,4}$/.test(name.trim()) && all().length > 2 && all().every((cell) => /^\d{1,4}$/.test(cell));

/**
 * What a row is that is no product; undefined for any other.
 * @param first its first cell that is not empty
 * @param all gives those cells
 * @param isHeader whether they name the columns
 */
export function aboutTable(
  first: string,
  all: () => string[],
  isHeader: () => boolean,
): { skipped: string; message: string } | undefined {
  if (RULE.test(first) || first === '-') {
    const cells = all();
    if (cells.every((cell) => RULE.test(cell) || cell === '-') && (RULE.test(first) || cells.length > 2))
      return { skipped: 'rule', message: 'is a line of dashes; it was skipped' };
  }
  if (isOne(TOTAL, first) && all().every((cell) => NUMBER.test(cell) || isOne(TOTAL, cell)))
    return { skipped: 'total', message: 'is a total; it was skipped' };
  if (isOne(PAGE, first) && all().every((cell) => isOne(PAGE, cell)))
    return { skipped: 'page', message: 'is the number of a page; it was skipped' };
  if (isNoteRow(first, all)) return NOTE_ROW;
  // Names of columns have no digits: most product numbers do.
  if (!/\d/.test(first) && isHeader())
    return { skipped: 'header_again', message: 'names the columns once more; it was skipped' };
  return undefined;
}

/** Whether a row counts the columns, says what they may hold, or is one of those below a list that say who made it, and when. */
const isNoteRow = (first: string, all: () => string[]): boolean =>
  EXAMPLE.test(first) ||
  (LABEL.test(first) && all().length === 2) ||
  (COUNT.test(first) && isCount(all())) ||
  (END.test(first) && all().length === 1) ||
  (SIGNED.test(first) && all().every((cell) => SIGNED.test(cell))) ||
  (isNote(first) && all().length > 1 && all().every(isNote));

/** What parts a note: `Required, max. 30`, `Text (optional)`, 必填 30字; or the length of a type of a database. */
const CLAUSES = /\(\d+(?:, ?\d+)?\)$|[，,。；;、()（）【】*\r\n]+|\.(?=\s|$)|(?<=\p{Script=Han})\s/u;
const isNote = (cell: string): boolean =>
  isNoteOfColumn(cell) || cell.split(CLAUSES).every((part) => MARK.test(part) || isNoteOfColumn(part));
/** A mark of what a column must hold, or nothing. Beside the name of a column it may belong to it: 状态x. */
const MARK = new RegExp(`^\\s*${oneOf('mark')}?\\s*$`, 'iu');
