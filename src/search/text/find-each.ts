import type { Database } from '../../platform/index.js';
import type { Asking, Dictionary } from './asking.js';
import type { SearchFilters } from './filters.js';
import { hitOf } from './find.js';
import { agrees, confirmedFirst, isSettled } from './found.js';
import type { Hit } from './found.js';
import { lookUp } from './lookup-store.js';
import { matcher } from './match.js';
import { nearestFirst } from './nearest.js';
import { otherNamesOfEach } from './other-names.js';
import { parentIn, plan, planAsItStands } from './plan.js';
import type { MeantStructure } from './structure.js';
import { distinct, NEAR, SURE } from './tier.js';
import type { Plan, Tier, TierName } from './tier.js';
import type { Typed } from './typed.js';
import { wordHits } from './word-hits.js';

/** Of what words find, only this comes near a name. */
const NEAR_WORDS: ReadonlySet<TierName> = new Set(['phrase', 'spelling']);
/** Products that are looked at for a text. */
const MOST_LOOKED_UP = 20;

interface Options {
  filters: SearchFilters;
  /** so many products per text */
  most: number;
  dictionary: Dictionary;
  /** what a text means as a systematic name; null for none, or where it is not known in time */
  meaning?: (typed: Typed) => Promise<MeantStructure | null>;
}

/** A text that is looked up by keys. */
interface Sought {
  typed: Typed;
  /** its place among the texts */
  at: number;
  tiers: Tier[];
  /** what it means as a systematic name */
  structure?: MeantStructure;
}

/**
 * Finds the best products for each of several texts, those of the first reading that finds any: by keys, all texts in one
 * statement; then by words, those that have found nothing in one request.
 */
export async function bestOfEach(
  asking: Asking,
  texts: readonly Typed[],
  { filters, most, dictionary, meaning }: Options,
): Promise<Hit[][]> {
  const found = await namedOrNear(asking, texts, filters);
  const meant: Sought[] = [];
  for (const [at, typed] of texts.entries()) {
    const structure = meaning && !isSettled(found[at]!) ? await meaning(typed) : null;
    if (structure && !agrees(found[at]!, structure))
      meant.push({ typed, at, tiers: nearTiers(plan(typed, [], undefined, structure)), structure });
  }
  await findByKeys(asking, meant, filters, found);
  const children = texts.flatMap((typed, at) => {
    const isNamed = found[at]!.some(({ match }) => match === 'exact');
    const parent = isNamed ? undefined : parentIn(typed);
    return parent === undefined ? [] : [{ typed, at, parent }];
  });
  const names = await otherNamesOfEach(
    asking,
    children.map(({ parent }) => parent),
    dictionary,
  );
  const known = children.flatMap(({ typed, at }, n) =>
    names[n]!.length > 0 ? { typed, at, tiers: nearTiers(plan(typed, names[n])) } : [],
  );
  await findByKeys(asking, known, filters, found);
  await findByWords(asking, texts, found, filters);
  return found.map((hits) => hits.slice(0, most));
}

/** The readings of a plan that name something or come near a name, the surest first. */
function nearTiers({ tiers, late }: Plan): Tier[] {
  const all = [...tiers, ...late];
  return distinct([...all.filter(({ name }) => SURE.has(name)), ...all.filter(({ name }) => NEAR.has(name))]);
}

/** Which of some texts are the number or the name of a product. */
export async function areNamed(db: Database, texts: readonly Typed[]): Promise<boolean[]> {
  const keys: Asking['keys'] = (tiers, options) => lookUp(db, tiers, options);
  const found = await namedOrNear({ keys }, texts, {});
  return found.map((hits) => hits.some(({ match }) => match === 'exact'));
}

/** Whether nothing was found, or only what a supplier wrongly calls so. */
const isOpen = (hits: readonly Hit[]): boolean => hits.every(({ isDoubted }) => isDoubted);

/** What each text names as it stands, and of the others what they are near to: most lines of a list are named. */
async function namedOrNear(
  asking: Pick<Asking, 'keys'>,
  texts: readonly Typed[],
  filters: SearchFilters,
): Promise<Hit[][]> {
  const found: Hit[][] = texts.map(() => []);
  const sure = texts.map((typed, at) => {
    return { typed, at, tiers: planAsItStands(typed).filter(({ name }) => SURE.has(name)) };
  });
  await findByKeys(asking, sure, filters, found);
  const open = texts.flatMap((typed, at) =>
    isOpen(found[at]!) ? { typed, at, tiers: nearTiers(plan(typed)) } : [],
  );
  await findByKeys(asking, open, filters, found);
  return found;
}

/** Looks some texts up in one statement. @param found gets the hits of each */
async function findByKeys(
  asking: Pick<Asking, 'keys'>,
  sought: readonly Sought[],
  filters: SearchFilters,
  found: Hit[][],
): Promise<void> {
  if (sought.length === 0) return;
  const options = { filters, offset: 0, limit: MOST_LOOKED_UP, begun: MOST_LOOKED_UP };
  const rows = await asking.keys(
    sought.map(({ tiers }) => tiers),
    options,
  );
  for (const [n, { typed, at, tiers, structure }] of sought.entries()) {
    const judge = matcher(typed, structure);
    const hits = rows.filter((row) => row.at === n).map((row) => hitOf(row, tiers, judge));
    found[at] = firstFound(hits, typed);
  }
}

/**
 * The hits of the first reading that finds any; of a later one, if the first finds only what a supplier wrongly calls so. With
 * a name, products that have it as an alias come along, as they are meant more surely.
 */
function firstFound(hits: readonly Hit[], { form }: Typed): Hit[] {
  let first: Hit[] = [];
  for (const tier of new Set(hits.map((hit) => hit.tier))) {
    const own = hits.filter((hit) => hit.tier === tier);
    if ((tier === 'name' || tier === 'synonym') && !own.some(({ isConfirmed }) => isConfirmed))
      own.push(...hits.filter((hit) => hit.tier === 'alias'));
    const ordered = confirmedFirst(nearestFirst(own, form));
    if (first.length === 0 || ordered[0]?.match === 'exact') first = ordered;
    if (first.some(({ isDoubted }) => !isDoubted)) break;
  }
  return first;
}

/** Looks for the words of the texts that have found nothing. */
async function findByWords(
  asking: Asking,
  texts: readonly Typed[],
  found: Hit[][],
  filters: SearchFilters,
): Promise<void> {
  const open = texts.flatMap((typed, at) => {
    if (!isOpen(found[at]!)) return [];
    const { words, shorter } = plan(typed);
    return words ? [{ typed, at, words, shorter }] : [];
  });
  if (open.length === 0) return;
  const questions = open.map(({ words: { q }, shorter: order }) => ({
    q,
    match: 'all' as const,
    filters,
    order,
    offset: 0,
    limit: MOST_LOOKED_UP,
  }));
  const answers = await asking.words(questions);
  for (const [n, { hits }] of answers.entries()) {
    const { typed, at } = open[n]!;
    const near = wordHits(typed, hits, matcher(typed)).filter(({ tier }) => NEAR_WORDS.has(tier));
    const [first] = near;
    if (first)
      found[at] = nearestFirst(
        near.filter(({ tier }) => tier === first.tier),
        typed.form,
      );
  }
}
