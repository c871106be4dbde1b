/** All that Excel and LibreOffice have, and what they may yet get: `#N/A`, `#REF!`, `#NAME?`, `Err:502`. */
const ERROR = /^\s*(?:#(?:N\/A|GETTING_DATA|[A-Z0-9/]+[!?])|Err:\d{3})\s*$/;

/** Whether a value is what a spreadsheet shows in place of one that it could not work out. */
export const isSpreadsheetError = (value: unknown): boolean => typeof value === 'string' && ERROR.test(value);
