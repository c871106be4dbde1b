import type { Asking } from './asking.js';
import type { Hit } from './found.js';
import { besideNumber } from './match.js';
import { productsNamed } from './other-names.js';
import type { TierName } from './tier.js';

const NUMBERS: ReadonlySet<TierName> = new Set(['code', 'cas']);
const MOST_NAMED = 10;

/**
 * Downgrades the products that a number finds, if the name beside it is that of other products only: “theophylline CAS
 * 58-08-2”, which is the number of caffeine. Neither a name that no product has nor a supplier's synonym says so.
 * @param form `readable`
 */
export async function doubtNumbers(asking: Asking, form: string, hits: readonly Hit[]): Promise<void> {
  const byNumber = hits
    .filter(({ tier, match }) => NUMBERS.has(tier) && match === 'exact')
    .map((hit) => ({ hit, product: hit.product, name: besideNumber(form, hit.product) }))
    .filter(({ name }) => name.length > 1);
  const names = [...new Set(byNumber.map(({ name }) => name))];
  const found = await productsNamed(asking, names, MOST_NAMED);
  for (const { hit, product, name } of byNumber) {
    const named = found[names.indexOf(name)]!;
    const isName = named.some(({ namedBy, isConfirmed }) => namedBy === 'main' || isConfirmed);
    const isAmong = named.some(
      (each) => each.product.code === product.code || each.product.cas === product.cas,
    );
    if (isName && !isAmong) hit.doubt();
  }
}
