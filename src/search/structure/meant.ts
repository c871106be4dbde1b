import { badField, isRefusal, Problem } from '../../platform/index.js';
import type { Database, Holder, Limit } from '../../platform/index.js';
import { NO_CAS, productsByCode, productsShowing, structuresOf } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import type { Search } from '../text/search.js';
import { INCHI } from '../text/structure.js';
import { readTyped } from '../text/typed.js';
import { OTHER_GEOMETRY, readGiven } from '../../chemistry/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import type { Way } from './find-modes.js';
import { LONGEST, ONE_WORD } from './find-routes.js';
import type { Wanted } from './library-search.js';
import type { Asked } from './library-thread.js';
import { refused } from './refused.js';

// Reads what people type in the field for a structure: a structure, or the name of a product that has one.

/** The typed text without blanks around it. Not for a molfile, whose first line may be empty but counts. */
export function typedText(given: string): string {
  const trimmed = given.trim();
  return trimmed.includes('\n') ? given : trimmed;
}

/** What is needed to read a typed structure. */
export interface MeantParts {
  db: Database;
  search: Pick<Search, 'find'>;
  chemistry: Pick<Chemistry, 'read'>;
  /** one InChI of a visitor at a time, so that Indigo has room for those of pushes */
  typedInchis: Limit;
  /** for whom it is read */
  holder: Holder;
  siteOrigin: () => string;
}

/** A structure that a typed text names. */
interface MeantStructure {
  asked: Asked;
  /** the product that has it; undefined for an InChI that no product has */
  product?: Product;
}

/** The most products with one name that are considered. */
const MOST = 20;
/** A longer text is no name. */
const LONGEST_NAME = 300;

/**
 * Runs some work with the typed structure or, if it cannot be read as one, with that of the only substance it names.
 * @param counted called before more than one search is made
 * @throws Problem 400 if it is no structure and names none; what the work throws
 */
export async function withMeant<T>(
  parts: MeantParts,
  { text, way, threshold }: { text: string; way: Way; threshold: number },
  work: (wanted: Wanted) => Promise<T>,
  counted?: () => Promise<void>,
): Promise<
  | { result: T; meant?: MeantStructure }
  /** the text names products with different structures, so that none is used */
  | { several: Product[] }
> {
  const kind = way === 'smarts' ? 'smarts' : /\n|M {2}END/.test(text) ? 'molfile' : 'smiles';
  const mode = way === 'smarts' ? 'substructure' : way;
  if (Buffer.byteLength(text) > LONGEST[kind])
    throw badField(kind, 'too_long', `must have at most ${LONGEST[kind]} bytes`);
  if (kind === 'molfile' || ONE_WORD.test(text)) {
    try {
      return { result: await work({ asked: { kind, text }, mode, threshold }) };
    } catch (error) {
      if (kind === 'molfile' || !isUnreadable(error)) throw error;
    }
  }
  await counted?.();
  const meant = await structureNamed(parts, text);
  if (meant === undefined) throw refused(kind, 'unreadable', 'no_structure');
  if ('several' in meant) return meant;
  return { result: await work({ asked: meant.asked, mode, threshold }), meant };
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof Problem && error.errors?.[0]?.code === 'unreadable';

/** The structure that a text names; undefined if none. */
async function structureNamed(
  parts: MeantParts,
  text: string,
): Promise<MeantStructure | { several: Product[] } | undefined> {
  const inchi = INCHI.exec(text)?.[1];
  if (inchi === undefined && Array.from(text).length > LONGEST_NAME) return undefined;
  const named = await structureOfProducts(parts.db, await productsNamed(parts, text));
  return named ?? (inchi === undefined ? undefined : structureOfInchi(parts, `InChI=${inchi}`));
}

/** The path of an image or of a product's drawing on this site. */
const IMAGE = /^\/?(media\/\d+)(?:\?.*)?$/i;
const DRAWING = /^(?:\/?api\/v1)?\/?products\/([^/]+)\/structure\.svg(?:\?.*)?$/i;
const PICTURE_FILE = /^(?:.*[/\\])?([^/\\]+)\.(?:svg|png|jpe?g|gif|webp|bmp)(?:\?.*)?$/i;

/** The products that a text certainly names: by the name of a picture, a number, a name or an InChI. */
async function productsNamed({ db, search, siteOrigin, holder }: MeantParts, given: string) {
  const text = given.startsWith(`${siteOrigin()}/`) ? given.slice(siteOrigin().length) : given;
  const image = IMAGE.exec(text)?.[1];
  if (image !== undefined) {
    const { data, total } = await productsShowing(db, [`/${image.toLowerCase()}`]);
    return { products: await productsByCode(db, data), isSure: total <= data.length };
  }
  const [, pictured] = DRAWING.exec(text) ?? PICTURE_FILE.exec(text) ?? [];
  const name = pictured === undefined ? text : decoded(pictured);
  const itself = await productsByCode(db, [name]);
  if (itself.length > 0) return { products: itself, isSure: true };
  const { hits } = await search.find(
    { typed: readTyped(name), filters: {}, page: { offset: 0, limit: MOST } },
    holder,
  );
  const exact = hits.filter(({ match }) => match === 'exact');
  return {
    products: exact.map(({ product }) => product),
    // Several substances share a formula, even if the catalogue has only one of them.
    isSure: exact.length < MOST && exact.every(({ tier }) => tier !== 'formula'),
  };
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    return plain.includes('\0') ? text : plain;
  } catch {
    return text;
  }
}

/**
 * The structure that all products share. A product without one may be another substance, unless it shares a CAS
 * number with those that have one.
 */
async function structureOfProducts(
  db: Database,
  { products, isSure }: Awaited<ReturnType<typeof productsNamed>>,
): Promise<MeantStructure | { several: Product[] } | undefined> {
  const codes = products.map(({ code }) => code);
  const stored = await structuresOf(db, codes);
  const byCode = new Map(stored.map((each) => [each.code, each]));
  const forms = new Map<string, MeantStructure & { product: Product }>();
  for (const product of products) {
    const structure = byCode.get(product.code);
    if (!structure) continue;
    const { smiles, source, given, inchikey } = structure;
    const asked: Asked =
      smiles === null && source === 'molfile'
        ? { kind: 'molfile', text: given }
        : { kind: 'smiles', text: smiles ?? given };
    const form = inchikey === null || OTHER_GEOMETRY.test(asked.text) ? asked.text : inchikey;
    if (!forms.has(form)) forms.set(form, { asked, product });
  }
  const [first, ...others] = [...forms.values()];
  if (first === undefined) return undefined;
  const drawn = products.filter(({ code }) => byCode.has(code));
  const numbers = new Set(drawn.map(({ cas }) => cas).filter((cas) => cas !== NO_CAS));
  const isOne =
    others.length === 0 && products.every(({ code, cas }) => byCode.has(code) || numbers.has(cas));
  return isSure && isOne ? first : { several: [first, ...others].map(({ product }) => product) };
}

async function structureOfInchi(
  { chemistry, typedInchis, holder }: MeantParts,
  text: string,
): Promise<MeantStructure | undefined> {
  const given = readGiven('inchi', text);
  if (given === null || isRefusal(given)) return undefined;
  const [read] = await typedInchis.during(holder, () => chemistry.read([given]));
  if (!read || isRefusal(read) || !read.identity) return undefined;
  return { asked: { kind: 'smiles', text: read.identity.smiles } };
}
