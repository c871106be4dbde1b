import { csvRow } from '../values/csv.js';
import type { Demanded } from './demanded.js';
import { weekOf } from './weeks.js';

const HEADERS = ['text', 'language', 'sureness', 'count', 'last_week', 'inquiries'] as const;

/**
 * A table of unmet demand, as CSV (UTF-8 with a BOM).
 * @param since the Monday of the first of the weeks, which are columns
 */
export function demandCsv(rows: readonly Demanded[], since: string): string {
  const first = Date.parse(since);
  const weeks = (rows[0]?.weeks ?? []).map((_, week) => weekOf(first + week * 7 * 86_400_000));
  const lines = [
    [...HEADERS, ...weeks],
    ...rows.map((row) => [...HEADERS.map((name) => row[name]), ...row.weeks]),
  ];
  return `\ufeff${lines.map(csvRow).join('')}`;
}
