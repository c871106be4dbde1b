import { countWritten, pageWithTotal, readSingle } from '../../platform/index.js';
import type { Connection, Page } from '../../platform/index.js';
import type { Alias } from './alias.js';

/** The source of the names that come with the service. */
const STARTER = 'starter';

interface StoredAlias extends Alias {
  /** who added it: {@link STARTER}, `back-office`, or the source label of a key */
  source: string;
}

const FILTERED = ['cas', 'code', 'lang', 'kind', 'source', 'q'] as const;
/** What a list is narrowed to; `q` is a part of the text, in any case. */
export type AliasFilters = Partial<Record<(typeof FILTERED)[number], string | undefined>>;

const COLUMNS = 'cas, code, text, lang, kind';
const RECORD = 'cas text, code text, text text, lang text, kind text';

// Only the filters that are given, so that each is planned with its index.
function whereOf(filters: AliasFilters): { where: string; values: string[] } {
  const given = FILTERED.filter((name) => filters[name] !== undefined);
  const conditions = given.map((name, i) =>
    name === 'q' ? `strpos(lower(text), lower($${i + 1})) > 0` : `${name} = $${i + 1}`,
  );
  return { where: ['WHERE true', ...conditions].join(' AND '), values: given.map((name) => filters[name]!) };
}

/** A page of the dictionary, by CAS number, product number and text, and how many there are in all. */
export async function listAliases(
  db: Connection,
  filters: AliasFilters,
  page: Page,
): Promise<{ data: StoredAlias[]; total: number }> {
  const { where, values } = whereOf(filters);
  const select = (bounds: string): string =>
    `SELECT ${COLUMNS}, source FROM aliases ${where} ORDER BY cas, code, text ${bounds}`;
  return pageWithTotal(db, select, `FROM aliases ${where}`, values, page);
}

/** The next aliases by id, for walking all of them. */
export async function aliasesAfter(
  db: Connection,
  filters: AliasFilters,
  after: number,
  limit: number,
): Promise<(StoredAlias & { id: number })[]> {
  const { where, values } = whereOf(filters);
  const [id, most] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return db.any(
    `SELECT id, ${COLUMNS}, source FROM aliases ${where} AND id > ${id} ORDER BY id LIMIT ${most}`,
    [...values, after, limit],
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
 * caller's; those that come with it overwrite only each other, and none that was deleted comes back by them.
 * @param aliases no two of one product or CAS number with the same text
 */
export async function putAliases(tx: Connection, aliases: Alias[], source: string): Promise<Written> {
  return tx.one<Written>(
    `WITH written AS (
       INSERT INTO aliases AS known (${COLUMNS}, source)
       SELECT ${COLUMNS}, $2 FROM json_to_recordset($1) AS given (${RECORD}) WHERE $2 <> '${STARTER}' OR ${NOT_REFUSED}
       ON CONFLICT (cas, code, text) DO UPDATE SET lang = excluded.lang, kind = excluded.kind, source = excluded.source
        WHERE (known.source = '${STARTER}' OR $2 <> '${STARTER}') AND (known.lang, known.kind, known.source = '${STARTER}')
              IS DISTINCT FROM (excluded.lang, excluded.kind, excluded.source = '${STARTER}')
       RETURNING xmax = 0 AS added)
     SELECT count(*) FILTER (WHERE added) AS added, count(*) FILTER (WHERE NOT added) AS updated,
            $3 - count(*) AS unchanged
       FROM written`,
    [JSON.stringify(aliases), source, aliases.length],
  );
}
const NOT_REFUSED =
  'NOT EXISTS (SELECT FROM aliases_refused AS no WHERE no.cas = given.cas AND no.text = given.text)';

/** Of each alias whether products have its number, whether all of those are of a source, and in which field it stands. */
const meantBy = (
  db: Connection,
  aliases: readonly (Alias & { index: number })[],
  source: string | null,
): Promise<{ index: number; field: 'cas' | 'code'; known: boolean; own: boolean }[]> =>
  db.any(
    `SELECT index, CASE WHEN code IS NULL THEN 'cas' ELSE 'code' END AS field, own IS NOT NULL AS known, coalesce(own, false) AS own
       FROM json_to_recordset($1) AS given (index int, cas text COLLATE "C", code text COLLATE "C"), LATERAL (
              SELECT bool_and(source IS NOT DISTINCT FROM $2) AS own FROM (
                SELECT source FROM products WHERE products.code = given.code UNION ALL
                SELECT source FROM products WHERE products.cas = given.cas AND products.cas <> 'N/A') AS product) AS meant
      ORDER BY index`,
    [JSON.stringify(aliases), source],
  );

/**
 * The places of aliases whose number is not that of products of one source alone, and in which field it stands: a name by CAS
 * number is one of all products with it.
 */
export async function aliasesOfOthers(
  tx: Connection,
  aliases: readonly (Alias & { index: number })[],
  source: string,
): Promise<{ index: number; field: 'cas' | 'code' }[]> {
  const meant = await meantBy(tx, aliases, source);
  return meant.flatMap(({ index, field, own }) => (own ? [] : { index, field }));
}

/** What is doubtful about aliases that were accepted: their numbers are those of no product, so that nothing is found by them. */
export async function aliasWarnings(
  db: Connection,
  aliases: readonly (Alias & { index: number })[],
): Promise<{ index: number; field: 'cas' | 'code'; reason: 'no_product'; message: string }[]> {
  const meant = await meantBy(db, aliases, null);
  return meant.flatMap(({ index, field, known }) =>
    known ? [] : { index, field, reason: 'no_product', message: 'is that of no product now' },
  );
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
  return readSingle(
    tx,
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
  const deleted = await countWritten(
    tx,
    `DELETE FROM aliases AS known WHERE source = '${STARTER}' AND NOT EXISTS (
       SELECT FROM json_to_recordset($1) AS given (${RECORD})
        WHERE given.cas = known.cas AND given.text = known.text AND ${NOT_REFUSED})`,
    [JSON.stringify(aliases)],
  );
  return { ...(await putAliases(tx, aliases, STARTER)), deleted };
}
