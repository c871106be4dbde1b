import type { Position } from '../changes/position.js';
import { exactTime, readColumn } from '../../platform/index.js';
import type { Connection, Database } from '../../platform/index.js';
import { SHARED_FIELDS } from './checks.js';
import type { CasFacts, Checked, CheckId, NameCheck, SharedField } from './checks.js';

/** The reader of the log that writes the findings: its row in `log_readers`. */
const READER = 'quality';

/** How far the findings are. */
export interface ChecksReader {
  position: Position;
  /** the rules by which they were made */
  rules: string;
  /** the products up to this id are checked, of a walk through all of them; null where none is under way */
  walked: number | null;
}

/** Whether no change is committed that the findings do not have yet. */
export async function isCaughtUp(db: Database, rules: string): Promise<boolean> {
  const row = await db.oneOrNone<{ done: boolean }>(
    `SELECT position_lost(r.epoch, r.xid, r.seq, r.mark) IS NULL AND r.state->>'rules' = $2 AND r.state->>'walked' IS NULL
            AND NOT EXISTS (SELECT FROM newest_change() n WHERE (n.xid, n.seq) > (r.xid, r.seq)) AS done
       FROM log_readers r WHERE r.name = $1`,
    [READER, rules],
  );
  return row?.done ?? false;
}

/** How far the findings are, nobody else's until the transaction ends. Without any they begin at `start`, with a walk. */
export async function lockReader(tx: Connection, start: Position, rules: string): Promise<ChecksReader> {
  await tx.none(
    `INSERT INTO log_readers (name, epoch, xid, seq, mark, state)
     VALUES ($1, $2, $3, $4, $5, jsonb_build_object('rules', $6, 'walked', 0)) ON CONFLICT DO NOTHING`,
    [READER, start.epoch, start.xid, start.seq, start.mark, rules],
  );
  const { state, ...position } = await tx.one<Position & { state: Omit<ChecksReader, 'position'> }>(
    'SELECT epoch, xid::text, seq, mark, state FROM log_readers WHERE name = $1 FOR UPDATE',
    [READER],
  );
  return { position, ...state };
}

/** Stores how far the findings are. */
export async function saveReader(tx: Connection, { position, ...state }: ChecksReader): Promise<void> {
  await tx.none(
    `UPDATE log_readers SET epoch = $2, xid = $3, seq = $4, mark = $5, state = $6, updated_at = clock_timestamp()
      WHERE name = $1`,
    [READER, position.epoch, position.xid, position.seq, position.mark, state],
  );
}

/** The next ids that a product or a finding has. */
export async function idsAfter(tx: Connection, id: number, limit: number): Promise<number[]> {
  return readColumn(
    tx,
    `(SELECT id FROM products WHERE id > $1 ORDER BY id LIMIT $2)
      UNION (SELECT DISTINCT product_id FROM findings WHERE product_id > $1 ORDER BY product_id LIMIT $2)
      ORDER BY id LIMIT $2`,
    [id, limit],
  );
}

/** A product to check. */
interface CheckedRow extends Checked {
  id: number;
  written_at: string;
}

/** Those of the products that exist. */
export async function productsToCheck(tx: Connection, ids: number[]): Promise<CheckedRow[]> {
  return tx.any(
    `SELECT id, code, name_cn, name_en, cas, p.formula, p.mw, structure_url, ${exactTime('updated_at')} AS written_at,
            s.formula AS drawn_formula, s.mw AS drawn_mw, ARRAY(SELECT jsonb_object_keys(n.meanings)) AS name_checks
       FROM products p LEFT JOIN product_structures s ON s.product_id = p.id LEFT JOIN read_names n ON n.product_id = p.id
      WHERE id = ANY($1::bigint[])`,
    [ids],
  );
}

/** Asks that the names of these products be read as structures, where they or the structure have changed. */
export async function askForNames(tx: Connection, ids: number[]): Promise<void> {
  await tx.none(
    `WITH given AS MATERIALIZED (
       SELECT p.id, md5(concat_ws(E'\\n', s.given_hash, p.name_en, p.synonyms)) AS hash
         FROM products p JOIN product_structures s ON s.product_id = p.id WHERE p.id = ANY($1::bigint[])),
     gone AS (DELETE FROM read_names WHERE product_id = ANY($1::bigint[]) AND product_id NOT IN (SELECT id FROM given))
     INSERT INTO read_names AS n (product_id, given_hash) SELECT id, hash FROM given
         ON CONFLICT (product_id) DO UPDATE SET given_hash = excluded.given_hash, is_read = false, meanings = '{}'
      WHERE n.given_hash <> excluded.given_hash`,
    [ids],
  );
}

/** A product whose names are to be read. */
export interface NamedProduct {
  id: number;
  given_hash: string;
  name_en: string | null;
  synonyms: string | null;
  /** its skeleton; null where it has none */
  parent: string | null;
  smiles: string | null;
}

/** The names of a product that mean another structure, each with its SMILES, by the check that finds them. */
export type Meanings = Partial<Record<NameCheck, Record<string, string>>>;

/** The next products whose names are to be read, and whose structure is worked out. */
export function productsToRead(db: Database, limit: number): Promise<NamedProduct[]> {
  return db.any(
    `SELECT p.id, n.given_hash, p.name_en, p.synonyms, s.parent, s.smiles
       FROM read_names n JOIN products p ON p.id = n.product_id JOIN product_structures s ON s.product_id = n.product_id
      WHERE NOT n.is_read AND s.is_complete ORDER BY n.product_id LIMIT $1`,
    [limit],
  );
}

/** Stores what was read, by nobody else's findings at the same time, and what is found by it. */
export async function keepReadNames(
  tx: Connection,
  read: { id: number; given_hash: string; meanings: Meanings }[],
): Promise<void> {
  await tx.any('SELECT FROM log_readers WHERE name = $1 FOR UPDATE', [READER]);
  await tx.none(
    `WITH kept AS (
       UPDATE read_names n SET is_read = true, meanings = given.meanings
         FROM json_to_recordset($1) AS given (id bigint, given_hash text, meanings jsonb)
        WHERE n.product_id = given.id AND n.given_hash = given.given_hash
       RETURNING n.product_id, n.meanings)
     INSERT INTO findings (product_id, check_id, written_at)
     SELECT p.id, found, p.updated_at FROM kept JOIN products p ON p.id = kept.product_id, jsonb_object_keys(kept.meanings) found
         ON CONFLICT DO NOTHING`,
    [JSON.stringify(read)],
  );
}

/** What names of these products mean instead, by product number: those that a check finds, each with its SMILES. */
export async function meaningsOf(
  db: Connection,
  codes: readonly string[],
  check: NameCheck,
): Promise<Map<string, Record<string, string>>> {
  const rows = await db.any<{ code: string; names: Record<string, string> }>(
    `SELECT p.code, n.meanings->$2 AS names FROM products p JOIN read_names n ON n.product_id = p.id
      WHERE p.code = ANY($1) AND n.meanings ? $2`,
    [codes, check],
  );
  return new Map(rows.map(({ code, names }) => [code, names]));
}

/** The CAS numbers under which products were found to differ from others. */
export async function foundCas(tx: Connection, ids: number[]): Promise<string[]> {
  return readColumn(
    tx,
    'SELECT DISTINCT shared_cas FROM findings WHERE product_id = ANY($1::bigint[]) AND shared_cas IS NOT NULL',
    [ids],
  );
}

/** Names and formulas of the products with these CAS numbers, except those with these codes: twenty of each at most. */
export async function factsOfCas(
  tx: Connection,
  casNumbers: string[],
  exceptCodes: string[],
): Promise<CasFacts[]> {
  if (casNumbers.length === 0) return [];
  const some = (column: string): string =>
    `(coalesce(array_agg(DISTINCT ${column}) FILTER (WHERE ${column} IS NOT NULL), '{}'))[:20] AS ${column}`;
  return tx.any(
    `SELECT cas, ${Object.keys(SHARED_FIELDS).map(some).join(', ')}
       FROM products WHERE cas = ANY($1) AND cas <> 'N/A' AND code <> ALL($2) GROUP BY cas`,
    [casNumbers, exceptCodes],
  );
}

/** What checks found. */
export interface CheckResults {
  /** the products that were looked at */
  ids: number[];
  findings: { check_id: CheckId; product_id: number; written_at: string }[];
  /** the CAS numbers that were looked at */
  casNumbers: string[];
  /** the fields in which products of a CAS number differ */
  differing: { shared_cas: string; check_id: CheckId; field: SharedField }[];
}

/** Makes the findings of these products, and of all products of these CAS numbers, what was found. */
export async function replaceFindings(
  tx: Connection,
  { ids, findings, casNumbers, differing }: CheckResults,
): Promise<void> {
  await tx.none(
    `WITH wanted AS MATERIALIZED (
       SELECT product_id, check_id, written_at, NULL AS shared_cas
         FROM json_to_recordset($3) AS own (check_id text COLLATE "C", product_id bigint, written_at timestamptz)
        UNION
       SELECT p.id, differing.check_id, p.updated_at, differing.shared_cas
         FROM json_to_recordset($4) AS differing (shared_cas text COLLATE "C", check_id text COLLATE "C", field text)
         JOIN products p ON p.cas = differing.shared_cas AND p.cas <> 'N/A'
        WHERE CASE differing.field WHEN 'name_cn' THEN p.name_cn WHEN 'name_en' THEN p.name_en ELSE p.formula END IS NOT NULL),
     gone AS (
       DELETE FROM findings f
        WHERE (f.product_id = ANY($1::bigint[]) OR f.shared_cas = ANY($2))
          AND (f.product_id, f.check_id) NOT IN (SELECT product_id, check_id FROM wanted))
     INSERT INTO findings AS f (product_id, check_id, written_at, shared_cas) SELECT * FROM wanted
         ON CONFLICT (product_id, check_id) DO UPDATE SET written_at = excluded.written_at, shared_cas = excluded.shared_cas
      WHERE (f.written_at, f.shared_cas) IS DISTINCT FROM (excluded.written_at, excluded.shared_cas)`,
    [ids, casNumbers, JSON.stringify(findings), JSON.stringify(differing)],
  );
}

/** Whether names wait to be read: only where names are read at all, which takes OPSIN. */
export async function namesWait(db: Database): Promise<boolean> {
  const { waits } = await db.one<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM read_names WHERE is_read) AND EXISTS (
       SELECT FROM read_names n JOIN product_structures s USING (product_id) WHERE NOT n.is_read AND s.is_complete) AS waits`,
  );
  return waits;
}

/** How many products the checks find that find any. */
export async function findingTotals(db: Database): Promise<Map<CheckId, number>> {
  const rows = await db.any<{ check_id: CheckId; total: number }>(
    'SELECT check_id, total FROM finding_totals',
  );
  return new Map(rows.map(({ check_id, total }) => [check_id, total]));
}
