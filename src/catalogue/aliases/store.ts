import type { Connection, Page } from '../../platform/index.js';
import type { Alias } from './alias.js';

/** The source of the names that come with the service. */
const STARTER = 'starter';

interface StoredAlias extends Alias {
  /** who added it: {@link STARTER}, `back-office`, or the source label of a key */
  source: string;
}

export interface AliasFilters {
  cas?: string | undefined;
  code?: string | undefined;
  /** a part of the text, in any case */
  q?: string | undefined;
  lang?: string | undefined;
  kind?: Alias['kind'] | undefined;
  source?: string | undefined;
}

const COLUMNS = 'cas, code, text, lang, kind';
const IN_ORDER = 'ORDER BY cas, code, text';
const RECORD = 'cas text, code text, text text, lang text, kind text';

// Only the filters that are given, so that each is planned with its index.
const CONDITIONS: Record<keyof AliasFilters, string> = {
  cas: 'cas = $(cas)',
  code: 'code = $(code)',
  q: 'strpos(lower(text), lower($(q))) > 0',
  lang: 'lang = $(lang)',
  kind: 'kind = $(kind)',
  source: 'source = $(source)',
};

function where(filters: AliasFilters, more: string[] = []): string {
  const given = (Object.keys(CONDITIONS) as (keyof AliasFilters)[]).filter(
    (name) => filters[name] !== undefined,
  );
  const conditions = [...given.map((name) => CONDITIONS[name]), ...more];
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** A page of the dictionary, by CAS number, product number and text, and how many there are in all. */
export async function listAliases(
  db: Connection,
  filters: AliasFilters,
  page: Page,
): Promise<{ data: StoredAlias[]; total: number }> {
  const { data, total } = await db.one<{ data: StoredAlias[] | null; total: number }>(
    `SELECT (SELECT count(*) FROM aliases ${where(filters)}) AS total,
            (SELECT json_agg(page) FROM (
               SELECT ${COLUMNS}, source FROM aliases ${where(filters)} ${IN_ORDER} OFFSET $(offset) LIMIT $(limit)) AS page) AS data`,
    { ...filters, ...page },
  );
  return { data: data ?? [], total };
}

/** The next aliases by id, for walking all of them. */
export async function aliasesAfter(
  db: Connection,
  filters: AliasFilters,
  after: number,
  limit: number,
): Promise<(StoredAlias & { id: number })[]> {
  return db.any(
    `SELECT id, ${COLUMNS}, source FROM aliases ${where(filters, ['id > $(after)'])} ORDER BY id LIMIT $(limit)`,
    { ...filters, after, limit },
  );
}

/**
 * What the dictionary calls substances by their CAS numbers, also those that no product has, the brands last.
 * @param names in lower case
 * @returns by the name by which it was found
 */
export async function namesBeside(
  db: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (names.length === 0) return new Map();
  const rows = await db.any<{ name: string; texts: string[] }>(
    `SELECT lower(known.text) AS name, array_agg(beside.text ORDER BY beside.kind = 'brand', beside.text) AS texts
       FROM aliases AS known JOIN aliases AS beside USING (cas)
      WHERE lower(known.text) = ANY ($1::text[]) AND beside.kind <> 'identifier'
      GROUP BY 1`,
    [names],
  );
  return new Map(rows.map(({ name, texts }) => [name, texts]));
}

/** How many of the written aliases are new, were there in another form, and were there as they are. */
export interface Written {
  added: number;
  updated: number;
  unchanged: number;
}

/**
 * Adds aliases, and overwrites language and kind of those that are there. One that came with the service becomes the
 * caller's.
 * @param aliases no two of one product or CAS number with the same text
 */
export async function putAliases(tx: Connection, aliases: Alias[], source: string): Promise<Written> {
  return tx.one<Written>(
    `WITH written AS (
       INSERT INTO aliases AS known (${COLUMNS}, source)
       SELECT ${COLUMNS}, $2 FROM json_to_recordset($1) AS given (${RECORD})
       ON CONFLICT (cas, code, text) DO UPDATE SET lang = excluded.lang, kind = excluded.kind, source = excluded.source
        WHERE (known.lang, known.kind) IS DISTINCT FROM (excluded.lang, excluded.kind)
              OR known.source = '${STARTER}'
       RETURNING xmax = 0 AS added)
     SELECT count(*) FILTER (WHERE added) AS added, count(*) FILTER (WHERE NOT added) AS updated,
            $3 - count(*) AS unchanged
       FROM written`,
    [JSON.stringify(aliases), source, aliases.length],
  );
}

/**
 * The places of aliases whose number is not that of products of one source alone, and in which field it stands: a name by CAS
 * number is one of all products with it.
 */
export async function aliasesOfOthers(
  tx: Connection,
  aliases: readonly (Alias & { index: number })[],
  source: string,
): Promise<{ index: number; field: 'cas' | 'code' }[]> {
  return tx.any(
    `SELECT index, CASE WHEN code IS NULL THEN 'cas' ELSE 'code' END AS field
       FROM json_to_recordset($1) AS given (index int, cas text COLLATE "C", code text COLLATE "C")
      WHERE (SELECT bool_and(source = $2) FROM (
               SELECT source FROM products WHERE products.code = given.code UNION ALL
               SELECT source FROM products WHERE products.cas = given.cas AND products.cas <> 'N/A') AS meant) IS NOT TRUE
      ORDER BY index`,
    [JSON.stringify(aliases), source],
  );
}

/** What is doubtful about aliases that were accepted: their numbers are those of no product, so that nothing is found by them. */
export async function aliasWarnings(
  db: Connection,
  aliases: readonly (Alias & { index: number })[],
): Promise<{ index: number; field: 'cas' | 'code'; reason: 'no_product'; message: string }[]> {
  const rows = await db.any<{ index: number; field: 'cas' | 'code' }>(
    `SELECT index, CASE WHEN code IS NULL THEN 'cas' ELSE 'code' END AS field
       FROM json_to_recordset($1) AS given (index int, cas text COLLATE "C", code text COLLATE "C")
      WHERE NOT EXISTS (SELECT FROM products WHERE products.code = given.code)
        AND NOT EXISTS (SELECT FROM products WHERE products.cas <> 'N/A' AND products.cas = given.cas)
      ORDER BY index`,
    [JSON.stringify(aliases)],
  );
  return rows.map((row) => ({ ...row, reason: 'no_product', message: 'is that of no product now' }));
}

/**
 * Deletes aliases by CAS number or product number and text. A starter list does not bring them back, whoever had added them:
 * one that came with it may have become a caller's.
 * @returns how many were there
 */
export async function deleteAliases(
  tx: Connection,
  aliases: Pick<Alias, 'cas' | 'code' | 'text'>[],
): Promise<number> {
  return tx.one(
    `WITH given AS (SELECT * FROM json_to_recordset($1) AS given (${RECORD})),
          deleted AS (
            DELETE FROM aliases WHERE id IN (
              SELECT id FROM given JOIN aliases USING (cas, text) UNION ALL SELECT id FROM given JOIN aliases USING (code, text))
            RETURNING cas, text),
          refused AS (
            INSERT INTO aliases_refused (cas, text) SELECT cas, text FROM deleted WHERE cas IS NOT NULL
            ON CONFLICT DO NOTHING)
     SELECT count(*) AS count FROM deleted`,
    [JSON.stringify(aliases)],
    ({ count }: { count: number }) => count,
  );
}

/**
 * Makes these the names that come with the service: adds those that are new, overwrites those that changed, and removes
 * those that are no longer among them. What others wrote or deleted stays as they left it.
 */
export async function replaceStarter(
  tx: Connection,
  aliases: Alias[],
): Promise<Written & { deleted: number }> {
  return tx.one(
    `WITH given AS MATERIALIZED (
            SELECT * FROM json_to_recordset($1) AS given (${RECORD})
             WHERE NOT EXISTS (SELECT FROM aliases_refused no WHERE no.cas = given.cas AND no.text = given.text)),
          deleted AS (
            DELETE FROM aliases known WHERE source = '${STARTER}'
               AND NOT EXISTS (SELECT FROM given WHERE given.cas = known.cas AND given.text = known.text) RETURNING id),
          written AS (
            INSERT INTO aliases AS known (${COLUMNS}, source) SELECT ${COLUMNS}, '${STARTER}' FROM given
            ON CONFLICT (cas, code, text) DO UPDATE SET lang = excluded.lang, kind = excluded.kind
             WHERE known.source = '${STARTER}'
               AND (known.lang, known.kind) IS DISTINCT FROM (excluded.lang, excluded.kind)
            RETURNING xmax = 0 AS added)
     SELECT (SELECT count(*) FROM deleted) AS deleted,
            count(*) FILTER (WHERE added) AS added, count(*) FILTER (WHERE NOT added) AS updated,
            $2 - count(*) AS unchanged
       FROM written`,
    [JSON.stringify(aliases), aliases.length],
  );
}
