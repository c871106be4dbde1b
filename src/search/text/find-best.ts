import type { Logger } from 'pino';
import { within } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { Terms, Values } from '../../catalogue/index.js';
import type { Engine } from '../engine/engine.js';
import { doubtNumbers } from './beside-number.js';
import { findInDatabase, foundByStructure } from './fallback.js';
import type { SearchFilters } from './filters.js';
import { findList } from './find-list.js';
import { find, findIds } from './find.js';
import type { SearchRequest } from './find.js';
import { doubtOtherForms, doubtUnseen } from './forms.js';
import type { FoundByText } from './forms.js';
import { BEST, hasExact, MAX_HITS, namedFirst } from './found.js';
import type { Found, Hit } from './found.js';
import { otherNames } from './other-names.js';
import type { Dictionary } from './other-names.js';
import { parentIn, plan } from './plan.js';
import type { Answered, SearchedEngine, Work } from '../engine/searched-engine.js';
import type { SearchedStructures } from './structure.js';
import type { Typed } from './typed.js';

/** What a search found, and how. */
export type SearchAnswer = Found & {
  degraded: boolean;
  /** the engine stopped at its time limit: there may be more, or in another order */
  isCutOff: boolean;
  /** the answer stays the same until the index changes */
  isStable: boolean;
};

/** Where a search looks. */
export interface Sources {
  db: Database;
  /** undefined if none is configured */
  engine: SearchedEngine | undefined;
  terms: Terms;
  structures: SearchedStructures;
  dictionary: Dictionary;
  numbers: { degraded: number };
  log: Logger;
}

/** How long a search waits for the engine, ms. See also {@link CUT_OFF_MS}. */
export const LIMIT_MS = { firstPage: 2_000, deeperPage: 5_000 };
/** How long it waits for the database to tell the structures of the hits, ms. */
const FORMS_MS = 250;

/** One page of a search, best first: by structure if the text is one, else from the engine, else from the database. */
export async function findBest(sources: Sources, request: SearchRequest): Promise<SearchAnswer> {
  const { db, terms, structures } = sources;
  let usedDictionary = false;
  const dictionary: Dictionary = (names) => {
    usedDictionary = true;
    return sources.dictionary(names);
  };
  const { structure } = request.typed;
  const drawn = structure && (await structures.ofText(structure));
  const isLookedFor = structure === undefined || drawn?.isWhole === true;
  if (drawn && drawn.ids.length > 0) {
    const found = await foundByStructure(db, drawn.ids, request);
    // Without an engine there is no announcement of changed products.
    const isStable = isLookedFor && sources.engine !== undefined;
    return { ...found, degraded: false, isCutOff: false, isStable };
  }
  const values = meantBy(terms, request.typed);
  const work: Work<Found> = async (engine, until) =>
    (await findList(engine, request, until, dictionary)) ??
    findPlanned(engine, request, { values, dictionary }, until);
  const found = await answer(sources, request, work, values);
  // A change of an alias in the dictionary, which no product has, is not announced.
  const answered = { ...found, isStable: found.isStable && isLookedFor && !usedDictionary };
  // Each item of a list is judged by itself, so that the hits are not compared with each other.
  if (answered.degraded || answered.items) return answered;
  const { hits, best } = answered;
  const named = {
    form: request.typed.form,
    first: best.slice(0, BEST),
    hits: [...new Set([...hits, ...best])],
  };
  const isStable = (await doubtForms(sources, [named])) && answered.isStable;
  return { ...namedFirst(answered, request.page), isStable };
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
): Promise<{ found: Map<Typed, Hit[]>; degraded: boolean }> {
  const found = new Map<Typed, Hit[]>();
  let degraded = false;
  for (const typed of texts) {
    if (!typed.structure) continue;
    const drawn = performance.now() < until && (await structures.ofText(typed.structure));
    if (!drawn) return { found, degraded: true }; // the next ones would wait as long
    degraded ||= drawn.ids.length === 0 && !drawn.isWhole;
    if (drawn.ids.length === 0) continue;
    const page = { offset: 0, limit: most };
    found.set(typed, (await foundByStructure(db, drawn.ids, { typed, filters: {}, page })).hits);
  }
  return { found, degraded };
}

/** The ids of all products that a text finds, best first; undefined if the engine does not serve, or was cut off. */
export async function idsOf(
  sources: Sources,
  typed: Typed,
  filters: SearchFilters,
): Promise<number[] | undefined> {
  const drawn = typed.structure && (await sources.structures.ofText(typed.structure));
  if (drawn && drawn.ids.length > 0) return drawn.ids;
  const values = meantBy(sources.terms, typed);
  const work: Work<number[]> = async (engine, until) => {
    const page = { offset: 0, limit: MAX_HITS };
    const list = await findList(engine, { typed, filters, page }, until, sources.dictionary);
    if (list) return list.hits.map(({ id }) => id);
    const names = await namesOfParent(engine, typed, until, sources.dictionary);
    return findIds(engine, plan(typed, names, values), filters, until);
  };
  const found = await askEngine(sources, LIMIT_MS.deeperPage, work);
  return found && !found.isCutOff ? found.answer : undefined;
}

/**
 * The answer of the engine, or of the database in its place.
 * @param values categories, series and tags that the text names
 */
export async function answer(
  sources: Sources,
  request: SearchRequest,
  work: Work<Found>,
  values?: Values,
): Promise<SearchAnswer> {
  const ms = request.page.offset === 0 ? LIMIT_MS.firstPage : LIMIT_MS.deeperPage;
  const found = await askEngine(sources, ms, work);
  if (found) {
    const { answer, isCutOff } = found;
    const totalIsEstimate = answer.totalIsEstimate || isCutOff;
    return { ...answer, totalIsEstimate, degraded: false, isCutOff, isStable: !isCutOff };
  }
  const inDatabase = await findInDatabase(sources.db, request, values);
  return { ...inDatabase, degraded: true, isCutOff: false, isStable: false };
}

/** The answer of the engine within `ms`; undefined if the database has to answer. */
export async function askEngine<T>(
  { engine, numbers }: Sources,
  ms: number,
  work: Work<T>,
): Promise<Answered<T> | undefined> {
  const answered = await engine?.ask(ms, work);
  if (!answered) numbers.degraded++;
  return answered;
}

/**
 * Runs the plan of a text, and compares a number in it with the name beside it. If that names no product, and the text
 * is an impurity, salt, hydrate or labelled form, runs it again with the other names of its parent.
 */
async function findPlanned(
  engine: Engine,
  request: SearchRequest,
  { values, dictionary }: { values: Values | undefined; dictionary: Dictionary },
  until: number,
): Promise<Found> {
  const { typed } = request;
  const found = await find(engine, plan(typed, [], values), request, until);
  await doubtNumbers(engine, typed.form, [...new Set([...found.hits, ...found.best])], until);
  const names = hasExact(found) ? [] : await namesOfParent(engine, typed, until, dictionary);
  return names.length === 0 ? found : find(engine, plan(typed, names, values), request, until);
}

async function namesOfParent(
  engine: Engine,
  typed: Typed,
  until: number,
  dictionary: Dictionary,
): Promise<string[]> {
  const parent = parentIn(typed);
  return parent === undefined ? [] : otherNames(engine, parent, until, dictionary);
}

/**
 * Downgrades hits whose structures show that they are other substances than the text names.
 * @returns false if some structures are not worked out or the database did not answer in time: then the names alone decide,
 *   except where only a structure could confirm a name
 */
export async function doubtForms(
  { structures, log }: Sources,
  texts: readonly FoundByText[],
): Promise<boolean> {
  try {
    return await within(FORMS_MS, doubtOtherForms(texts, structures.formsOf));
  } catch (error) {
    log.debug({ err: error }, 'forms of products were not looked at');
    doubtUnseen(texts);
    return false;
  }
}

const meantBy = (terms: Terms, { whole, form }: Typed): Values | undefined => terms.meant(whole ?? form);
