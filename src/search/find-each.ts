import { aliasNamed } from './alias.js';
import { casWithin } from './cas.js';
import type { Engine } from './engine.js';
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
import { lettersOf, readable } from './normalise.js';
import { parentIn, plan } from './plan.js';
import { NAMING } from './tier.js';
import type { Tier, TierName } from './tier.js';
import type { Typed } from './typed.js';

/** Readings that name a product, or its formula; where they find nothing, those that come near to a name. */
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
/** A word with typing errors takes the engine ten times as long as another reading. */
const isCostly = ({ name, q }: Tier): boolean => name === 'spelling' && q !== undefined;
/** The readings that are tried together, for texts where earlier ones found nothing. */
const ROUNDS: readonly ((tier: Tier) => boolean)[] = [
  ({ name }) => SURE.has(name),
  (tier) => NEAR.has(tier.name) && !isCostly(tier),
  isCostly,
];
/** Readings that show in what they find: several of a text can be asked for in one search. */
const PLAIN: ReadonlySet<TierName> = new Set(['code', 'cas', 'name', 'synonym', 'alias']);
/** Hits of such a search: where there are as many, one of an earlier reading may be missing. */
const MOST_PLAIN = 20;

interface Asked {
  typed: Typed;
  tiers: Tier[];
  /** the best products, once there are any */
  found: Hit[];
}

/**
 * The products that each of several texts means best, those of its first reading that finds any; none where none does.
 * Most texts name a product: one search for each finds those, all in one request to the engine. Of the others another
 * one tells whether any reading that only filters finds something: of a name that nobody has heard of none does, so that
 * only its words are left to be looked for.
 * @param most so many for each text
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
  const left = (): Asked[] => all.filter(({ found }) => found.length === 0);

  await findPlain(engine, left(), { narrowed, most }, until);
  await addOtherNames(engine, left(), until, dictionary);
  await leaveOutEmpty(engine, left(), narrowed, until);
  for (const isOfRound of ROUNDS) {
    const asked = left().flatMap((of) => of.tiers.filter(isOfRound).map((tier) => ({ of, tier })));
    if (asked.length === 0) continue;
    const queries = asked.map(({ tier }) => engineQuery(tier, narrowed, most, shownOf(tier)));
    const results = await engine.search(queries, until);
    for (const [at, { of, tier }] of asked.entries()) {
      // What an earlier reading found is surer.
      if (of.found.length > 0) continue;
      const judge = matcher(of.typed);
      const hits = results[at]!.hits.map((hit) => hitOf(hit, tier.name, judge));
      of.found = confirmedFirst(nearestFirst(hits, of.typed.form));
    }
  }
  return all.map(({ found }) => found);
}

/** Asks for the products of each text that its first readings find, as far as these are plain. */
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

/** Leaves out the readings of each text that only filter, where one search for all of them finds nothing. */
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
 * The hits that the first of some plain readings finds, with a synonym what has the name as an alias, which is surer; none where
 * it is not sure which reading that is.
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
    if (hit.match === 'exact') return isMainly(hit.product, form) ? 'name' : 'synonym';
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
  // As aliases of the whole text were just looked at, these are asked for last.
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

/** Plans names of impurities, salts, hydrates and isotopes again, with the other names of their substance. */
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
