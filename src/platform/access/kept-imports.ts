import { isoTime } from '../database/connect.js';
import type { Connection, Database } from '../database/connect.js';
import { removeOlder } from '../database/prune.js';
import { inChinese } from '../http/fault-codes.js';
import type { ItemFault } from './fault.js';

const MiB = 1024 * 1024;
/** The first rejected rows of an import are kept: so many, of so many bytes. */
const MOST_ROWS = 50_000;
const MOST_BYTES = 32 * MiB;
/** Bytes of all imports of a caller; older ones go. An import counts as the least at least, so that they are no more than 8,192. */
const MOST_OF_CALLER = 128 * MiB;
const LEAST_BYTES = 16 * 1024;
/** A row of more characters is kept without its values. */
const LONGEST = 256 * 1024;
/** Warnings of an import, and their bytes. */
const MOST_WARNINGS = 100;
const WARNING_BYTES = 32 * 1024;
const KEPT_DAYS = 30;
/** Characters that are written in one statement, about. */
const PIECE = MiB;
/** Imports that are removed in one statement: each may have tens of thousands of rows. */
const STEP = 20;

/** What was wrong with a row of an import, which is an item of a push. */
export type RowFault = Omit<ItemFault, 'index'> & { index?: number };

type Warned = Omit<RowFault, 'index'> & { index?: number | null };

/** A row that was rejected, and what was given: a product as it came, or what could not be read as one. */
export interface RejectedGiven {
  fault: RowFault;
  given: unknown;
}

interface ImportOf {
  /** of its call in the log */
  id: number;
  /** whose imports are bounded together */
  caller: string;
  /** of what kind the file was, so that the rows can be written as one like it */
  form: object;
}

/**
 * Keeps what was wrong with an import beside its row in the log, for 30 days: the first rejected rows with their values, and
 * the first warnings. An import of which nothing is rejected or warned of costs nothing.
 * @returns adds rows; how many are kept so far
 */
export function openKeeping({ id, caller, form }: ImportOf) {
  const formText = JSON.stringify(form);
  let rows = 0;
  let bytes = Buffer.byteLength(formText);
  let isFull = false;

  /** As many as there is room for, in pieces. */
  function* pieces(rejected: readonly RejectedGiven[]) {
    let piece = { before: rows, faults: [] as string[], given: [] as string[], size: 0 };
    for (const each of rejected) {
      const [fault, given] = [JSON.stringify(each.fault), textOf(each.given)];
      const size = Buffer.byteLength(fault) + Buffer.byteLength(given);
      isFull ||= rows === MOST_ROWS || bytes + size > MOST_BYTES;
      if (isFull) break;
      rows += 1;
      bytes += size;
      piece.faults.push(fault);
      piece.given.push(given);
      piece.size += size;
      if (piece.size < PIECE) continue;
      yield piece;
      piece = { before: rows, faults: [], given: [], size: 0 };
    }
    if (piece.faults.length > 0) yield piece;
  }
  return {
    rows: (): number => rows,
    /** @param tx a transaction: the rows and their number belong together */
    async keep(
      tx: Connection,
      rejected: readonly RejectedGiven[],
      warnings: readonly Warned[] = [],
    ): Promise<void> {
      const first = firstOf(warnings);
      if (rejected.length === 0 && first === null) return;
      await tx.none('INSERT INTO imports (id, caller, form) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        id,
        caller,
        formText,
      ]);
      for (const { before, faults, given } of pieces(rejected))
        await tx.none(ADD_ROWS, [id, before, faults, given]);
      const warned = first && JSON.stringify(first);
      bytes += Buffer.byteLength(warned ?? '');
      await tx.none(ADD_UP, [id, caller, rows, Math.max(bytes, LEAST_BYTES), warned, MOST_OF_CALLER]);
    },
  };
}

/** The first warnings; null where there are none. */
function firstOf(warnings: readonly Warned[]): Warned[] | null {
  let bytes = 0;
  const first = warnings
    .slice(0, MOST_WARNINGS)
    .filter((each) => (bytes += Buffer.byteLength(JSON.stringify(each))) <= WARNING_BYTES);
  return first.length > 0 ? first : null;
}

/** As JSON; `null` where it is too long, or nested too deeply to be written. */
function textOf(given: unknown): string {
  try {
    const text = JSON.stringify(given) ?? 'null';
    return text.length > LONGEST ? 'null' : text;
  } catch {
    return 'null';
  }
}

const ADD_ROWS = `
  INSERT INTO rejected_rows (import_id, place, fault, given)
  SELECT $1, $2 + place, fault, given FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS added (fault, given, place)`;

// Removes older imports beyond what a caller may have. Another import of his may be removing them: none waits for the other.
const ADD_UP = `
  WITH gone AS (
    DELETE FROM imports WHERE id IN (
      SELECT id FROM imports WHERE id IN (
        SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS upto FROM imports WHERE caller = $2 AND id <> $1) AS others
         WHERE upto > $6 - $4)
         FOR UPDATE SKIP LOCKED))
  UPDATE imports SET rows = $3, bytes = $4, warnings = coalesce($5, warnings) WHERE id = $1`;

/**
 * An import as it is answered; the form of its file, and how many of its rejected rows are kept: null where they are not any more.
 * @param keyName of the key that it was made with; null for any, and those of staff
 */
export async function importOf(db: Connection, id: number, keyName: string | null) {
  return db.oneOrNone<{ kept: number | null; form: object; file_name: string | null }>(
    `SELECT l.id, ${isoTime('l.at')} AS at, file_name, counts, coalesce(i.form, '{"kind": "csv", "columns": []}')::json AS form,
            CASE WHEN (counts->>'invalid')::int = 0 THEN 0 ELSE i.rows END AS kept
       FROM sync_log l LEFT JOIN api_keys k ON k.id = l.key_id LEFT JOIN imports i ON i.id = l.id
      WHERE l.id = $1 AND ($2 IS NULL OR k.name = $2 AND counts ? 'created')`,
    [id, keyName],
  );
}

/** Rejected rows of an import in their order, as JSON texts. @param after how many come before them */
export async function rejectedAfter(
  db: Connection,
  id: number,
  after: number,
  limit: number,
): Promise<{ fault: string; given: string }[]> {
  return db.any(
    'SELECT fault, given FROM rejected_rows WHERE import_id = $1 AND place > $2 ORDER BY place LIMIT $3',
    [id, after, limit],
  );
}

/** All of them, read as they are wanted. @param isChinese whether it is said in Chinese what was wrong */
export async function* rejectedOf(
  db: Database,
  id: number,
  isChinese = false,
): AsyncGenerator<RejectedGiven> {
  const said = isChinese ? inChinese<RowFault> : (fault: RowFault) => fault;
  for (let after = 0; ;) {
    const rows = await rejectedAfter(db, id, after, 500);
    for (const { fault, given } of rows) yield { fault: said(JSON.parse(fault)), given: JSON.parse(given) };
    if (rows.length === 0) return;
    after += rows.length;
  }
}

/** An error of an import as it is shown, with what was given where that is no longer than people read. */
export type ShownError = RowFault & { values?: unknown };

const SHOWN_ERROR = `CASE WHEN length(given) > 2000 THEN fault ELSE left(fault, -1) || ',"values":' || given || '}' END`;

/** The first 1,000 errors and the warnings of an import; null where there are none. */
export async function firstKept(
  db: Connection,
  id: number,
): Promise<{ errors: ShownError[] | null; warnings: ItemFault[] | null }> {
  const found = await db.oneOrNone<{ errors: string[]; warnings: string | null }>(
    `SELECT warnings,
            ARRAY(SELECT ${SHOWN_ERROR} FROM rejected_rows WHERE import_id = id AND place <= 1000 ORDER BY place) AS errors
       FROM imports WHERE id = $1`,
    [id],
  );
  const errors = found?.errors.map((each) => JSON.parse(each)) ?? [];
  return {
    errors: errors.length > 0 ? errors : null,
    warnings: found?.warnings ? JSON.parse(found.warnings) : null,
  };
}

/** Removes what is kept of imports of more than 30 days ago, a few at a time. @returns how many imports */
export async function pruneImports(db: Connection): Promise<number> {
  return removeOlder(db, 'imports', KEPT_DAYS, { step: STEP });
}
