import { isoTime } from '../database/connect.js';
import type { Connection } from '../database/connect.js';

/** A price inquiry. */
export interface Inquiry {
  code?: string | undefined;
  cas?: string | undefined;
  product_name?: string | undefined;
  quantity?: string | undefined;
  name: string;
  company?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  country?: string | undefined;
  message?: string | undefined;
}

const COLUMNS = [
  'code',
  'cas',
  'product_name',
  'quantity',
  'name',
  'company',
  'email',
  'phone',
  'country',
  'message',
] as const;

/** @returns the number of the inquiry */
export async function insertInquiry(db: Connection, inquiry: Inquiry): Promise<number> {
  const places = COLUMNS.map((_, i) => `$${i + 1}`).join(', ');
  const values = COLUMNS.map((column) => inquiry[column] ?? null);
  return db.one(
    `INSERT INTO inquiries (${COLUMNS.join(', ')}) VALUES (${places}) RETURNING id`,
    values,
    (row: { id: number }) => row.id,
  );
}

/** The newest inquiries first. */
export async function listInquiries(
  db: Connection,
  limit: number,
): Promise<(Inquiry & { id: number; created_at: string })[]> {
  return db.any(
    `SELECT id, ${isoTime('created_at')} AS created_at, ${COLUMNS.join(', ')} FROM inquiries ORDER BY id DESC LIMIT $1`,
    [limit],
  );
}
