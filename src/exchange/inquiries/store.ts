import { isoTime, pageWithTotal, prepared, removeOlder } from '../../platform/index.js';
import type { Connection, Page, Transaction } from '../../platform/index.js';
import type { MailFailure } from '../failure.js';
import { INQUIRY_COLUMNS, LINE_COLUMNS } from './inquiry.js';
import type { InquiryLine, KnownProduct, StoredLine } from './inquiry.js';

type Column = (typeof INQUIRY_COLUMNS)[number];
/** A price inquiry. One of several products names them in its lines and none itself. */
type Inquiry = { [name in Column]?: string | null | undefined } & { name: string };

/** An inquiry with its lines, none where it names its product itself. */
interface StoredInquiry extends Record<Column, string | null> {
  id: number;
  created_at: string;
  name: string;
  lines: StoredLine[];
}

/** The bytes of an inquiry as JSON with its lines, as many as {@link LARGEST_INQUIRY} at most. */
export const sizeOf = (inquiry: object): number => Buffer.byteLength(JSON.stringify(inquiry));

// With parameters, here and where staff write: the server's log has the text of a statement that fails, and would have what
// a person wrote where it stands in the text.
const INSERT = prepared(
  `INSERT INTO inquiries (line_count, bytes, ${INQUIRY_COLUMNS.join(', ')})
   VALUES ($1, $2, ${INQUIRY_COLUMNS.map((_, i) => `$${i + 3}`).join(', ')}) RETURNING id`,
);
const INSERT_LINES = prepared(
  `INSERT INTO inquiry_lines (inquiry_id, line, ${LINE_COLUMNS.join(', ')})
   SELECT $1, place, ${LINE_COLUMNS.map((column) => `item ->> '${column}'`).join(', ')}
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (item, place)`,
);

/** @returns the number of the inquiry */
export async function insertInquiry(
  db: Connection,
  inquiry: Inquiry,
  lines: InquiryLine[] = [],
): Promise<number> {
  const values = INQUIRY_COLUMNS.map((column) => inquiry[column] ?? null);
  const { id } = await db.one<{ id: number }>(INSERT, [
    lines.length,
    sizeOf({ ...inquiry, items: lines }),
    ...values,
  ]);
  if (lines.length > 0) await db.none(INSERT_LINES, [id, JSON.stringify(lines)]);
  return id;
}

const COUNT = prepared(
  `INSERT INTO inquiry_counts AS before (caller) SELECT unnest($1::text[])
       ON CONFLICT (day, caller) DO UPDATE SET count = before.count + 1
   RETURNING caller, count,
             ceil(extract(epoch FROM (day + 1)::timestamp AT TIME ZONE 'UTC' - clock_timestamp()))::int AS "secondsLeft"`,
);

/** Counts an inquiry of today for each of these callers, in their order. @returns their counts, and how long the day still lasts */
export async function countToday(
  tx: Transaction,
  callers: string[],
): Promise<{ caller: string; count: number; secondsLeft: number }[]> {
  return tx.many(COUNT, [callers]);
}

/** How many inquiries of today are counted for a caller. */
export async function sentToday(db: Connection, caller: string): Promise<number> {
  const row = await db.oneOrNone<{ count: number }>(
    `SELECT count FROM inquiry_counts WHERE day = (clock_timestamp() AT TIME ZONE 'UTC')::date AND caller = $1`,
    [caller],
  );
  return row?.count ?? 0;
}

/** Removes inquiries that are older than they are kept, answered or not, and the counts of days before yesterday. */
export async function pruneInquiries(db: Connection, days: number): Promise<number> {
  await db.none(`DELETE FROM inquiry_counts WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - 1`);
  return removeOlder(db, 'inquiries', days, { at: 'created_at', step: 1_000 });
}

/** Removes an inquiry with all that it says of a person. @returns false where there is none */
export async function deleteInquiry(db: Connection, id: number): Promise<boolean> {
  return db.result('DELETE FROM inquiries WHERE id = $1', [id], ({ rowCount }) => rowCount > 0);
}

const LINES = `(SELECT coalesce(json_agg(json_build_object('line', line, ${LINE_COLUMNS.map((each) => `'${each}', ${each}`).join(', ')}, 'status', status) ORDER BY line), '[]')
    FROM inquiry_lines WHERE inquiry_id = inquiries.id) AS lines`;

type AskedProduct = Record<keyof InquiryLine, string | null>;

/** What an inquiry asks for: its lines, or the one product that it names itself. */
export const askedOf = ({ lines, code, cas, product_name, quantity }: StoredInquiry): AskedProduct[] =>
  (lines.length > 0 ? lines : [{ code, cas, product_name, quantity }]).map(
    (line: InquiryLine) =>
      Object.fromEntries(LINE_COLUMNS.map((name) => [name, line[name] ?? null])) as AskedProduct,
  );

/** For how long the oldest inquiry has been waiting for an answer, s; 0 where none waits. */
export async function longestWait(db: Connection): Promise<number> {
  const oldest = await db.oneOrNone<{ seconds: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds
       FROM inquiries WHERE status = 'new' ORDER BY id LIMIT 1`,
  );
  return oldest?.seconds ?? 0;
}

/** An inquiry with how it was handled. */
interface HandledInquiry extends StoredInquiry {
  status: 'new' | 'answered';
  note: string | null;
  answered_at: string | null;
  answered_by: string | null;
  /** when it was mailed to the seller; null where it was not, or no mail is set up */
  mailed_at: string | null;
  /** why it was not yet */
  mail_error: MailFailure | null;
  /** it is not tried any more */
  mail_given_up: boolean;
}

const HANDLED = `id, ${isoTime('created_at')} AS created_at, ${INQUIRY_COLUMNS.join(', ')}, ${LINES}, status, note,
  ${isoTime('answered_at')} AS answered_at, answered_by,
  ${isoTime('mailed_at')} AS mailed_at, mail_error,
  mail_given_up_at IS NOT NULL AS mail_given_up`;

const holds = (columns: string[]): string =>
  `strpos(lower(concat_ws(' ', ${columns.join(', ')})), lower($2)) > 0`;
const ASKED = ['code', 'cas', 'product_name'];
/** Whether an inquiry has a text in its number, in what it says of a person, or in what it asks for. */
const FOUND = `(id::text = $3 OR ${holds([...ASKED, 'name', 'company', 'email', 'phone'])}
  OR EXISTS (SELECT FROM inquiry_lines WHERE inquiry_id = inquiries.id AND ${holds(ASKED)}))`;

/**
 * A page of the inquiries, newest first, and how many there are. No more is read of them than a list shows: `first` is the product, of
 * several the first, `more` how many there are besides, `open_lines` those that nobody has answered yet; of the note its beginning.
 * @param filters.q a number (`#12` is nothing else), or a part of a name, a company, an address, a phone number or of what is asked for
 */
export async function pageInquiries(
  db: Connection,
  { status, q }: { status?: string | undefined; q?: string | undefined },
  page: Page,
): Promise<{ data: object[]; total: number }> {
  const text = q?.trim();
  const number = /^#\s*(\d+)$/.exec(text ?? '')?.[1];
  const from = `FROM inquiries WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL AND $3::text IS NULL OR ${FOUND})`;
  return pageWithTotal(
    db,
    // The page first, so that no lines are read of inquiries that are skipped.
    (bounds) =>
      `SELECT asked.id, ${isoTime('created_at')} AS created_at, asked.name, company, asked.status, left(asked.note, 200) AS note,
              mail_given_up_at IS NOT NULL AS mail_given_up, greatest(line_count - 1, 0) AS more,
              json_build_object('code', coalesce(asked.code, line.code), 'cas', coalesce(asked.cas, line.cas),
                'product_name', coalesce(asked.product_name, line.product_name),
                'quantity', coalesce(asked.quantity, line.quantity), 'unit', line.unit) AS first,
              (SELECT count(*) FROM inquiry_lines open WHERE open.inquiry_id = asked.id AND open.status = 'new') AS open_lines
         FROM (SELECT * ${from} ORDER BY id DESC ${bounds}) AS asked
         LEFT JOIN inquiry_lines line ON inquiry_id = asked.id AND line = 1
        ORDER BY asked.id DESC`,
    from,
    [status ?? null, (number === undefined && text) || null, number ?? (text || null)],
    page,
  );
}

/**
 * The newest inquiries first.
 * @param bytes that they have together, about: at least one is given
 * @param before only those with a number below this one
 */
export async function newestInquiries(
  db: Connection,
  limit: number,
  {
    bytes = null,
    before = null,
    status = null,
  }: { bytes?: number | null; before?: number | null; status?: string | null } = {},
): Promise<HandledInquiry[]> {
  return db.any(
    `SELECT ${HANDLED} FROM (
       SELECT *, sum(bytes) OVER (ORDER BY id DESC) - bytes AS before_it FROM (
         SELECT * FROM inquiries
          WHERE ($1 IS NULL OR id < $1) AND ($2 IS NULL OR status = $2) ORDER BY id DESC LIMIT $3) AS next) AS inquiries
      WHERE $4 IS NULL OR before_it < $4 ORDER BY inquiries.id DESC`,
    [before, status, limit, bytes],
  );
}

/** How many inquiries wait for an answer; counted up to 1,000. */
export async function countOpen(db: Connection): Promise<number> {
  const { open } = await db.one<{ open: number }>(
    `SELECT count(*)::int AS open FROM (SELECT FROM inquiries WHERE status = 'new' LIMIT 1000) AS waiting`,
  );
  return open;
}

/** An inquiry, and the products of the catalogue that it names by their numbers. */
export async function findInquiry(
  db: Connection,
  id: number,
): Promise<(HandledInquiry & { known: KnownProduct[] }) | null> {
  return db.oneOrNone(
    `SELECT ${HANDLED},
            (SELECT coalesce(json_agg(json_build_object('code', code, 'names', concat_ws(' · ', name_cn, name_en))), '[]') FROM products
              WHERE code = ANY (ARRAY(
                SELECT unnest(ARRAY[line.code, line.suggested]) FROM inquiry_lines line WHERE inquiry_id = inquiries.id
                 UNION SELECT inquiries.code))) AS known
       FROM inquiries WHERE id = $1`,
    [id],
  );
}

/** An inquiry as webhooks and mails show it: its products are always in `items`. */
export type OutgoingInquiry = NonNullable<Awaited<ReturnType<typeof inquiryFor>>>;

/** The inquiry of a number, with the address of each product that the catalogue has; null where there is none. */
export async function inquiryFor(db: Connection, id: number, siteOrigin: string) {
  const found = await findInquiry(db, id);
  if (!found) return null;
  const { created_at, name, company, email, phone, country, message, known } = found;
  const items = askedOf(found).map((asked) => {
    const is = known.find(({ code }) => code === asked.code);
    return { ...asked, url: is ? `${siteOrigin}/products/${encodeURIComponent(is.code)}` : null };
  });
  return { id, created_at, name, company, email, phone, country, message, items };
}

/** What staff note of an inquiry. */
interface Handling {
  status?: string | undefined;
  note?: string | null | undefined;
}

/**
 * Whether an inquiry still has these values, of those that are given; it is locked. One that is not there has none that
 * somebody could have changed.
 */
export async function isStill(
  tx: Connection,
  id: number,
  { status, note, lines = [] }: Handling & { lines?: Pick<StoredLine, 'line' | 'status'>[] | undefined },
): Promise<boolean> {
  const now = await tx.oneOrNone<{ status: string; note: string | null }>(
    'SELECT status, note FROM inquiries WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (!now) return true;
  const isOther = (was: string | null | undefined, is: string | null): boolean =>
    was !== undefined && was !== is;
  if (isOther(status, now.status) || isOther(note, now.note)) return false;
  const { changed } = await tx.one<{ changed: boolean }>(
    `SELECT EXISTS (
       SELECT FROM inquiry_lines JOIN jsonb_to_recordset($2::jsonb) AS was (line smallint, status text) USING (line)
        WHERE inquiry_id = $1 AND inquiry_lines.status <> was.status) AS changed`,
    [id, JSON.stringify(lines)],
  );
  return !changed;
}

/** Sets the status of lines of an inquiry. @returns how many lines it set */
export async function handleLines(
  db: Connection,
  id: number,
  lines: Pick<StoredLine, 'line' | 'status'>[],
): Promise<number> {
  return db.result(
    `UPDATE inquiry_lines SET status = given.status
       FROM jsonb_to_recordset($2::jsonb) AS given (line smallint, status text)
      WHERE inquiry_id = $1 AND inquiry_lines.line = given.line`,
    [id, JSON.stringify(lines)],
    (result) => result.rowCount,
  );
}

const HANDLE = prepared(
  `UPDATE inquiries SET
     note = CASE WHEN $4::boolean THEN $3 ELSE note END,
     answered_at = CASE WHEN $2::text = 'answered' AND status = 'new' THEN now() WHEN $2 = 'new' THEN NULL ELSE answered_at END,
     answered_by = CASE WHEN $2 = 'answered' AND status = 'new' THEN $5 WHEN $2 = 'new' THEN NULL ELSE answered_by END,
     status = coalesce($2, status)
   WHERE id = $1 RETURNING ${HANDLED}`,
);

/** Sets the status and note of an inquiry. @param by the name of the staff @returns null where there is no such inquiry */
export async function handleInquiry(
  db: Connection,
  id: number,
  { status, note, by }: Handling & { by: string },
): Promise<HandledInquiry | null> {
  return db.oneOrNone(HANDLE, [id, status ?? null, note ?? null, note !== undefined, by]);
}
