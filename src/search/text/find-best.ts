import { within } from '../../platform/index.js';
import type { Database, Holder, Page } from '../../platform/index.js';
import type { Values } from '../../catalogue/index.js';
import { openAsking } from './asking.js';
import type { Asking, Dictionary, Sources } from './asking.js';
import { findList } from './find-list.js';
import { find, MOST_SHOWN } from './find.js';
import type { SearchRequest } from './find.js';
import { doubtOtherForms } from './forms.js';
import { agrees, BEST, hasExact, Hit, isSettled, MAX_HITS, namedFirst } from './found.js';
import type { Found } from './found.js';
import { besideNumber } from './match.js';
import type { Match } from './match.js';
import { otherNamesOfEach, productsNamed } from './other-names.js';
import { parentIn, plan } from './plan.js';
import { rowsInOrder } from './store.js';
import type { MeantStructure, SearchedStructures } from './structure.js';
import type { TierName } from './tier.js';
import type { Typed } from './typed.js';

/** What a search found, and how. */
export type SearchAnswer = Found & {
  /** words were answered by the database, or keys or some structures were not looked up */
  degraded: boolean;
  /** the engine stopped at its time limit: there may be more, or in another order */
  isCutOff: boolean;
  /** the answer stays the same until products or aliases change */
  isStable: boolean;
};

/** How long a search waits for what a name means as a structure, ms. */
const READ_MS = 100;
/** How long a search waits for the engine, ms. See also {@link CUT_OFF_MS}. */
export const LIMIT_MS = { firstPage: 2_000, deeperPage: 5_000 };

/** One page of a search, best first: by structure if the text is one, else by keys and words. */
export async function findBest(
  sources: Sources,
  request: SearchRequest,
  holder: Holder,
): Promise<SearchAnswer> {
  const { db, terms, structures } = sources;
  let usedDictionary = false;
  const dictionary: Dictionary = (names) => {
    usedDictionary = true;
    return sources.dictionary(names);
  };
  const { structure, whole, form } = request.typed;
  const drawn = structure && (await structures.nearText(structure, holder));
  const isLookedFor = drawn?.isWhole ?? true;
  if (drawn && drawn.ids.length > 0) {
    const found = await foundByStructure(db, drawn.ids, drawn.isExact ? 'exact' : 'similar', request);
    return { ...found, degraded: !drawn.isExact && !isLookedFor, isCutOff: false, isStable: isLookedFor };
  }
  const values = terms.meant(whole ?? form);
  let isRead = true;
  const meaning = (typed: Typed): Promise<MeantStructure | null> =>
    meaningInTime(structures, typed, holder, () => (isRead = false));
  const answered = await answer(sources, request, async (asking) => {
    const list = await findList(asking, request, dictionary);
    return list ?? findPlanned(asking, request, values, dictionary, meaning);
  });
  // Where structures are still to be looked at, the typed one may be among them.
  const degraded = answered.degraded || !isLookedFor;
  // A change of an alias in the dictionary, which no product has, is not announced.
  const isStable = answered.isStable && isLookedFor && isRead && !usedDictionary;
  // Each item of a list is judged by itself, so that the hits are not compared with each other.
  if (answered.items) return { ...answered, degraded, isStable };
  const { hits, best } = answered;
  const areKnown = doubtOtherForms(form, best, [...new Set([...hits.slice(0, MOST_SHOWN), ...best])]);
  return { ...namedFirst(answered, request.page), degraded, isStable: isStable && areKnown };
}

/** What a text means as a systematic name, if that is known in time. @param late called where it is not */
export async function meaningInTime(
  structures: SearchedStructures,
  { name }: Typed,
  holder: Holder,
  late: () => void,
): Promise<MeantStructure | null> {
  const meant = await within(READ_MS, structures.ofName(name, holder)).catch(() => undefined);
  if (meant === undefined) late();
  return meant ?? null;
}

/** An answer, and how it was come by. */
export async function answer(
  { numbers, ...sources }: Sources,
  { page }: { page: Page },
  work: (asking: Asking) => Promise<Found>,
): Promise<SearchAnswer> {
  const asking = openAsking(
    sources,
    page.offset === 0 && page.limit < MAX_HITS ? LIMIT_MS.firstPage : LIMIT_MS.deeperPage,
  );
  const found = await work(asking);
  const { degraded, isCutOff } = asking;
  if (degraded) numbers.degraded++;
  const totalIsEstimate = found.totalIsEstimate || isCutOff;
  return { ...found, totalIsEstimate, degraded, isCutOff, isStable: !degraded && !isCutOff };
}

/**
 * The products that have the structures among some texts. Texts that are no structure, or one that no product has,
 * are left out.
 * @param most so many products per text
 * @param until the deadline for structures
 * @returns `degraded`: some structures could not be searched now
 */
export async function drawnOfEach(
  { db, structures }: Sources,
  texts: readonly Typed[],
  most: number,
  until: number,
  holder: Holder,
): Promise<{ found: Map<Typed, Hit[]>; degraded: boolean }> {
  const found = new Map<Typed, Hit[]>();
  let degraded = false;
  for (const typed of texts) {
    if (!typed.structure) continue;
    const drawn = performance.now() < until && (await structures.ofText(typed.structure, holder));
    if (!drawn) return { found, degraded: true }; // the next ones would wait as long
    if (drawn.ids.length > 0) {
      const request = { filters: {}, page: { offset: 0, limit: most } };
      found.set(typed, (await foundByStructure(db, drawn.ids, 'exact', request)).hits);
    } else degraded ||= !drawn.isWhole;
  }
  return { found, degraded };
}

/** A page of the products with these ids, all of which have the typed structure, or one like it. */
async function foundByStructure(
  db: Database,
  ids: readonly number[],
  match: Match,
  { filters, page, facets = false }: Pick<SearchRequest, 'filters' | 'page' | 'facets'>,
): Promise<Found> {
  const end = page.offset + page.limit;
  const read = { offset: 0, limit: Math.max(end, BEST) };
  const { rows, ...counted } = await rowsInOrder(db, ids, filters, read, facets);
  const judged = () => ({ match });
  const found = rows.map(
    ({ id, at: _at, ...product }) => new Hit({ id, json: JSON.stringify(product) }, 'structure', judged),
  );
  return {
    hits: found.slice(page.offset, end),
    best: found.slice(0, BEST),
    didYouMean: [],
    totalIsEstimate: false,
    ...counted,
  };
}

/**
 * Runs the plan of a text, and compares a number in it with the name beside it. If that names no product, and the text
 * is an impurity, salt, hydrate or labelled form, runs it again with the other names of its parent.
 */
async function findPlanned(
  asking: Asking,
  request: SearchRequest,
  values: Values | undefined,
  dictionary: Dictionary,
  meaning: (typed: Typed) => Promise<MeantStructure | null>,
): Promise<Found> {
  const { typed } = request;
  const found = await find(asking, plan(typed, [], values), request);
  await doubtNumbers(asking, typed.form, [...new Set([...found.hits, ...found.best])]);
  const structure = isSettled(found.best) ? null : await meaning(typed);
  const names = hasExact(found) ? [] : await namesOfParent(asking, typed, dictionary);
  if (names.length === 0 && (!structure || agrees(found.best, structure))) return found;
  return find(asking, plan(typed, names, values, structure), request, structure);
}

/** Readings by a number. */
const NUMBERS: ReadonlySet<TierName> = new Set(['code', 'cas']);
const MOST_NAMED = 10;

/**
 * Downgrades the products that a number finds, if the name beside it is that of other products only: “theophylline CAS
 * 58-08-2”, which is the number of caffeine. Neither a name that no product has nor a supplier's synonym says so.
 * @param form `readable`
 */
async function doubtNumbers(asking: Asking, form: string, hits: readonly Hit[]): Promise<void> {
  const byNumber = hits
    .filter(({ tier, match }) => NUMBERS.has(tier) && match === 'exact')
    .map((hit) => ({ hit, product: hit.product, name: besideNumber(form, hit.product) }))
    .filter(({ name }) => name.length > 1);
  const names = [...new Set(byNumber.map(({ name }) => name))];
  const found = await productsNamed(asking, names, MOST_NAMED);
  for (const { hit, product, name } of byNumber) {
    const named = found[names.indexOf(name)]!;
    const isName = named.some(({ namedBy, isConfirmed }) => namedBy === 'main' || isConfirmed);
    const isAmong = named.some(
      (each) => each.product.code === product.code || each.product.cas === product.cas,
    );
    if (isName && !isAmong) hit.doubt();
  }
}

async function namesOfParent(asking: Asking, typed: Typed, dictionary: Dictionary): Promise<string[]> {
  const parent = parentIn(typed);
  const [names = []] = await otherNamesOfEach(asking, parent === undefined ? [] : [parent], dictionary);
  return names;
}
