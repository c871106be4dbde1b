import { isPersonal, lackOf } from '../demand/lacks.js';
import type { Lack } from '../demand/demanded.js';
import { readable } from '../search/normalise.js';
import type { Verdict } from './judge.js';
import type { Fact, Facts, Identifier } from './read.js';

/** The fact under which an identifier that found nothing is counted: other catalogues' numbers say little. */
const TELLING: readonly Fact[] = ['cas', 'name', 'text', 'structure', 'code'];

/** What is to be counted of an identifier. Facts of several substances are no lack of a product. */
export function lackIn({
  asked,
  facts,
  match,
  conflict,
}: Pick<Verdict, 'match' | 'conflict'> & { asked: Identifier; facts: Facts }): Lack | undefined {
  if (match === 'exact' || match === 'partial' || facts.heading || conflict.length > 0) return undefined;
  const ask = TELLING.flatMap((fact) => facts.asks.filter((each) => each.fact === fact))[0];
  if (!ask || isPersonal(readable(written(asked)))) return undefined;
  return lackOf(ask.typed, match);
}

function written(identifier: Identifier): string {
  if (typeof identifier === 'string') return identifier;
  const { code, cas, name, note } = identifier;
  return [code, cas, name, note].filter(Boolean).join(' | ');
}
