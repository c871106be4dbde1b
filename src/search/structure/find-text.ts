import { Problem } from '../../platform/index.js';
import type { Database, Holder } from '../../platform/index.js';
import type {
  MeantStructure,
  ProductsOfText,
  SearchedStructures,
  TypedStructure,
} from '../text/structure.js';
import type { StructureLibrary } from './find-library.js';
import { productOf } from './find-modes.js';
import { hasCarbon, mainPart, OTHER_GEOMETRY } from '../../chemistry/index.js';
import type { NameReader } from '../../chemistry/index.js';

/** The most products shown for a structure that was typed as text. */
const MOST = 1_000;

interface Parts {
  db: Database;
  structures: StructureLibrary;
  /** undefined: names are not read as structures */
  names: NameReader | undefined;
}

/** What search needs to know of structures. */
export const searchedStructures = (parts: Parts): SearchedStructures => ({
  ofText: (typed, holder) => productsOfText(parts, typed, holder),
  ofName: (name, holder) => meantBy(parts, name, holder).catch(() => undefined),
});

/** What a name means, as {@link SearchedStructures.ofName} gives it. */
async function meantBy(
  { structures, names }: Pick<Parts, 'structures' | 'names'>,
  name: string,
  holder: Holder,
): Promise<MeantStructure | null | undefined> {
  const smiles = names ? await names.smilesOf(name, holder) : null;
  if (smiles == null) return smiles;
  const keyOf = async (text: string): Promise<string | undefined> => {
    const wanted = { asked: { kind: 'smiles', text }, mode: 'exact', threshold: 0 } as const;
    const answer = await structures.search(wanted, { from: 0, most: 0 }, holder);
    return 'refused' in answer ? undefined : (answer.inchikey ?? undefined);
  };
  const main = mainPart(smiles);
  const inchikey = await keyOf(smiles);
  const parent = main === smiles ? inchikey : await keyOf(main);
  if (inchikey === undefined || parent === undefined) return undefined;
  return { inchikey, parent: hasCarbon(smiles) ? parent.slice(0, 14) : null };
}

/**
 * The products with the typed structure, the oldest first: those of the same canonical SMILES, and of the same InChIKey, which is one for
 * all ways to draw the hydrogens and charges of a substance. Empty if the text is no structure. Undefined if structures cannot be
 * searched now; the text is then searched like any other.
 */
async function productsOfText(
  { db, structures }: Parts,
  { kind, text }: TypedStructure,
  holder: Holder,
): Promise<ProductsOfText | undefined> {
  if (kind === 'inchikey') return productsOfKey(db, text);
  try {
    const wanted = { asked: { kind, text }, mode: 'exact', threshold: 0 } as const;
    const answer = await structures.search(wanted, { from: 0, most: MOST }, holder);
    if ('refused' in answer)
      return answer.refused === 'loading' || answer.refused === 'failed'
        ? undefined
        : { ids: [], isWhole: true };
    const { results, missed, isFresh, inchikey } = answer;
    // InChI takes no notice of the geometry at a metal: cisplatin and transplatin have one key.
    const isTold = inchikey !== null && !OTHER_GEOMETRY.test(text);
    const same = isTold ? (await productsOfKey(db, inchikey)).ids : [];
    const ids = [...new Set([...Array.from(results, productOf), ...same])].sort((a, b) => a - b);
    return { ids: ids.slice(0, MOST), isWhole: missed === 0 && isFresh };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The products with an InChIKey, the oldest first. */
const productsOfKey = (db: Database, inchikey: string): Promise<ProductsOfText> =>
  db.one<ProductsOfText>(
    `SELECT ARRAY(SELECT product_id::float8 FROM product_structures WHERE inchikey = $1 ORDER BY product_id LIMIT $2) AS ids,
            NOT EXISTS (SELECT FROM product_structures WHERE NOT is_complete) AS "isWhole"`,
    [inchikey, MOST],
  );
