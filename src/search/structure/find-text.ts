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
import type { Mode } from './find-modes.js';
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
  async nearText(typed, holder) {
    const same = await productsOfText(parts, typed, holder);
    if (!same || same.ids.length > 0) return { ids: [], isWhole: false, ...same, isExact: true };
    const like = await productsLike(parts, typed, holder);
    return { ids: [], ...like, isWhole: same.isWhole && like?.isWhole === true, isExact: false };
  },
  ofName: (name, holder) => meantBy(parts, name, holder).catch(() => undefined),
});

/** What a name means, as {@link SearchedStructures.ofName} gives it. */
async function meantBy(
  parts: Parts,
  name: string,
  holder: Holder,
): Promise<MeantStructure | null | undefined> {
  const smiles = parts.names ? await parts.names.smilesOf(name, holder) : null;
  if (smiles == null) return smiles;
  const keyOf = async (text: string): Promise<string | null | undefined> =>
    (await productsDrawn(parts, text, 'exact', holder))?.inchikey;
  const main = mainPart(smiles);
  const inchikey = await keyOf(smiles);
  const parent = main === smiles ? inchikey : await keyOf(main);
  if (inchikey == null || parent == null) return undefined;
  return { inchikey, parent: hasCarbon(smiles) ? parent.slice(0, 14) : null };
}

/**
 * The products with the typed structure, the oldest first: those of the same canonical SMILES, and of the same InChIKey, which is one for
 * all ways to draw the hydrogens and charges of a substance. Empty if the text is no structure. Undefined if structures cannot be
 * searched now; the text is then searched like any other.
 */
async function productsOfText(parts: Parts, { kind, text }: TypedStructure, holder: Holder) {
  if (kind === 'inchikey') return productsOfKey(parts.db, text);
  const drawn = await productsDrawn(parts, text, 'exact', holder);
  // InChI takes no notice of the geometry at a metal: cisplatin and transplatin have one key.
  if (drawn?.inchikey == null || OTHER_GEOMETRY.test(text)) return drawn;
  const same = await productsOfKey(parts.db, drawn.inchikey);
  const ids = [...new Set([...drawn.ids, ...same.ids])].sort((a, b) => a - b);
  return { ...drawn, ids: ids.slice(0, MOST) };
}

/** The products that have the typed structure but for stereo, or else its tautomers. */
async function productsLike(parts: Parts, { kind, text }: TypedStructure, holder: Holder) {
  const skeleton = text.slice(0, 14);
  if (kind === 'inchikey') return productsOfKey(parts.db, `${skeleton}-`, `${skeleton}.`);
  const same = await productsDrawn(parts, text, 'stereo-blind', holder);
  return same?.ids.length === 0 ? productsDrawn(parts, text, 'tautomer', holder) : same;
}

/** The products that a search by a SMILES finds, the best first. Undefined if structures cannot be searched now. */
async function productsDrawn({ structures }: Parts, text: string, mode: Mode, holder: Holder) {
  try {
    const wanted = { asked: { kind: 'smiles', text }, mode, threshold: 0 } as const;
    const answer = await structures.search(wanted, { from: 0, most: MOST }, holder);
    if ('refused' in answer)
      return ['loading', 'failed'].includes(answer.refused) ? undefined : { ids: [], isWhole: true };
    const { results, missed, isFresh, inchikey } = answer;
    return { ids: Array.from(results, productOf), isWhole: missed === 0 && isFresh, inchikey };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The products with an InChIKey, or with one in a range, the oldest first. */
const productsOfKey = (db: Database, from: string, to = from): Promise<ProductsOfText> =>
  db.one<ProductsOfText>(
    `SELECT ARRAY(SELECT product_id::float8 FROM product_structures WHERE inchikey BETWEEN $1 AND $2
                   ORDER BY product_id LIMIT $3) AS ids,
            NOT EXISTS (SELECT FROM product_structures WHERE NOT is_complete) AS "isWhole"`,
    [from, to, MOST],
  );
