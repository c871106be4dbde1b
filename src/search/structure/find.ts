import type { Database, Holder, Page, Problem } from '../../platform/index.js';
import { openFacets } from '../text/facets.js';
import type { SearchFilters } from '../text/filters.js';
import { MAX_HITS } from '../text/found.js';
import type { Search } from '../text/search.js';
import { rowsInOrder } from '../text/store.js';
import { readTyped } from '../text/typed.js';
import type { SearchRefusal, StructureLibrary } from './find-library.js';
import {
  aliasIn,
  announcesMore,
  hasStereoCollection,
  heavyAtomsOf,
  MOST_ATOMS,
  standsForMore,
} from '../../chemistry/index.js';
import { productOf, readResult } from './find-modes.js';
import type { Wanted } from './library-search.js';
import { refused, refusedForNow } from './refused.js';

/** A search by structure, and its filters. */
interface StructureSearch {
  wanted: Wanted;
  /** words that the products must match, too */
  q: string;
  filters: SearchFilters;
  page: Page;
  facets: boolean;
  /** for whom */
  holder: Holder;
}

/** A page of products found by structure. */
export type FoundStructures = Awaited<ReturnType<typeof findByStructure>>;

/** What a search by structure needs. */
export interface FindParts {
  db: Database;
  search: Pick<Search, 'find' | 'findIds'>;
  structures: StructureLibrary;
}

/** Filters, words and counts apply to so many of the best results, which keeps the database busy for 100 ms. */
const MOST_FILTERED = 100_000;
/** The most products found by words while the engine is away. */
const MOST_DEGRADED = 1_000;

/**
 * Finds products by structure.
 * @throws Problem 400 if the structure cannot be read; 503 while the structures are being loaded
 */
export async function findByStructure(
  { db, search, structures }: FindParts,
  { wanted, q, filters, page, facets, holder }: StructureSearch,
) {
  refuseUnread(wanted);
  const isNarrowed = q !== '' || facets || Object.values(filters).some((value) => value !== undefined);
  const part = isNarrowed ? { from: 0, most: MOST_FILTERED } : { from: page.offset, most: page.limit };
  const [answer, named] = await Promise.all([
    structures.search(kept(wanted), part, holder),
    q === '' ? undefined : namedBy(search, q, filters, holder),
  ]);
  if ('refused' in answer) throw refusal(answer.refused, wanted);
  const { missed, isFresh } = answer;
  // The results may be 100,000. They stay numbers, and only those of the page are unpacked.
  const results = named
    ? answer.results.filter((result) => named.ids.has(productOf(result)))
    : answer.results;
  const ids = results.map(productOf);
  const place = isNarrowed ? page : { offset: 0, limit: page.limit };
  const rows = await rowsInOrder(db, ids, filters, place, facets);
  const countsOf = async (others: SearchFilters) =>
    (await rowsInOrder(db, ids, others, { offset: 0, limit: 0 }, true)).facets;
  const isCut = (isNarrowed && answer.total > MOST_FILTERED) || named?.isCut === true;
  return {
    hits: rows.rows.map(({ at, id: _id, ...product }) => {
      const { match, similarity } = readResult(results[at]!);
      // Tanimoto of Morgan fingerprints, which a pattern has not.
      return { product, match, similarity: wanted.asked.kind === 'smarts' ? undefined : similarity };
    }),
    total: isNarrowed ? rows.total : answer.total,
    /** how many structures could not be compared in time */
    missed,
    /** false: some structures were not compared, or there were too many results for the filters or the words */
    isWhole: missed === 0 && isFresh && !isCut,
    /** the words were searched in the database */
    degraded: named?.degraded === true,
    facets: rows.facets && (await openFacets(rows.facets, filters, countsOf)),
  };
}

/**
 * The ids of all products with a structure, the best first, at most {@link MAX_HITS}.
 * @throws as {@link findByStructure}
 */
export async function findIdsByStructure(
  structures: StructureLibrary,
  wanted: Wanted,
  holder: Holder,
): Promise<{ ids: number[]; isWhole: boolean }> {
  refuseUnread(wanted);
  const answer = await structures.search(kept(wanted), { from: 0, most: MAX_HITS }, holder);
  if ('refused' in answer) throw refusal(answer.refused, wanted);
  return {
    ids: Array.from(answer.results, productOf),
    isWhole: answer.missed === 0 && answer.isFresh && answer.total <= MAX_HITS,
  };
}

/** The products that words find. */
async function namedBy(search: FindParts['search'], q: string, filters: SearchFilters, holder: Holder) {
  const typed = readTyped(q);
  const ids = await search.findIds(typed, filters, holder);
  if (ids) return { ids: new Set(ids), isCut: ids.length >= MAX_HITS, degraded: false };
  const { hits, total } = await search.find(
    { typed, filters, page: { offset: 0, limit: MOST_DEGRADED } },
    holder,
  );
  return { ids: new Set(hits.map(({ id }) => id)), isCut: total > hits.length, degraded: true };
}

/** Only similarity has a threshold. In other modes it is set to 0, so that cached results are found again. */
const kept = (wanted: Wanted): Wanted =>
  wanted.mode === 'similarity' ? wanted : { ...wanted, threshold: 0 };

/** Refuses what stands for more than one structure, and what is so large that RDKit fails on it. */
function refuseUnread(wanted: Wanted): void {
  const { kind, text } = wanted.asked;
  if (kind === 'smiles' && heavyAtomsOf(text) > MOST_ATOMS) throw refusal('too_large', wanted);
  const label = kind === 'molfile' ? aliasIn(text) : undefined;
  if (label !== undefined) throw refused(kind, 'open_structure', 'label', { label });
  if (kind === 'molfile' && (hasStereoCollection(text) || standsForMore(text) || announcesMore(text)))
    throw refusal('unreadable', wanted);
  if (kind === 'smiles' && wanted.mode === 'substructure' && text.includes('*'))
    throw refused(kind, 'open_structure', 'any_atom');
}

function refusal(why: SearchRefusal, { asked: { kind } }: Wanted): Problem {
  if (why === 'loading') return refusedForNow('loading', 'structures_building');
  if (why === 'failed') return refusedForNow('failed', 'structures_away');
  return refused(kind, why, why, { kind: NAMES[kind], most: MOST_ATOMS });
}

const NAMES = { smiles: 'SMILES', molfile: 'molfile', smarts: 'SMARTS' };
