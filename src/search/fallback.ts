import { isOverload } from '../database/connect.js';
import type { Database } from '../database/connect.js';
import { countFacets } from './facets.js';
import { Hit, MAX_HITS } from './find.js';
import type { Found, SearchRequest } from './find.js';
import { lettersOf } from './normalise.js';
import { readCas } from './cas.js';
import type { TierName } from './plan.js';
import { foundFacets, foundRows } from './store.js';
import type { Looked, FoundRow, Wanted } from './store.js';
import type { Typed } from './typed.js';

const TIERS: TierName[] = [
  'everything',
  'cas',
  'code',
  'name',
  'synonym',
  'code_start',
  'name_start',
  'phrase',
  'spelling',
];

/**
 * Searches in Postgres, for the time that the engine is away: keys, beginnings and parts of names, whole synonyms,
 * and names that look alike. Plainer than the engine, from the same catalogue, in the same form.
 */
export async function findInDatabase(
  db: Database,
  { typed, filters, page, facets = false }: SearchRequest,
): Promise<Found> {
  const wanted = wantedBy(typed);
  const end = Math.min(page.offset + page.limit, MAX_HITS);
  const { rows, alike } = await rowsOf(db, { wanted, alike: false, filters }, page.offset, end);
  const total = rows[0]?.total ?? 0;
  return {
    hits: rows.map(hitOfRow),
    total,
    // Each way to find stops at the end of the page.
    totalIsEstimate: wanted !== null && total >= end,
    ...(facets && { facets: countFacets(await foundFacets(db, { wanted, alike, filters }, MAX_HITS)) }),
  };
}

/** The rows of a page; where surer hits do not fill it, names that look alike follow, if they are found in time. */
async function rowsOf(
  db: Database,
  looked: Looked,
  offset: number,
  end: number,
): Promise<{ rows: FoundRow[]; alike: boolean }> {
  const page = { offset, limit: end - offset };
  const rows = await foundRows(db, looked, page);
  if (looked.wanted?.form == null || rows.length === page.limit) return { rows, alike: false };
  try {
    return { rows: await foundRows(db, { ...looked, alike: true }, page), alike: true };
  } catch (error) {
    if (!isOverload(error)) throw error;
    return { rows, alike: false };
  }
}

function hitOfRow({ rank, total: _total, ...product }: FoundRow): Hit {
  return new Hit(JSON.stringify(product), TIERS[rank] ?? 'words');
}

function wantedBy({ form }: Typed): Wanted | null {
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
