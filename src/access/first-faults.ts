import { faultsOf } from './fault.js';
import type { ItemFault } from './fault.js';

const MOST = 100;
/** As JSON. The table takes more: Postgres writes numbers out and adds blanks. */
const MOST_BYTES = 32 * 1024;

/** The first faults of a call, as the sync log keeps them; null where there are none. */
export function firstFaults(faults: readonly ItemFault[] = []): ItemFault[] | null {
  const kept: ItemFault[] = [];
  let bytes = 0;
  for (const { index, line, code, field, reason, message, value } of faults
    .slice(0, MOST)
    .flatMap(faultsOf)
    .slice(0, MOST)) {
    const fault = {
      index,
      ...(line !== undefined && { line }),
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
