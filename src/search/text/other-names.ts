import {
  baseInEnglish,
  contradict,
  flatForm,
  losesSign,
  readable,
  statesStereo,
} from '../../chemistry/index.js';
import { namesOf } from './asked.js';
import type { Asking, Dictionary } from './asking.js';
import { hitOf } from './find.js';
import type { Hit } from './found.js';
import { isMainly, matcher } from './match.js';
import { namedExactly } from './plan.js';

/**
 * The other names of substances, to find their impurities under each: "acetaminophen impurity K" must find
 * "Paracetamol impurity K". For a substance that is not sold, names come from the dictionary: Januvia is sitagliptin.
 */
export async function otherNamesOfEach(
  asking: Asking,
  substances: readonly string[],
  dictionary: Dictionary,
): Promise<string[][]> {
  const names = await namesOfProducts(asking, substances);
  const isKnown = (_: string, at: number): boolean => names[at]!.length > 0;
  // Only then by a translation: 精氨酸 is an alias of L-arginine, but suppliers call D-arginine “arginine” as well.
  const inEnglish = substances.map((each, at) =>
    isKnown(each, at) ? '' : (baseInEnglish(readable(each)) ?? ''),
  );
  for (const [at, its] of (await namesOfProducts(asking, inEnglish)).entries()) names[at]!.push(...its);
  const known = substances.every(isKnown)
    ? undefined
    : await dictionary(substances.filter((_, at) => names[at]!.length === 0));
  return substances.map((each, at) =>
    isKnown(each, at) ? names[at]! : unsigned((known?.get(each) ?? []).map(readable)),
  );
}

/** The names of the products that have one of these names. */
async function namesOfProducts(asking: Asking, substances: readonly string[]): Promise<string[][]> {
  const found = await productsNamed(asking, substances, MOST_PRODUCTS);
  return found.map((hits, at) => {
    const products = hits.map(({ product }) => product);
    // A main name decides if there is one: suppliers list ibuprofen as a synonym of dexibuprofen.
    const main = products.filter((product) => isMainly(product, substances[at]!));
    return unsigned(undisputed([...new Set((main.length > 0 ? main : products).flatMap(namesOf))]));
  });
}

/** Names that most others do not contradict: levamisole, which is l- and (-)-tetramisole, is no dl-tetramisole. */
function undisputed(names: readonly string[]): string[] {
  const signed = names.filter(statesStereo).map((name) => ({ name, flat: flatForm(name) }));
  return names.filter((name) => {
    const bare = flatForm(name);
    const same = signed.filter(({ flat }) => flat === bare);
    return 2 * same.filter((other) => contradict(name, other.name)).length <= same.length;
  });
}

/** Names whose keys lose no sign: (+)-quinidine, which suppliers also call quinine, is another base. */
const unsigned = (names: readonly string[]): string[] =>
  names.filter((each) => each !== '' && !losesSign(each)).slice(0, MOST_NAMES);

const MOST_NAMES = 40;
const MOST_PRODUCTS = 3;

/** The products with each of these very names, at most so many of each. */
export async function productsNamed(
  asking: Asking,
  names: readonly string[],
  most: number,
): Promise<Hit[][]> {
  if (names.every((name) => name === '')) return names.map(() => []);
  const tiers = names.map((name) => [namedExactly(name)]);
  const rows = await asking.keys(tiers, { filters: {}, offset: 0, limit: most, begun: 0 });
  const judges = names.map((name) => matcher({ form: readable(name) }));
  return names.map((_, at) =>
    rows
      .filter((row) => row.at === at && row.place <= most)
      .map((row) => hitOf(row, tiers[at]!, judges[at]!)),
  );
}
