/** All that Excel and LibreOffice have, and what they may yet get: `#N/A`, `#REF!`, `#NAME?`, `Err:502`. */
const ERROR = /^\s*(?:#(?:N\/A|GETTING_DATA|[A-Z0-9/]+[!?])|Err:\d{3})\s*$/;

/** Whether a value is what a spreadsheet shows in place of one that it could not work out. */
export const isSpreadsheetError = (value: unknown): boolean => typeof value === 'string' && ERROR.test(value);

/** What a spreadsheet shows, and writes to a CSV file, in place of a number of 12 digits or more. */
const SHORTENED = /^\s*\d(?:[.,]\d+)?E\+\d{2,3}\s*$/i;

/** Whether a text is a number without its last digits: as a product number it would stand for many. */
export const isShortened = (value: unknown): boolean => typeof value === 'string' && SHORTENED.test(value);
