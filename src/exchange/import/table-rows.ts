import { isNoteOfColumn } from '../../catalogue/index.js';

// Rows of a table that are about the table, and no products: rules, totals, numbers of pages, notes, the header once more.

const RULE = /^[-=_*~—─━═|+:\s]{2,}$/;
const TOTAL =
  /^\s*(?:(?:grand |sub)?totals?|sum|合计|小计|总计|共计|累计|总数|本页合计|合計|小計|總計|합계|소계)\s*[:：]?\s*(?:[(（].*[)）])?[\d.,\s]*(?:items?|rows?|records?|products?|[种個个条條项項行])?$/i;
const PAGE =
  /^\s*(?:page\s*\d+(?:\s*(?:of|\/)\s*\d+)?|第\s*\d+\s*页(?:[\s,，/]*共\s*\d+\s*页)?|-+\s*\d+\s*-+)\s*$/i;
/** What stands below a list in each of its cells: 制表人：张三, `Date: 2026-01-01`. */
const SIGNED =
  /^(?:\p{Script=Han}{1,6}|(?:prepared|checked|approved|printed)(?: by| on)?|date|notes?)\s*[:：]/iu;
const EXAMPLE = /^(?:示?例|举例|样例|example|e\.g\.)\s*[:：]/i;
/** A type of a database may have a length. */
const LENGTH = /\(\d+(?:, ?\d+)?\)$/;
const NUMBER = /^[\s\d.,%+-]*$/;

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
  if (TOTAL.test(first) && all().every((cell) => NUMBER.test(cell) || TOTAL.test(cell)))
    return { skipped: 'total', message: 'is a total; it was skipped' };
  if (PAGE.test(first) && all().length === 1)
    return { skipped: 'page', message: 'is the number of a page; it was skipped' };
  const isNote = (cell: string): boolean =>
    isNoteOfColumn(cell.replace(/^[(（](.*)[)）]$/, '$1').replace(LENGTH, ''));
  if (
    EXAMPLE.test(first) ||
    (SIGNED.test(first) && all().every((cell) => SIGNED.test(cell))) ||
    (isNote(first) && all().length > 1 && all().every(isNote))
  )
    return { skipped: 'note', message: 'is a note, an example or what the columns may hold; it was skipped' };
  // Names of columns have no digits: most product numbers do.
  if (!/\d/.test(first) && isHeader())
    return { skipped: 'header_again', message: 'names the columns once more; it was skipped' };
  return undefined;
}
