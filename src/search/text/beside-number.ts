import type { Engine } from '../engine/engine.js';
import { hitOf } from './find.js';
import type { Hit } from './found.js';
import { besideNumber, matcher } from './match.js';
import { nameQuery } from './other-names.js';
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
  const results = await engine.search(
    names.map((name) => nameQuery(name, MOST_NAMED)),
    until,
  );
  const namedBy = new Map(
    results.map((result, at) => {
      const judge = matcher({ form: names[at]! });
      const named = result.hits.map((each) => hitOf(each, 'synonym', judge));
      const isName = named.some(({ namedBy: by, isConfirmed }) => by === 'main' || isConfirmed);
      return [names[at]!, isName ? named.map((each) => each.product) : []];
    }),
  );
  for (const { hit, product, name } of byNumber) {
    const named = namedBy.get(name)!;
    const isNamed = named.some(({ code, cas }) => code === product.code || cas === product.cas);
    if (!isNamed && named.length > 0) hit.doubt();
  }
}
