/**
 * A row of CSV (RFC 4180). Strangers wrote some of the texts, and staff open them in a spreadsheet: one that it would take
 * for a formula gets an apostrophe in front. One that is set up for Chinese or Japanese takes full-width signs for the others.
 */
export const csvRow = (values: readonly (string | number | null | undefined)[]): string =>
  `${values.map((value) => cell(String(value ?? ''))).join(',')}\r\n`;

function cell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
