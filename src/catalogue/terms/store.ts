import { Problem, readColumn, readSingle } from '../../platform/index.js';
import type { Connection, Page } from '../../platform/index.js';
import type { Term, TermKind, TermsWritten, TermUse } from './term.js';

/** The channel that announces that names have changed. */
export const TERMS_CHANNEL = 'terms';

/** Names at most: every gateway keeps them in memory. */
const MOST = 20_000;

/** Every name. */
export async function allTerms(db: Connection): Promise<(Term & { name_en: string })[]> {
  return db.any('SELECT kind, value, name_en FROM terms ORDER BY kind, value');
}

/** One writer at a time: two with the same values in different orders would deadlock. */
export async function lockTerms(tx: Connection): Promise<void> {
  await tx.none('LOCK TABLE terms IN SHARE ROW EXCLUSIVE MODE');
}

/**
 * Gives values their English names, or takes them away.
 * @param terms no two of the same value and kind
 * @param keep values that have a name keep it
 * @throws Problem 400 where there would be too many names
 */
export async function putTerms(tx: Connection, terms: readonly Term[], keep = false): Promise<TermsWritten> {
  await lockTerms(tx);
  const written = await tx.one<TermsWritten>(
    `WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS given (kind text, value text, name_en text)),
          removed AS (
            DELETE FROM terms USING given
             WHERE (terms.kind, terms.value) = (given.kind, given.value) AND given.name_en IS NULL RETURNING terms.kind),
          written AS (
            INSERT INTO terms AS known (kind, value, name_en) SELECT * FROM given WHERE name_en IS NOT NULL
            ON CONFLICT (kind, value) DO UPDATE SET name_en = excluded.name_en
             WHERE NOT $3 AND known.name_en <> excluded.name_en RETURNING kind),
          counts AS (SELECT (SELECT count(*) FROM written) AS named, (SELECT count(*) FROM removed) AS removed)
     SELECT named, removed, $2 - named - removed AS unchanged FROM counts`,
    [JSON.stringify(terms), terms.length, keep],
  );
  if ((await readSingle<number>(tx, 'SELECT count(*) FROM terms')) > MOST)
    throw new Problem('bad-request', `There can be ${MOST} English names at most.`);
  return written;
}

/** The English name of a value; null where it has none. */
export async function nameOfTerm(db: Connection, kind: TermKind, value: string): Promise<string | null> {
  return readSingle(db, 'SELECT (SELECT name_en FROM terms WHERE kind = $1 AND value = $2)', [kind, value]);
}

/** What a list of terms is narrowed to. */
export interface TermFilters {
  kind?: TermKind | undefined;
  /** a part of the value or its name, in any case */
  q?: string | undefined;
  /** only values without a name */
  unnamed?: boolean | undefined;
}

const USED = `
  SELECT 'category' AS kind, category AS value, sum(delta)::bigint AS products
    FROM product_totals GROUP BY category HAVING sum(delta) > 0
   UNION ALL
  SELECT 'series', series, count(*) FROM products WHERE series IS NOT NULL GROUP BY series
   UNION ALL
  SELECT 'tag', tag, sum(delta)::bigint FROM tag_ledger GROUP BY tag HAVING sum(delta) > 0`;

/** How many products have a value; null where it is no name of the kind at all: none has it, and no list. */
export async function usesOf(db: Connection, kind: TermKind, value: string): Promise<number | null> {
  return readSingle(
    db,
    `SELECT coalesce((SELECT products FROM (${USED}) AS used WHERE kind = $1 AND value = $2),
                     CASE WHEN $1 = 'category' AND EXISTS (SELECT FROM categories WHERE name = $2)
                            OR $1 = 'tag' AND EXISTS (SELECT FROM tag_ledger WHERE tag = $2) THEN 0 END) AS uses`,
    [kind, value],
  );
}

/** The values that products have or that have a name. */
const MATCHED = `
  SELECT kind, value, name_en, coalesce(products, 0) AS products
    FROM (${USED}) AS used FULL JOIN terms USING (kind, value)
   WHERE ($(kind) IS NULL OR kind = $(kind))
     AND ($(q) IS NULL OR strpos(lower(value || ' ' || coalesce(name_en, '')), lower($(q))) > 0)
     AND NOT ($(unnamed) AND name_en IS NOT NULL)`;
const wanted = ({ kind, q, unnamed = false }: TermFilters) => ({ kind: kind ?? null, q: q ?? null, unnamed });

/** A page of the values that products have or that have a name, those of most products first, and how many there are in all. */
export async function pageOfTerms(
  db: Connection,
  filters: TermFilters,
  page: Page,
): Promise<{ data: TermUse[]; total: number }> {
  const { data, total } = await db.one<{ data: TermUse[] | null; total: number }>(
    `WITH matched AS MATERIALIZED (${MATCHED}),
          page AS (SELECT * FROM matched ORDER BY value ~ '[一-龥]' DESC, products DESC, kind, value OFFSET $(offset) LIMIT $(limit))
     SELECT (SELECT count(*) FROM matched) AS total, (SELECT json_agg(page) FROM page) AS data`,
    { ...wanted(filters), ...page },
  );
  return { data: data ?? [], total };
}

/** All of the same, by kind and value. */
export async function matchedTerms(db: Connection, filters: TermFilters): Promise<Term[]> {
  return db.any(
    `SELECT kind, value, name_en FROM (${MATCHED}) AS matched ORDER BY kind, value`,
    wanted(filters),
  );
}

/** How alike two texts are, 0 to 1, as SQL: by parts of words and, as pg_trgm knows none, by how many Han characters they share. */
function likeness(value: string, text: string): string {
  const han = `regexp_replace(${text}, '[^一-龥]', '', 'g')`;
  const shared = `(char_length(${han}) - char_length(translate(${han}, ${value}, '')))::real`;
  return `greatest(similarity(${value}, ${text}), ${shared} / greatest(char_length(${value}), char_length(${text})))`;
}

/** Whether products have a value of this kind or it has a name, and the values whose spelling is nearest to it, five at most. */
export async function nearestTerms(
  db: Connection,
  kind: TermKind,
  text: string,
): Promise<{ isKnown: boolean; nearest: Term[] }> {
  const found = await db.any<Term>(
    `SELECT kind, value, name_en FROM (${MATCHED}) AS matched
      ORDER BY value = $(text) DESC,
               greatest(${likeness('value', '$(text)')}, similarity(name_en, $(text))) DESC, products DESC
      LIMIT 5`,
    { ...wanted({ kind }), text },
  );
  return { isKnown: found[0]?.value === text, nearest: found };
}

/** Of the first ten names the three categories that are spelt most like each, also in English; none among very many categories. */
export async function nearestCategories(tx: Connection, names: string[]): Promise<[string, string[]][]> {
  if (names.length === 0) return [];
  return readColumn(
    tx,
    `SELECT json_build_array(given, ARRAY(
              SELECT name FROM categories LEFT JOIN terms ON (kind, value) = ('category', name)
               ORDER BY greatest(${likeness('name', 'given')}, similarity(name_en, given)) DESC, position LIMIT 3))
       FROM unnest($1::text[]) AS given WHERE NOT EXISTS (SELECT FROM categories OFFSET 1000)`,
    [names.slice(0, 10)],
  );
}
