/**
 * A row of CSV (RFC 4180). Strangers wrote some of the texts, and staff open them in a spreadsheet: what it would take for a
 * formula gets an apostrophe in front, one more where it has some. One that is set up for Chinese or Japanese takes full-width
 * signs for the others, and one that separates by something else than a comma begins a cell within a text: behind each `;`, tab
 * and line end.
 */
export const csvRow = (values: readonly (string | number | null | undefined)[]): string =>
  `${values.map((value) => csvCell(String(value ?? '').replaceAll(FORMULA, "'"))).join(',')}\r\n`;

const FORMULA = /^(?='*[\t\r\n])|(?:^|(?<=[,;\t\r\n]))(?='* *[=+\-@＝＋－＠])/g;

/** A cell of {@link csvRow} without the apostrophes that it has got there. */
export const withoutGuards = <T>(cell: T): T | string =>
  typeof cell === 'string' ? cell.replaceAll(GUARD, '') : cell;

const GUARD = /^'(?='*[\t\r\n])|(?:^|(?<=[,;\t\r\n]))'(?='* *[=+\-@＝＋－＠])/g;

/** A value as a cell: in quotes where a reader could end or trim it, whatever separator he takes. */
export const csvCell = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
