import { named, readRows } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { aliasesOf, PRODUCT_COLUMNS } from '../../catalogue/index.js';
import type { SubstanceForm } from '../../catalogue/index.js';
import { COUNTED, filterSql, filterValues } from './store.js';
import type { FacetCount } from './facets.js';
import type { SearchFilters } from './filters.js';
import { BEST } from './found.js';
import { BY_RULE, maskOf, NAMING, OF_ALIASES } from './tier.js';
import type { Tier } from './tier.js';

/** A product that a tier found. */
export interface LookedUp extends SubstanceForm {
  /** the product's id in the database */
  id: number;
  /** the index of the text, and that of its tier */
  at: number;
  tier: number;
  /** its place among all that the text finds, from 1 */
  place: number;
  /** how many products the text finds */
  total: number;
  /** the product as answers carry it */
  json: string;
  aliases: string[];
  /** it has a structure */
  is_drawn: boolean;
  /** products of another skeleton have the key, of a tier whose keys are made by a rule */
  isOfSeveral: boolean;
  /** with the first product: the ids of all that a text finds which is asked for alone, if they are few; counts, if they are wanted */
  ids: number[] | null;
  counts: FacetCount[] | null;
}

export interface LookupOptions {
  filters: SearchFilters;
  /** the page; the first {@link BEST} products of each text come too */
  offset: number;
  limit: number;
  facets?: boolean;
  /** the most products that the beginning of a key is looked for */
  begun: number;
}

/** So many ids of what was found are given, to leave them out elsewhere: as many as a common word, hydrochloride, begins names. */
export const MOST_IDS = 2_500;

/** The most products with a category, series or tag, or with a key, that are considered: 杂质 is the pinyin of many. */
const MOST_WITH_ONE = 20_000;

const ORDERS = { stock: 0, asked: 1, suggested: 2, shared: 3 } as const;

/**
 * What the readings of some texts find by keys: for each text its products, those of earlier tiers first, each once; counted and
 * cut to a page. One statement, whatever the number of texts.
 *
 * `hashtextextended` gives 64 bits; what is found is judged by the product's own names, so that no collision shows.
 */
export function lookUp(
  db: Database,
  texts: readonly (readonly Tier[])[],
  { filters, offset, limit, facets = false, begun }: LookupOptions,
): Promise<LookedUp[]> {
  const tiers = texts.flatMap((all, at) => all.map((tier, n) => ({ at, n, tier, list: listOf(all, n) })));
  const sought = tiers.flatMap(({ at, n, tier }) =>
    tier.parts.flatMap((lookups, part) => lookups.map((lookup) => ({ at, n, part, ...lookup }))),
  );
  const values: unknown[] = [
    listed(tiers, ({ at }) => at),
    listed(tiers, ({ n }) => n),
    listed(tiers, ({ tier }) => Math.max(1, tier.parts.length)),
    listed(tiers, ({ list }) => list),
    listed(tiers, ({ tier }) => ORDERS[tier.order ?? 'stock'] + (tier.shorter === 'cn' ? CHINESE : 0)),
    listed(tiers, ({ tier }) => tier.behind ?? 0),
    listed(tiers, ({ tier }) => tier.unless === 'named'),
    listed(tiers, ({ tier }) => NAMING.has(tier.name)),
    listed(tiers, ({ tier }) => OF_ALIASES.has(tier.name)),
    listed(tiers, ({ tier }) => tier.least ?? 1),
    listed(tiers, ({ tier }) => BY_RULE.has(tier.name)),
    listed(sought, ({ at }) => at),
    listed(sought, ({ n }) => n),
    listed(sought, ({ part }) => part),
    listed(sought, ({ kinds }) => kinds),
    sought.map(({ key }) => key),
    sought.map(({ key, begins }) => (begins ? `${key}\u{10ffff}` : null)),
    sought.map(({ near }) => near?.name ?? null),
    listed(sought, ({ near }) => near?.most ?? 'NULL'),
    offset,
    limit,
    begun,
    ...filterValues(filters),
  ];
  const others = (sought.some(({ begins }) => begins) ? BEGINNINGS : '') + besideKeys(tiers, values);
  return readRows(db, named(statement(others, texts.length === 1, facets)), values);
}

/** An array of the database as one text, in which nothing needs quotes: the driver takes many times as long over a list of values. */
const listed = <T>(items: readonly T[], of: (item: T) => number | boolean | 'NULL'): string =>
  `{${items.map(of).join(',')}}`;

/** What readings find by no keys: products of weights, of values, of structures. @param values get the parameters of that */
function besideKeys(tiers: readonly { at: number; n: number; tier: Tier }[], values: unknown[]): string {
  const by = (sql: (first: number) => string, ...more: unknown[]): string =>
    sql(values.push(...more) - more.length + 1);
  const drawn = tiers.filter(({ tier }) => tier.name === 'read_name');
  const found = tiers.flatMap(({ at, n, tier: { weights, values: meant } }) => [
    ...(weights ? [by(ofWeights, at, n, weights.least, weights.most)] : []),
    ...(meant ? [by(ofValues, at, n, meant.category, meant.series, meant.tag)] : []),
  ]);
  if (drawn.length > 0)
    found.push(
      by(
        ofStructures,
        drawn.map(({ at }) => at),
        drawn.map(({ n }) => n),
        drawn.map(({ at }) => tiers.find((each) => each.at === at && each.tier.name === 'skeleton')?.n),
        drawn.map(({ tier }) => tier.structure!.inchikey),
        drawn.map(({ tier }) => tier.structure!.parent),
      ),
    );
  return found.join('');
}

/** Added to an order: the Chinese name's length counts. */
const CHINESE = 10;

/** The place of a tier among lists: adjacent ones that are `behind` each other form one. */
function listOf(tiers: readonly Tier[], n: number): number {
  let first = n;
  while (tiers[n]!.behind !== undefined && first > 0 && tiers[first - 1]!.behind !== undefined) first--;
  return first;
}

/** By the parameters behind those of the tiers, the keys and the page. */
const FILTERED = filterSql((_name, at) => `$${23 + at}`);

const MEANT = '(sought.kinds >> k.kind) & 1 = 1';
/** Another digit makes another substance. */
const IS_NEAR = `levenshtein_less_equal(k.whole, near, most) <= most
                AND regexp_replace(k.whole, '\\D', '', 'g') = regexp_replace(near, '\\D', '', 'g')`;
/** Numbers are looked up in the products too, so that what has just been written is found by them at once. */
const NUMBERS = `
    UNION ALL
    SELECT sought.at, sought.n, sought.part, products.id, 0
      FROM sought JOIN products ON products.cas = sought.key AND products.cas <> 'N/A'
     WHERE sought.kinds = ${maskOf(['cas'])} AND sought.upto IS NULL
    UNION ALL
    SELECT sought.at, sought.n, sought.part, products.id, 0 FROM sought JOIN products ON products.code_key = sought.key
     WHERE sought.kinds & ${maskOf(['number'])} <> 0 AND sought.upto IS NULL`;
const BEGINNINGS = `
    UNION ALL
    SELECT sought.at, sought.n, sought.part, begun.product_id, begun.fame FROM sought, LATERAL (
      SELECT k.product_id, k.fame FROM product_keys k WHERE k.text >= sought.key COLLATE "C" AND k.text < sought.upto COLLATE "C" AND ${MEANT}
       ORDER BY length(k.text) / 6.0 - k.fame / 100.0, k.product_id LIMIT $22) AS begun
     WHERE sought.upto IS NOT NULL`;
const ofWeights = (first: number): string => `
    UNION ALL
    SELECT $${first}::int, $${first + 1}::int, 0, id, 0 FROM products WHERE mw BETWEEN $${first + 2} AND $${first + 3}`;
const ofValues = (first: number): string => `
    UNION ALL
    (SELECT $${first}::int, $${first + 1}::int, 0, id, 0 FROM products
      WHERE category = ANY ($${first + 2}::text[]) OR series = ANY ($${first + 3}::text[]) OR tag_list && $${first + 4}::text[]
      LIMIT ${MOST_WITH_ONE})`;

/** Products of a structure, and in another tier those of its skeleton. */
const ofStructures = (first: number): string => `
    UNION ALL
    SELECT drawn.at, CASE WHEN s.inchikey = drawn.inchikey THEN drawn.n ELSE drawn.skeleton END, 0, s.product_id, 0
      FROM unnest($${first}::int[], $${first + 1}::int[], $${first + 2}::int[], $${first + 3}::text[], $${first + 4}::text[]) AS drawn (at, n, skeleton, inchikey, parent)
      JOIN product_structures s ON s.inchikey = drawn.inchikey OR s.parent = drawn.parent`;

/** @param others what is found by more than whole keys. @param isOne one text is looked up alone */
const statement = (others: string, isOne: boolean, facets: boolean): string => `
WITH tier AS MATERIALIZED (
       SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bool[], $8::bool[], $9::bool[], $10::int[], $11::bool[])
                  AS tier (at, n, needs, list, sorting, behind, unless_named, is_naming, has_aliases, least, by_rule)),
     sought AS MATERIALIZED (
       SELECT * FROM unnest($12::int[], $13::int[], $14::int[], $15::int[], $16::text[], $17::text[], $18::text[], $19::int[])
                  AS sought (at, n, part, kinds, key, upto, near, most) WHERE $22::int >= 0),
     hit (at, n, part, id, fame) AS (
       SELECT sought.at, sought.n, sought.part, whole.product_id, whole.fame FROM sought, LATERAL (
         SELECT k.product_id, k.fame FROM product_keys k WHERE k.hash = hashtextextended(sought.key, 0) AND ${MEANT}
            AND (near IS NULL OR ${IS_NEAR}) LIMIT ${MOST_WITH_ONE}) AS whole
        WHERE sought.upto IS NULL${NUMBERS}${others}),
     met AS (
       SELECT at, n, id, max(fame) AS fame, count(DISTINCT part) AS parts, count(*) AS times FROM hit GROUP BY at, n, id),
     found AS (
       SELECT DISTINCT ON (at, id) * FROM met JOIN tier USING (at, n) 
        WHERE parts = needs AND times >= least ORDER BY at, id, n),
     passing AS MATERIALIZED (
       SELECT found.*, products.category, products.series, products.status, products.tag_list,
              array_position(ARRAY['in_stock', 'futures', 'custom', 'off'], products.status) - 1 AS stock,
              char_length(CASE WHEN sorting < ${CHINESE} THEN coalesce(products.name_en, products.name_cn) ELSE products.name_cn END) AS length,
              bool_or(is_naming) OVER (PARTITION BY at) AS is_named
         FROM found JOIN products USING (id) WHERE ${FILTERED}),
     matched AS MATERIALIZED (
       SELECT *, count(*) OVER (PARTITION BY at) AS total, row_number() OVER (
                PARTITION BY at ORDER BY list, CASE sorting % ${CHINESE}
                  WHEN ${ORDERS.suggested} THEN 1e6 * (stock = 3)::int + behind + 100.0 * length / (6 - sorting / ${CHINESE} * 3) - fame
                  WHEN ${ORDERS.asked} THEN 1e6 * stock + 100.0 * length / 6 - fame
                  WHEN ${ORDERS.shared} THEN 1e6 * (stock - 10 * times) + length
                  ELSE 1e6 * stock + length END, id) AS place
         FROM passing WHERE NOT (unless_named AND is_named))
SELECT matched.at, matched.n AS tier, matched.place::int, matched.total::int, p.id, row_to_json(answer)::text AS json,
       CASE WHEN has_aliases THEN ARRAY(SELECT value->>'text' FROM json_array_elements(${aliasesOf('p')}) AS value) ELSE '{}' END AS aliases,
       s.product_id IS NOT NULL AS is_drawn, s.inchikey, s.is_complete, s.fragments, s.parent,
       by_rule AND EXISTS (SELECT FROM met JOIN product_structures other ON other.product_id = met.id
                            WHERE (met.at, met.n) = (matched.at, matched.n) AND other.parent <> s.parent) AS "isOfSeveral",
       ${isOne ? `CASE place WHEN 1 THEN (SELECT array_agg(id::float8 ORDER BY place) FROM matched WHERE total <= ${MOST_IDS}) END` : 'NULL'} AS ids,
       ${facets ? `CASE place WHEN 1 THEN (SELECT json_agg(counted) FROM (${COUNTED}) AS counted) END` : 'NULL'} AS counts
  FROM matched JOIN products p USING (id) LEFT JOIN product_structures s ON s.product_id = p.id,
       LATERAL (SELECT ${PRODUCT_COLUMNS} FROM (SELECT p.*) AS products) AS answer
 WHERE place > $20 AND place <= $20 + $21 OR place <= ${BEST}
 ORDER BY matched.at, matched.place`;
