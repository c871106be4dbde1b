// Without imports: the pages of the back office use the type in the browser.

/** What was wrong with an item of a push: an error, or a warning, which has the value. */
export interface Fault {
  /** place of the item in the call, from 0 */
  index: number;
  code: string | null;
  field: string | null;
  reason: string;
  message: string;
  value?: string | number | null;
}

const MOST = 100;
/** As JSON. The table takes four times as much: Postgres writes numbers out, and sets blanks. */
const MOST_BYTES = 32 * 1024;

/** The first faults of a call, as the sync log keeps them; null where there are none. */
export function firstFaults(faults: readonly Fault[] = []): Fault[] | null {
  const kept: Fault[] = [];
  let bytes = 0;
  for (const { index, code, field, reason, message, value } of faults.slice(0, MOST)) {
    const fault = {
      index,
      code: storable(code),
      field,
      reason,
      message: storable(message),
      ...(value !== undefined && { value: storable(value) }),
    };
    bytes += Buffer.byteLength(JSON.stringify(fault));
    if (bytes > MOST_BYTES) break;
    kept.push(fault);
  }
  return kept.length > 0 ? kept : null;
}

/** Postgres takes neither NUL nor halves of characters in JSON. */
const storable = <T extends string | number | null>(value: T): T =>
  (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value) as T;
