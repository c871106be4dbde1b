import { csvRow } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';
import { LINE_COLUMNS } from './inquiry.js';
import { askedOf, newestInquiries } from './store.js';

const INQUIRY = ['id', 'created_at', 'status', 'name', 'company', 'email', 'phone', 'country'] as const;
const HEADERS = [...INQUIRY, 'line', 'line_status', ...LINE_COLUMNS, 'message', 'staff_note'];
/** Inquiries that are read at once, and their bytes. */
const AT_ONCE = 500;
const BYTES_AT_ONCE = 1024 * 1024;

/**
 * Inquiries as CSV (UTF-8 with a BOM), newest first, a row for each product.
 * @param status of the inquiries; all where it is null
 */
export async function* inquiryCsv(db: Connection, status: string | null = null): AsyncGenerator<string> {
  yield `\ufeff${csvRow(HEADERS)}`;
  let before: number | null = null;
  for (;;) {
    const inquiries = await newestInquiries(db, AT_ONCE, { bytes: BYTES_AT_ONCE, before, status });
    for (const inquiry of inquiries) {
      const named = INQUIRY.map((name) => inquiry[name]);
      const rows = askedOf(inquiry).map((asked, i) => [
        ...named,
        i + 1,
        inquiry.lines[i]?.status,
        ...LINE_COLUMNS.map((name) => asked[name]),
        inquiry.message,
        inquiry.note,
      ]);
      yield rows.map(csvRow).join('');
    }
    const last = inquiries.at(-1);
    if (!last) return;
    before = last.id;
  }
}
