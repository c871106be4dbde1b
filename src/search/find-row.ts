import type { Product } from '../products/fields.js';
import { abbreviated } from './abbreviations.js';
import type { Engine } from './engine.js';
import { bestOfEach } from './find-each.js';
import { AMBIGUOUS, certain, listed } from './find-list.js';
import { engineQuery, shownBy, shownOf } from './find.js';
import type { SearchRequest } from './find.js';
import type { Found } from './found.js';
import { isAboutImpurity } from './impurity.js';
import { isNameAmongWords, namedBy, runsOf } from './named-part.js';
import { lettersOf, readable } from './normalise.js';
import { signedKey } from './stereo.js';
import type { Tier } from './tier.js';
import { readPart } from './typed.js';
import type { Typed } from './typed.js';

const MOST_WORDS = 12;
/** Products that are looked at to see which names there are. */
const MOST_NAMED = 60;

/**
 * The answer to a row of names with nothing but blanks between them, as {@link listed} gives it: “methanol ethanol acetone”. Asked
 * for where the whole text names nothing. Each word must belong to a name.
 * @returns undefined where the text is no such row
 * @throws EngineAway
 */
export async function findRow(
  engine: Engine,
  { typed, filters, page, facets = false }: SearchRequest,
  until: number,
): Promise<Found | undefined> {
  const words = typed.name.split(' ');
  if (words.length < 2 || words.length > MOST_WORDS || isAboutImpurity(typed.form)) return undefined;
  const runs = runsOf(words).map(readPart);
  const names = runs.filter(({ form }) => isNameAmongWords(form));
  if (names.length < 2) return undefined;
  const known = await knownOf(engine, names, until);
  const items = inNames(words.length, (from, to) => known.get(words.slice(from, to).join(' ')));
  if (items === undefined || items.length < 2) return undefined;
  const found = await bestOfEach(engine, items, { filters, most: AMBIGUOUS }, until);
  if (!found.every(([best]) => best?.match === 'exact')) return undefined;
  const answer = listed(items, found.map(certain), page, facets);
  // One product by two names is no list.
  return answer.total > 1 ? answer : undefined;
}

/** Those of some texts that name a product, by their text. @throws EngineAway */
async function knownOf(engine: Engine, names: readonly Typed[], until: number): Promise<Map<string, Typed>> {
  const tier: Tier = { name: 'alias', filter: namedBy(names.map(({ form }) => form)), order: 'asked' };
  const [result] = await engine.search([engineQuery(tier, '', MOST_NAMED, shownOf(tier))], until);
  const keys = new Set<string>();
  for (const hit of result!.hits) {
    const { cas, name_en: en, name_cn: cn, synonyms } = JSON.parse(shownBy(hit)) as Product;
    for (const name of [en ?? '', cn, ...(synonyms ?? '').split(';')]) keys.add(signedKey(readable(name)));
    for (const alias of hit['aliases'] as string[]) keys.add(lettersOf(readable(alias)));
    keys.add(cas);
  }
  const isKnown = ({ form }: Typed): boolean =>
    [signedKey(form), ...abbreviated(lettersOf(form))].some((key) => keys.has(key));
  return new Map(names.filter(isKnown).map((name) => [name.text, name]));
}

/** The fewest names that follow each other and have all words; undefined where some word is in none. */
function inNames(
  count: number,
  nameOf: (from: number, to: number) => Typed | undefined,
): Typed[] | undefined {
  const upTo: (Typed[] | undefined)[] = [[]];
  for (let to = 1; to <= count; to++)
    for (let from = 0; from < to; from++) {
      const before = upTo[from];
      const name = before && nameOf(from, to);
      if (name && before.length + 1 < (upTo[to]?.length ?? Infinity)) upTo[to] = [...before, name];
    }
  return upTo[count];
}
