import { aliasNamed, lettersOf, readable } from '../../chemistry/index.js';
import { casWithin } from './cas.js';
import type { Engine } from '../engine/engine.js';
import { engineFilter } from './filters.js';
import type { SearchFilters } from './filters.js';
import { engineQuery, hitOf, shownOf, together } from './find.js';
import { otherNamesOfEach } from './other-names.js';
import type { Dictionary } from './other-names.js';
import { confirmedFirst } from './found.js';
import type { Hit } from './found.js';
import { codesWithin } from './list.js';
import { hasName, isMainly, matcher } from './match.js';
import { nearestFirst } from './nearest.js';
import { parentIn, plan } from './plan.js';
import { NAMING } from './tier.js';
import type { Tier, TierName } from './tier.js';
import type { Typed } from './typed.js';

/**
 * Readings that name a product or its formula, and readings that come near a name. The latter are tried if the former
 * find nothing.
 */
const SURE: ReadonlySet<TierName> = new Set([...NAMING, 'both_names', 'formula']);
const NEAR: ReadonlySet<TierName> = new Set([
  'mended',
  'mended_code',
  'near_name',
  'deuterated',
  'parent',
  'name_start',
  'phrase',
  'sound',
  'spelling',
]);
/** A word with typing errors is the most expensive reading for the engine, so that it comes last. */
const isCostly = ({ name, q }: Tier): boolean => name === 'spelling' && q !== undefined;
/** Readings that are searched together, round by round, for texts that have found nothing yet. */
const ROUNDS: readonly ((tier: Tier) => boolean)[] = [
  ({ name }) => SURE.has(name),
  (tier) => NEAR.has(tier.name) && !isCostly(tier),
  isCostly,
];
/** Readings that can be recognised from the hit: several of them fit into one search. */
const PLAIN: ReadonlySet<TierName> = new Set(['code', 'cas', 'name', 'synonym', 'alias']);
/** The hits of such a search. If there are as many, hits of an earlier reading may have been cut off. */
const MOST_PLAIN = 20;

interface Asked {
  typed: Typed;
  tiers: Tier[];
  /** the best products so far */
  found: Hit[];
}

/**
 * Finds the best products for each of several texts, those of the first reading that finds any. Most texts name a
 * product, and one search for each, all in one request, finds it. For the others a second search tells whether any
 * reading by filters can find something; if not, only their words are searched.
 * @param most so many products per text
 * @param until the deadline, on the clock of `performance.now()`
 * @throws EngineAway
 */
export async function bestOfEach(
  engine: Engine,
  texts: readonly Typed[],
  { filters, most, dictionary }: { filters: SearchFilters; most: number; dictionary: Dictionary },
  until: number,
): Promise<Hit[][]> {
  const narrowed = engineFilter(filters);
  const all = texts.map((typed): Asked => ({ typed, tiers: plan(typed), found: [] }));
  const left = (): Asked[] => all.filter(isLeft);

  await findPlain(engine, left(), { narrowed, most }, until);
  await addOtherNames(engine, left(), until, dictionary);
  await leaveOutEmpty(engine, left(), narrowed, until);
  for (const isOfRound of ROUNDS) {
    const asked = left().flatMap((of) => of.tiers.filter(isOfRound).map((tier) => ({ of, tier })));
    if (asked.length === 0) continue;
    const queries = asked.map(({ tier }) => engineQuery(tier, narrowed, most, shownOf(tier)));
    const results = await engine.search(queries, until);
    for (const [at, { of, tier }] of asked.entries()) {
      // An earlier reading of the text is more certain.
      if (!isLeft(of)) continue;
      const judge = matcher(of.typed);
      const hits = results[at]!.hits.map((hit) => hitOf(hit, tier.name, judge));
      const found = confirmedFirst(nearestFirst(hits, of.typed.form));
      if (of.found.length === 0 || found[0]?.match === 'exact') of.found = found;
    }
  }
  return all.map(({ found }) => found);
}

/** Whether nothing is found yet, or only what a supplier wrongly calls so. A later reading may name a product. */
const isLeft = ({ found }: Asked): boolean => found.every(({ isDoubted }) => isDoubted);

/** Asks with one search per text for what its first, plain readings find. */
async function findPlain(
  engine: Engine,
  texts: readonly Asked[],
  { narrowed, most }: { narrowed: string; most: number },
  until: number,
): Promise<void> {
  const asked = texts.flatMap((of) => {
    const end = of.tiers.findIndex(({ name }) => !PLAIN.has(name));
    const tiers = end === -1 ? of.tiers : of.tiers.slice(0, end);
    return tiers.length === 0 ? [] : [{ of, tiers }];
  });
  if (asked.length === 0) return;
  const queries = asked.map(({ tiers: [first, ...more] }) => {
    const { filter } = together([first!, ...more]);
    const tier = { ...first!, ...(filter !== undefined && { filter }) };
    return engineQuery(tier, narrowed, MOST_PLAIN, shownOf(more.at(-1) ?? first!));
  });
  const results = await engine.search(queries, until);
  for (const [at, { of, tiers }] of asked.entries()) {
    const { hits } = results[at]!;
    if (hits.length === 0) of.tiers = of.tiers.slice(tiers.length);
    else if (hits.length < MOST_PLAIN)
      of.found = confirmedFirst(firstFound(hits, tiers, of.typed)).slice(0, most);
  }
}

/** Removes a text's readings by filters if a single search for all of them finds nothing. */
async function leaveOutEmpty(
  engine: Engine,
  texts: readonly Asked[],
  narrowed: string,
  until: number,
): Promise<void> {
  const filters = ({ name, q }: Tier): boolean => q === undefined && (SURE.has(name) || NEAR.has(name));
  const asked = texts.filter(({ tiers }) => tiers.filter(filters).length > 1);
  if (asked.length === 0) return;
  const queries = asked.map(({ tiers }) => engineQuery(together(tiers.filter(filters)), narrowed, 1, ['id']));
  const results = await engine.search(queries, until);
  for (const [at, of] of asked.entries())
    if (results[at]!.hits.length === 0) of.tiers = of.tiers.filter((tier) => !filters(tier));
}

/**
 * The hits of the first plain reading that found any. With a synonym, products that have the name as an alias come
 * along, as they are meant more surely. Empty if it is not certain which reading is the first.
 */
function firstFound(hits: readonly Record<string, unknown>[], tiers: readonly Tier[], typed: Typed): Hit[] {
  const judge = matcher(typed);
  const names = new Set(tiers.map(({ name }) => name));
  if (names.size === 1) return hits.map((hit) => hitOf(hit, tiers[0]!.name, judge));
  const { form, whole } = typed;
  const codes = new Set([lettersOf(form), ...codesWithin(form).map(lettersOf)]);
  const numbers = new Set(casWithin(form));
  const readingOf = (hit: Hit): TierName | undefined => {
    const { code, cas } = hit.product;
    if (codes.has(lettersOf(readable(code)))) return 'code';
    if (numbers.has(cas)) return 'cas';
    if (hit.match === 'exact')
      return isMainly(hit.product, form) && hit.namedBy !== 'other' ? 'name' : 'synonym';
    return aliasNamed(form, hit.aliases) === undefined ? undefined : 'alias';
  };
  const found = hits.map((hit) => hitOf(hit, 'synonym', judge));
  if (whole !== undefined) {
    const named = found.filter(({ product }) => hasName(product, whole));
    if (named.length > 0) return named;
    const isCalled = (alias: string): boolean => lettersOf(readable(alias)) === lettersOf(whole);
    const called = hits.filter((_, at) => found[at]!.aliases.some(isCalled));
    if (called.length > 0) return called.map((hit) => hitOf(hit, 'alias', judge));
  }
  // Aliases of the whole text have just been looked at, so that other aliases come last.
  if (names.delete('alias')) names.add('alias');
  const readings = found.map(readingOf);
  const of = (name: TierName): Hit[] =>
    hits.filter((_, at) => readings[at] === name).map((hit) => hitOf(hit, name, judge));
  for (const name of names) {
    const first = of(name);
    if (name === 'synonym' && first.length > 0 && !first.some(({ isConfirmed }) => isConfirmed))
      first.push(...of('alias'));
    if (first.length > 0) return first;
  }
  return [];
}

/** Plans names of impurities, salts, hydrates and labelled forms again, with the other names of their parent. */
async function addOtherNames(
  engine: Engine,
  texts: readonly Asked[],
  until: number,
  dictionary: Dictionary,
): Promise<void> {
  const asked = texts.flatMap((of) => {
    const parent = parentIn(of.typed);
    return parent === undefined ? [] : [{ of, parent }];
  });
  const parents = [...new Set(asked.map(({ parent }) => parent))];
  const names = await otherNamesOfEach(engine, parents, until, dictionary);
  for (const { of, parent } of asked) of.tiers = plan(of.typed, names[parents.indexOf(parent)]);
}
