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

/** For how long the oldest inquiry has been waiting for an answer, s; 0 where none waits. */
export async function longestWait(db: Connection): Promise<number> {
  const oldest = await db.oneOrNone<{ seconds: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds
       FROM inquiries WHERE status = 'new' ORDER BY id LIMIT 1`,
  );
  return oldest?.seconds ?? 0;
}

/** An inquiry with how it was handled. */
export interface HandledInquiry extends Inquiry {
  id: number;
  created_at: string;
  status: 'new' | 'answered';
  note: string | null;
  answered_at: string | null;
  answered_by: string | null;
}

const HANDLED = `id, ${isoTime('created_at')} AS created_at, ${COLUMNS.join(', ')}, status, note,
  ${isoTime('answered_at')} AS answered_at, answered_by`;

/** A page of the inquiries, newest first, and how many there are. */
export async function pageInquiries(
  db: Connection,
  status: string | undefined,
  page: { offset: number; limit: number },
): Promise<{ data: HandledInquiry[]; total: number }> {
  const where = status === undefined ? '' : 'WHERE status = $1';
  const [data, { total }] = await Promise.all([
    db.any(`SELECT ${HANDLED} FROM inquiries ${where} ORDER BY inquiries.id DESC LIMIT $2 OFFSET $3`, [
      status ?? null,
      page.limit,
      page.offset,
    ]),
    db.one(`SELECT count(*) AS total FROM inquiries ${where}`, [status ?? null]),
  ]);
  return { data, total };
}

export async function findInquiry(db: Connection, id: number): Promise<HandledInquiry | null> {
  return db.oneOrNone(`SELECT ${HANDLED} FROM inquiries WHERE id = $1`, [id]);
}

/** Sets the status and note of an inquiry. @param by the name of the staff @returns null where there is no such inquiry */
export async function handleInquiry(
  db: Connection,
  id: number,
  { status, note, by }: { status?: string | undefined; note?: string | null | undefined; by: string },
): Promise<HandledInquiry | null> {
  return db.oneOrNone(
    `UPDATE inquiries SET
       note = CASE WHEN $4 THEN $3 ELSE note END,
       answered_at = CASE WHEN $2 = 'answered' AND status = 'new' THEN now() WHEN $2 = 'new' THEN NULL ELSE answered_at END,
       answered_by = CASE WHEN $2 = 'answered' AND status = 'new' THEN $5 WHEN $2 = 'new' THEN NULL ELSE answered_by END,
       status = coalesce($2, status)
     WHERE id = $1 RETURNING ${HANDLED}`,
    [id, status ?? null, note ?? null, note !== undefined, by],
  );
}
