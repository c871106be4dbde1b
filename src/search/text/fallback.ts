import { isOverload } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { Values } from '../../catalogue/index.js';
import { countFacets } from './facets.js';
import type { SearchFilters } from './filters.js';
import { listed } from './find-list.js';
import { BEST, Hit, MAX_HITS } from './found.js';
import type { SearchRequest } from './find.js';
import type { Found } from './found.js';
import { matcher } from './match.js';
import { lettersOf } from '../../chemistry/index.js';
import { readCas } from './cas.js';
import type { TierName } from './tier.js';
import { foundFacets, foundRows, namedRows, rowsInOrder } from './store.js';
import type { DatabaseQuery, FoundRow, WantedText } from './store.js';
import type { Typed } from './typed.js';

const TIERS: TierName[] = [
  'everything',
  'cas',
  'code',
  'name',
  'synonym',
  'alias',
  'term',
  'code_start',
  'name_start',
  'phrase',
  'spelling',
];

/**
 * Searches in Postgres while the engine is away: by keys, beginnings and parts of names, whole synonyms, and similar
 * names. It finds less than the engine, in the same form.
 * @param values categories, series and tags that the text names
 */
export async function findInDatabase(
  db: Database,
  { typed, filters, page, facets = false, sort }: SearchRequest,
  values?: Values,
): Promise<Found> {
  if (typed.list?.sure) {
    const found = await namedInDatabase(db, typed.list.items, 1, filters);
    return listed(
      typed.list.items,
      found.map(([best]) => best),
      page,
      facets,
    );
  }
  const wanted = wantedBy(typed);
  const end = Math.min(page.offset + page.limit, MAX_HITS);
  const query = { wanted, values, similar: false, filters, sort };
  const { rows, total, similar } = await rowsOf(db, query, page.offset, end);
  const hitOf = hitsFor(typed);
  const best = page.offset === 0 ? rows : (await foundRows(db, query, { offset: 0, limit: BEST })).rows;
  return {
    hits: rows.map(hitOf),
    best: best.map(hitOf),
    didYouMean: [],
    total,
    // Each subquery stops at the end of the page, so that a full page may not be all.
    totalIsEstimate: wanted !== null && total >= end,
    ...(facets && (await facetsOf(db, { ...query, similar }))),
  };
}

/** The products that each of several texts names exactly. Similar ones are not searched here. */
export async function namedInDatabase(
  db: Database,
  texts: readonly Typed[],
  most: number,
  filters: SearchFilters = {},
): Promise<Hit[][]> {
  const nothing = { cas: null, key: null, form: null };
  const rows = await namedRows(
    db,
    texts.map((typed) => wantedBy(typed) ?? nothing),
    most,
    filters,
  );
  const found: Hit[][] = texts.map(() => []);
  for (const { at, ...row } of rows) {
    const hit = hitsFor(texts[at]!)(row);
    if (hit.match === 'exact') found[at]!.push(hit);
  }
  return found;
}

/** Makes hits of one text from rows. */
function hitsFor(typed: Typed): (row: FoundRow) => Hit {
  const judge = matcher(typed);
  return ({ id, rank, ...product }) =>
    new Hit({ id, json: JSON.stringify(product) }, TIERS[rank] ?? 'words', judge);
}

/** The rows of a page. Similar names fill up what is left, unless they take too long. */
async function rowsOf(
  db: Database,
  query: DatabaseQuery,
  offset: number,
  end: number,
): Promise<{ rows: FoundRow[]; total: number; similar: boolean }> {
  const page = { offset, limit: end - offset };
  const found = await foundRows(db, query, page);
  if (query.wanted?.form == null || found.rows.length === page.limit) return { ...found, similar: false };
  const more = await unlessTooLong(foundRows(db, { ...query, similar: true }, page));
  return more ? { ...more, similar: true } : { ...found, similar: false };
}

/** The facets; none if counting takes too long, so that the hits are answered anyway. */
async function facetsOf(db: Database, query: DatabaseQuery): Promise<Pick<Found, 'facets'>> {
  const counts = await unlessTooLong(foundFacets(db, query, MAX_HITS));
  return counts ? { facets: countFacets(counts) } : {};
}

/** The result; undefined if it takes the database too long. */
function unlessTooLong<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (!isOverload(error)) throw error;
    return undefined;
  });
}

function wantedBy({ form }: Typed): WantedText | null {
  const key = lettersOf(form);
  if (key === '') return null;
  const cas = readCas(form);
  const none = { cas: null, casStart: null, key: null, keyStart: null, form: null, start: null, part: null };
  if (cas?.kind === 'whole') return { ...none, cas: cas.cas };
  const casStart = cas?.kind === 'start' ? cas.start : cas?.kind === 'digits' ? cas.digits : undefined;
  return {
    cas: cas?.kind === 'digits' ? (cas.whole ?? null) : null,
    casStart: casStart === undefined ? null : `${casStart}%`,
    key,
    keyStart: key.length > 2 ? `${escaped(key)}%` : null,
    form,
    start: `${escaped(form)}%`,
    part: `%${escaped(form)}%`,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** A page of the products with these ids, all of which have the typed structure. */
export async function foundByStructure(
  db: Database,
  ids: readonly number[],
  { filters, page, facets = false }: SearchRequest,
): Promise<Found> {
  const { rows, total, ...counted } = await rowsInOrder(db, ids, filters, page, facets);
  const best =
    page.offset === 0 ? rows : (await rowsInOrder(db, ids, filters, { offset: 0, limit: BEST }, false)).rows;
  const hitOf = ({ id, at: _at, ...product }: (typeof rows)[number]): Hit =>
    new Hit({ id, json: JSON.stringify(product) }, 'structure', () => ({ match: 'exact' }));
  return {
    hits: rows.map(hitOf),
    best: best.map(hitOf),
    didYouMean: [],
    total,
    totalIsEstimate: false,
    ...counted,
  };
}
