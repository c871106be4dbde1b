import { readSingle } from '../../platform/index.js';
import type { Connection, Database } from '../../platform/index.js';
import type { Demanded, Lack } from './demanded.js';
import { PRESENT_WEEK } from './weeks.js';

/** How often a text of unmet demand was asked for. */
export interface AskedCount extends Lack {
  count: number;
  /** the Monday of another week than the present one */
  week?: string;
}

/** Adds to the counts of the week, in the order of the key, so that gateways wait for each other. @returns how many rows are new */
export const addDemand = (db: Database, asked: readonly AskedCount[]): Promise<number> =>
  readSingle(
    db,
    `WITH counted AS (
       INSERT INTO demand AS d (text, week, sureness, count, typed)
       SELECT text, coalesce(week, ${PRESENT_WEEK}) AS week, sureness, sum(count), nullif((array_agg(typed ORDER BY count DESC, typed))[1], text)
         FROM json_to_recordset($1) AS new (text text COLLATE "C", week date, sureness text, count bigint, typed text)
        GROUP BY 1, 2, 3
        ORDER BY 1, 2, 3
           ON CONFLICT (text, week, sureness) DO UPDATE SET count = d.count + excluded.count
       RETURNING xmax = 0 AS is_new)
     SELECT count(*) FILTER (WHERE is_new) FROM counted`,
    [JSON.stringify(asked)],
  );

/** Rows that pruning leaves: below 100,000 by what two gateways write at most before they prune again. */
const KEPT = 75_000;

/**
 * Bounds the table: the rarest go first, of those the oldest, so that a flood of new texts displaces itself.
 * @param kept rows that stay
 */
export async function pruneDemand(db: Database, kept = KEPT): Promise<void> {
  // Rows that a gateway is just counting on are none of the rarest: they are not waited for.
  await db.none(
    `DELETE FROM demand WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM demand ORDER BY count, week
        LIMIT (SELECT greatest(count(*) - $1, 0) FROM demand) FOR UPDATE SKIP LOCKED))`,
    [kept],
  );
}

interface DemandFilters {
  /** a Monday, of 53 weeks ago at most */
  since: string;
  sureness?: Lack['sureness'] | undefined;
  language?: 'cn' | 'en' | undefined;
  /** a part of the text, in small letters */
  q?: string | undefined;
  /** those that staff ignore, in place of the others */
  ignored?: boolean | undefined;
}

/** The weeks that are looked at where nothing else is said. */
export const USUAL_WEEKS = 12;
export const MOST_WEEKS = 53;

/**
 * Unmet demand, the most wanted first; all of it without a limit. How sure it was is told of its last week,
 * `none` before `similar`.
 */
export async function listDemand(
  db: Connection,
  { since, sureness, language, q, ignored = false }: DemandFilters,
  { offset = 0, limit }: { offset?: number; limit?: number | undefined } = {},
): Promise<Demanded[]> {
  return db.any(
    `WITH asked AS (
       SELECT text, language, sum(count)::bigint AS count, max(week) AS last_week,
              (array_agg(sureness ORDER BY week DESC, sureness))[1] AS sureness,
              (array_agg(coalesce(typed, text) ORDER BY week DESC, sureness))[1] AS typed
         FROM demand
        WHERE week >= $<since>::date AND ($<language> IS NULL OR language = $<language>)
          AND ($<q> IS NULL OR strpos(lower(text), $<q>) > 0)
          AND (text IN (SELECT text FROM demand_ignored)) = $<ignored>
        GROUP BY text, language),
     page AS (
       SELECT * FROM asked
        WHERE ($<sureness> IS NULL OR sureness = $<sureness>)
        ORDER BY count DESC, text LIMIT $<limit> OFFSET $<offset>)
     SELECT text, typed, language, sureness, count, to_char(last_week, 'YYYY-MM-DD') AS last_week,
            ARRAY(SELECT coalesce((SELECT sum(d.count) FROM demand d WHERE d.text = page.text AND d.week = w.week), 0)::int
                    FROM generate_series($<since>::date::timestamp, ${PRESENT_WEEK}::timestamp, interval '7 days') AS w (week)
                   ORDER BY w.week) AS weeks,
            (SELECT count(*) FROM (
               SELECT id FROM inquiries WHERE named = lower(page.text)
                UNION SELECT inquiry_id FROM inquiry_lines WHERE named = lower(page.text) LIMIT 100) AS named) AS inquiries
       FROM page ORDER BY count DESC, text`,
    {
      since,
      sureness: sureness ?? null,
      language: language ?? null,
      q: q ?? null,
      ignored,
      limit: limit ?? null,
      offset,
    },
  );
}

/** Forgets texts, of all weeks. */
export async function deleteDemand(db: Connection, texts: readonly string[]): Promise<void> {
  if (texts.length > 0) await db.none('DELETE FROM demand WHERE text = ANY ($1)', [texts]);
}

/** Leaves a text out of what is listed, or takes it in again. @param by the name of the staff */
export async function ignoreDemand(
  db: Connection,
  text: string,
  isIgnored: boolean,
  by: string,
): Promise<void> {
  if (isIgnored)
    await db.none('INSERT INTO demand_ignored (text, by) VALUES ($1, $2) ON CONFLICT DO NOTHING', [text, by]);
  else await db.none('DELETE FROM demand_ignored WHERE text = $1', [text]);
}
