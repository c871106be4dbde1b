import type { WordsAnswer } from '../engine/engine.js';
import { aliasNamed, hasHan, lettersOf, readable } from '../../chemistry/index.js';
import { distance } from '../../platform/index.js';
import { namesOf } from './asked.js';
import { wholeCas } from './cas.js';
import { Hit } from './found.js';
import type { Judgement } from './match.js';
import type { TierName } from './tier.js';
import type { Typed } from './typed.js';

/**
 * The products that were found by words: first those that have the text as it stands in a name, then those with a name that
 * differs from it in a letter or two, then the others in their order.
 * @param most so many of them are looked at
 */
export function wordHits(
  typed: Typed,
  found: WordsAnswer['hits'],
  judge: (hit: Hit) => Judgement,
  most = MOST_PLACED,
): Hit[] {
  if (lettersOf(typed.form) === '')
    return found.map((each) => new Hit(each, 'everything', () => ({ match: 'partial' })));
  const nearness = nearnessTo(typed);
  const hits = found.map((each) => new Hit(each, 'words', judge));
  const placed = hits.splice(0, most).map((hit) => {
    const { tier, place } = nearness(hit);
    hit.tier = tier;
    return { place, hit };
  });
  return [...placed.toSorted((a, b) => a.place - b.place).map(({ hit }) => hit), ...hits];
}

const MOST_PLACED = 20;

/** How a product's names relate to a text: the reading, and its place among the others. */
function nearnessTo({ form }: Typed): (hit: Hit) => { tier: TierName; place: number } {
  const key = lettersOf(form);
  const cas = wholeCas(form);
  const han = hasHan(form);
  // Not for names of groups, which appear in many others.
  const isLiteral = han || (form.includes(' ') && !/yl\b/.test(form));
  const most = key.length < 5 || han ? 0 : key.length < 8 ? 1 : 2;
  return ({ product, aliases }) => {
    // Only where keys could not be looked up: the words of a number found it.
    if (lettersOf(readable(product.code)) === key) return { tier: 'code', place: 0 };
    if (product.cas === cas) return { tier: 'cas', place: 0 };
    if (aliasNamed(form, aliases) !== undefined) return { tier: 'alias', place: 0.5 };
    const names = [...namesOf(product), ...aliases.map(readable)];
    if (isLiteral && names.some((name) => name.includes(form))) return { tier: 'phrase', place: 1 };
    const near = Math.min(...names.map((name) => distance(key, lettersOf(name), most) ?? Infinity));
    return near === Infinity ? { tier: 'words', place: 5 } : { tier: 'spelling', place: 2 + near };
  };
}
