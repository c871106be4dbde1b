import type { Database } from '../../src/platform/database/connect.js';

/** What a list is narrowed to and sorted by, as a caller says it. */
export interface Wish {
  filters: Record<string, string | boolean>;
  sort: 'updated_at' | '-updated_at' | 'code';
}
/** A row as answers show it, its members in the order of the contract. */
export type Shown = { code: string; updated_at: string; cas: string; series: string | null } & Record<
  string,
  unknown
>;
/** Where a page ends. */
export interface End {
  id: number;
  code: string;
  updated_at: string;
}

/** Instants as they are stored, to the microsecond. */
const INSTANT = `to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const SHOWN = `code, name_cn, name_en, synonyms, cas, formula, mw, category, series, status, status = 'in_stock' AS in_stock,
  CASE WHEN structure_url LIKE '/%' THEN $<origin> || structure_url ELSE structure_url END AS structure_url,
  description, ai_summary, description_en, ai_summary_en, tags, ${INSTANT} AS updated_at, source`;
const CONDITIONS: Record<string, string> = {
  category: 'category = $<category>',
  status: 'status = $<status>',
  series: 'series = $<series>',
  source: 'source = $<source>',
  in_stock: `(status = 'in_stock') = $<in_stock>`,
  tag: `$<tag> = ANY (string_to_array(tags, ';'))`,
  updated_after: 'updated_at > $<updated_after>',
};
const SORTS = {
  updated_at: { order: 'updated_at, id', behind: '(updated_at, id) > ($<behind.updated_at>, $<behind.id>)' },
  '-updated_at': {
    order: 'updated_at DESC, id DESC',
    behind: '(updated_at, id) < ($<behind.updated_at>, $<behind.id>)',
  },
  code: { order: 'code COLLATE "C"', behind: 'code COLLATE "C" > $<behind.code>' },
};

/** What the service must answer, asked of the table of products in the plainest way: no counts, indexes or views of ours. */
export function openOracle(db: Database, origin: string) {
  const conditions = ({ filters, sort }: Wish, end?: End): string =>
    [
      ...Object.keys(filters).map((name) => CONDITIONS[name]!),
      ...(end ? [SORTS[sort].behind] : []),
      'true',
    ].join(' AND ');
  return {
    /** a page: so many rows behind the end of another one, or behind the first `offset` */
    async page(
      wish: Wish,
      { size, offset = 0, behind }: { size: number; offset?: number; behind?: End | undefined },
    ) {
      const where = conditions(wish, behind);
      const values = { ...wish.filters, origin, behind, size, offset };
      const rows = await db.any<Shown & { id: number }>(
        `SELECT ${SHOWN}, id FROM products WHERE ${where} ORDER BY ${SORTS[wish.sort].order} LIMIT $<size> OFFSET $<offset>`,
        values,
      );
      const sql = `SELECT count(*) AS total FROM products WHERE ${where}`;
      const { total } = await db.one<{ total: number }>(sql, values);
      const last = rows.at(-1);
      const end: End | undefined = last && { id: last.id, code: last.code, updated_at: last.updated_at };
      const data: Shown[] = rows.map((row) => ({ ...row, id: undefined })); // no member of an answer
      return { data, total, end };
    },

    /** all products, or those of filters, in the order of their codes */
    all: (filters: Wish['filters'] = {}) =>
      db.any<Shown>(
        `SELECT ${SHOWN} FROM products WHERE ${conditions({ filters, sort: 'code' })} ORDER BY code COLLATE "C"`,
        { ...filters, origin },
      ),

    /** a detail; null where nothing has the number */
    async detail(asked: string) {
      const find = (condition: string, order = 'code COLLATE "C"') =>
        db.any<Shown>(`SELECT ${SHOWN} FROM products WHERE ${condition} ORDER BY ${order}`, {
          asked,
          origin,
          ...of,
        });
      let of: Partial<Shown> = {};
      const [byCode] = await find('code = $<asked>');
      const [byCas] = await find(`cas = $<asked> AND cas <> 'N/A'`, `status <> 'in_stock', code COLLATE "C"`);
      const data = byCode ?? byCas;
      if (!data) return null;
      of = data;
      const same = data.cas === 'N/A' ? [] : await find('cas = $<cas> AND code <> $<code>');
      const mates = data.series === null ? [] : await find('series = $<series> AND code <> $<code>');
      return {
        data,
        same_cas: same.map(({ code }) => code),
        series_products: mates.map(({ code, name_cn, name_en, cas, status, in_stock, structure_url }) => ({
          code, name_cn, name_en, cas, status, in_stock, structure_url,
        })), // prettier-ignore
      };
    },

    /** tags that a product carries, most used first */
    tags: () =>
      db.any<{ tag: string; use_count: number }>(
        `SELECT tag COLLATE "C" AS tag, count(*) AS use_count FROM products, unnest(string_to_array(tags, ';')) AS tag
          GROUP BY 1 ORDER BY use_count DESC, 1`,
      ),

    /** the latest time of a write */
    newest: async () =>
      (await db.one<{ at: string | null }>(`SELECT max(${INSTANT}) AS at FROM products`)).at,
  };
}
export type Oracle = ReturnType<typeof openOracle>;
