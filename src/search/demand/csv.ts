import { csvRow } from '../../platform/index.js';
import type { Demanded } from './demanded.js';
import { weekOf } from './weeks.js';

const NAMES = ['typed', 'language', 'sureness', 'count', 'last_week', 'inquiries'] as const;
const HEADERS = ['text', ...NAMES.slice(1)];

/**
 * A table of unmet demand, as CSV (UTF-8 with a BOM).
 * @param since the Monday of the first of the weeks, which are columns
 */
export function demandCsv(rows: readonly Demanded[], since: string): string {
  const first = Date.parse(since);
  const weeks = (rows[0]?.weeks ?? []).map((_, week) => weekOf(first + week * 7 * 86_400_000));
  const lines = [
    [...HEADERS, ...weeks],
    ...rows.map((row) => [...NAMES.map((name) => row[name]), ...row.weeks]),
  ];
  return `\ufeff${lines.map(csvRow).join('')}`;
}
