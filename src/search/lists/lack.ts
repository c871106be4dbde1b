import { isPersonal, lackOf } from '../text/lacks.js';
import type { Lack } from '../demand/demanded.js';
import { readable } from '../../chemistry/index.js';
import { isFound } from './judge.js';
import type { Resolved } from './judge.js';
import type { Fact, Identifier } from './read.js';

/**
 * Which fact of an unmet identifier is counted, the first one that it has. Codes come last: those of other catalogues
 * say little.
 */
const TELLING: readonly Fact[] = ['cas', 'name', 'text', 'structure', 'code'];

/**
 * What to count as unmet demand for an identifier. Nothing if its facts contradict each other: that is no missing
 * product.
 */
export function lackIn({ asked, facts, match, others, conflict }: Resolved): Lack | undefined {
  if (isFound({ match, others }) || facts.heading || conflict.length > 0) return undefined;
  const ask = TELLING.flatMap((fact) => facts.asks.filter((each) => each.fact === fact))[0];
  if (!ask || isPersonal(readable(written(asked)))) return undefined;
  return lackOf(ask.typed, match);
}

function written(identifier: Identifier): string {
  if (typeof identifier === 'string') return identifier;
  const { code, cas, name, note } = identifier;
  return [code, cas, name, note].filter(Boolean).join(' | ');
}
