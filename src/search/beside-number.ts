import type { Engine } from '../engines/engine.js';
import { engineQuery, hitOf, shownOf } from './find.js';
import type { Hit } from './found.js';
import { besideNumber, matcher } from './match.js';
import { namedExactly } from './plan.js';
import type { TierName } from './tier.js';

const NUMBERS: ReadonlySet<TierName> = new Set(['code', 'cas']);
const MOST_NAMED = 10;

/**
 * Downgrades the products that a number finds, if the name beside it is that of other products only: “theophylline CAS
 * 58-08-2”, which is the number of caffeine. Neither a name that no product has nor a supplier's synonym says so.
 * @param form `readable`
 * @throws EngineAway
 */
export async function doubtNumbers(
  engine: Engine,
  form: string,
  hits: readonly Hit[],
  until: number,
): Promise<void> {
  const byNumber = hits
    .filter(({ tier, match }) => NUMBERS.has(tier) && match === 'exact')
    .map((hit) => ({ hit, product: hit.product, name: besideNumber(form, hit.product) }))
    .filter(({ name }) => name.length > 1);
  const names = [...new Set(byNumber.map(({ name }) => name))];
  if (names.length === 0) return;
  const tiers = names.map(namedExactly);
  const results = await engine.search(
    tiers.map((tier) => engineQuery(tier, '', MOST_NAMED, shownOf(tier))),
    until,
  );
  for (const { hit, product, name } of byNumber) {
    const judge = matcher({ form: name });
    const named = results[names.indexOf(name)]!.hits.map((each) => hitOf(each, 'synonym', judge));
    const isNamed = named.some(({ product: { code, cas } }) => code === product.code || cas === product.cas);
    if (!isNamed && named.some(({ namedBy, isConfirmed }) => namedBy === 'main' || isConfirmed)) hit.doubt();
  }
}
