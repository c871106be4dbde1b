import type { Page } from '../../platform/index.js';
import type { SearchSort, WordsAnswer, WordsQuestion } from '../engine/engine.js';
import type { Asking } from './asking.js';
import { countFacets } from './facets.js';
import type { FacetCount } from './facets.js';
import type { SearchFilters } from './filters.js';
import { BEST, Hit, judgeInTurns, MAX_HITS, mendedBy } from './found.js';
import type { Found } from './found.js';
import { MOST_IDS } from './lookup-store.js';
import type { LookedUp } from './lookup-store.js';
import { doubtLesserReadings } from './forms.js';
import { matcher } from './match.js';
import type { Judgement } from './match.js';
import { mayBelongTo, nearestFirst } from './nearest.js';
import type { MeantStructure } from './structure.js';
import { NAMING } from './tier.js';
import type { Plan, Tier, Words } from './tier.js';
import type { Typed } from './typed.js';
import { wordHits } from './word-hits.js';

export interface SearchRequest {
  typed: Typed;
  filters: SearchFilters;
  page: Page;
  facets?: boolean;
  /** absent: best first */
  sort?: SearchSort | undefined;
  /** false: for suggestions, of which few are looked at */
  counted?: boolean;
}

/** The first hits of all pages, which are put in order together, so that pages neither overlap nor leave gaps. */
const FIRST = 2 * BEST;

/** Of more hits only the ids are wanted, so that they are not judged. */
export const MOST_SHOWN = 200;

/** How many products are looked at for the beginning of a key, in a search and for suggestions. */
const BEGUN = { counted: MAX_HITS, suggested: 200 };

/**
 * Carries out a plan, and gives one page: products that are found by keys, each once, then those with the words. At most
 * one statement of the database and one question to the engine, and a second statement if nothing is found.
 */
export async function find(
  asking: Asking,
  plan: Plan,
  request: SearchRequest,
  structure?: MeantStructure | null,
): Promise<Found> {
  const { typed, page, facets = false } = request;
  const end = Math.min(page.offset + page.limit, MAX_HITS);
  const isFirst = page.offset < FIRST;
  const window = isFirst ? { from: 0, to: Math.max(end, FIRST) } : { from: page.offset, to: end };
  const found = await foundBy({ asking, plan, request, window, judge: matcher(typed, structure) });
  const best = nearestFirst((isFirst ? found.hits : found.best).slice(0, BEST), typed.form);
  const hits = isFirst ? [...best, ...found.hits.slice(BEST)].slice(page.offset, end) : found.hits;
  const shown = hits.slice(0, MOST_SHOWN);
  doubtLesserReadings(typed, shown, best);
  await judgeInTurns([...new Set([...best, ...shown])]);
  return {
    hits,
    best,
    didYouMean: mendedBy(hits),
    total: found.total,
    totalIsEstimate: found.totalIsEstimate,
    ...(facets && found.counts && { facets: countFacets(found.counts) }),
  };
}

/** A product that was looked up, as a hit of its tier. */
export const hitOf = (row: LookedUp, tiers: readonly Tier[], judge: (hit: Hit) => Judgement): Hit =>
  new Hit({ ...row, form: row.is_drawn ? row : undefined }, tiers[row.tier]!.name, judge);

/** What was found so far. */
interface Part extends Pick<Found, 'hits' | 'best' | 'total' | 'totalIsEstimate'> {
  /** undefined if counting took too long */
  counts: readonly FacetCount[] | undefined;
  /** the ids of all products, if they are few */
  ids: readonly number[];
  /** no product has all the words */
  isVague?: boolean;
}

/** Of products with some of the words, so many can be paged to. */
const MOST_VAGUE = 200;

/** A plan that is carried out, for the products of some places. */
interface Look {
  asking: Asking;
  plan: Plan;
  request: SearchRequest;
  window: { from: number; to: number };
  judge: (hit: Hit) => Judgement;
}

async function foundBy(look: Look): Promise<Part> {
  return orLate(look, await withWords(look, await byKeys(look, look.plan.tiers)));
}

async function byKeys(look: Look, tiers: readonly Tier[]): Promise<Part> {
  const { filters, facets = false, counted = true } = look.request;
  const { from, to } = look.window;
  const begun = counted ? BEGUN.counted : BEGUN.suggested;
  const rows = await look.asking.keys([tiers], { filters, offset: from, limit: to - from, facets, begun });
  const found = rows.map((row) => ({ ...row, hit: hitOf(row, tiers, look.judge) }));
  const [first] = rows;
  const total = first?.total ?? 0;
  return {
    hits: found.flatMap(({ place, hit }) => (place > from && place <= to ? hit : [])),
    best: found.flatMap(({ place, hit }) => (place <= BEST ? hit : [])),
    total,
    totalIsEstimate: total >= begun,
    counts: first?.counts ?? [],
    ids: first?.ids ?? [],
  };
}

/** Adds the products with the words, for the room that is left; where there is none, they are only counted. */
async function withWords(look: Look, keyed: Part): Promise<Part> {
  const { form } = look.request.typed;
  const words = look.asking.hasNoKeys ? { q: form, match: 'some' as const } : wordsAfter(look, keyed);
  if (!words) return keyed;
  if (keyed.total > MOST_IDS) return { ...keyed, totalIsEstimate: true };
  const asked = questionAfter(look, words, keyed);
  if (!asked) return keyed;
  const [answer] = await look.asking.words([asked.question], [words.q === '' ? '' : form]);
  return withAnswer(look, asked, answer!, keyed);
}

/** The words to look for behind what was found by keys; undefined if they would find nothing that is meant. */
function wordsAfter(look: Look, { best }: Part): Words | undefined {
  const { form, formula } = look.request.typed;
  const { words } = look.plan;
  const [first] = best;
  if (!words || !first) return words;
  if (best.some(({ tier, match }) => (tier === 'code' || tier === 'cas') && match === 'exact'))
    return undefined;
  if (first.tier === 'formula' && !formula.guessed && !form.includes(' ')) return undefined;
  const isNamed = best.some(({ tier }) => NAMING.has(tier));
  return isNamed && words.whole !== undefined ? { ...words, q: words.whole } : words;
}

/**
 * The question of words behind what was found by keys, for the room that is left; and how many products with the words stand before
 * the page. Undefined where none is of use.
 */
function questionAfter(look: Look, words: Words, keyed: Part) {
  const { filters, facets = false, sort, counted = true } = look.request;
  const { from, to } = look.window;
  // Products with some of the words are of use only if there are no others. Whether there are, the first hit tells.
  const match = keyed.total === 0 && from < MOST_VAGUE ? words.match : 'all';
  const start = Math.max(0, from - keyed.total);
  const offset = match === 'some' ? 0 : start;
  const limit = Math.max(0, to - keyed.total - offset);
  if (limit === 0 && !counted) return undefined;
  const order = words.q === '' ? (sort ?? 'stock') : look.plan.shorter;
  const question: WordsQuestion = {
    q: words.q,
    match,
    filters,
    without: keyed.ids,
    order,
    offset,
    limit,
    facets,
  };
  return { question, skipped: start - offset };
}

/** What was found by keys, and behind it what the engine answered. */
function withAnswer(
  look: Look,
  { question: { q, offset, limit, facets }, skipped }: NonNullable<ReturnType<typeof questionAfter>>,
  { hits: answered, total, facets: counts }: WordsAnswer,
  keyed: Part,
): Part {
  const { typed, counted = true } = look.request;
  const isAll = q === '';
  const whole = answered.filter(({ isWhole }) => isWhole);
  const isVague = keyed.total === 0 && whole.length === 0 && answered.length > 0;
  const shown = isVague ? answered.slice(0, MOST_VAGUE) : whole;
  const isEnd = !isAll && answered.length + shown.length < 2 * limit && (shown.length > 0 || offset === 0);
  const placed = isAll || !counted ? 0 : Math.max(0, FIRST - keyed.total - offset);
  // While a text is being typed, what has many aliases is meant first.
  const ordered = counted ? shown : shown.toSorted((a, b) => b.aliases.length - a.aliases.length);
  const hits = wordHits(typed, ordered, look.judge, placed).slice(skipped);
  return {
    hits: [...keyed.hits, ...hits],
    best: keyed.best,
    total: keyed.total + (isEnd ? offset + shown.length : isVague ? Math.min(total, MOST_VAGUE) : total),
    totalIsEstimate: !isAll && !isEnd && (limit > 0 || total > 0),
    counts: facets ? keyed.counts && counts && [...keyed.counts, ...counts] : undefined,
    ids: keyed.ids,
    isVague,
  };
}

/** What was found; where no product has all the words, what the last readings find. */
async function orLate(look: Look, found: Part): Promise<Part> {
  if (found.total > 0 && !found.isVague) return found;
  const lately = ofItsParent(look, await byKeys(look, look.plan.late));
  return lately.total > 0 ? lately : ofItsParent(look, found);
}

/** Of an impurity of one substance those of others are no answer, however alike their names. */
function ofItsParent(look: Look, part: Part): Part {
  const isIts = mayBelongTo(look.request.typed.form);
  if (!isIts) return part;
  const hits = part.hits.filter(isIts);
  if (hits.length === part.hits.length) return part;
  const counts = hits.length === 0 ? [] : part.counts;
  return { ...part, hits, best: part.best.filter(isIts), total: hits.length, counts };
}
