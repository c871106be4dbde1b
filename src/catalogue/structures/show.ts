import { joinObjects } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';
import { formDifferences } from '../../chemistry/index.js';
import type { Chemistry, FormDifference } from '../../chemistry/index.js';
import { drawingAddress } from './drawing-address.js';
import { hashesOf, productsOfParent, structureOf, structuresOf } from './store.js';
import type { RelatedStructure, StoredStructure } from './store.js';

/** The answer with the structure of a product; null if it has none. */
export async function structureAnswer(
  db: Connection,
  chemistry: Chemistry,
  code: string,
): Promise<string | null> {
  const whole = await wholeStructureOf(db, chemistry, code);
  if (whole === null) return null;
  const [molfile = null] = await chemistry.molfiles([{ source: whole.source, text: whole.given }]);
  return JSON.stringify({ ok: true, data: { ...shown(whole), molfile } });
}

/** What answers show of a structure. */
const shown = (structure: StoredStructure) => {
  const { inchikey, formula, mw, fragments, stereo, source } = structure;
  return { smiles: shownSmiles(structure), inchikey, formula, mw, fragments, stereo, source };
};

/** The answer with the other forms of a product; null if it has no structure. */
export async function formsAnswer(
  db: Connection,
  chemistry: Chemistry,
  code: string,
): Promise<object | null> {
  const whole = await wholeStructureOf(db, chemistry, code);
  if (whole === null) return null;
  const { forms, isCut } = await otherForms(db, whole);
  return { ok: true, data: forms, ...(isCut && { truncated: true }) };
}

/**
 * Another form of a substance: a stereoisomer, a labelled form, a salt, a hydrate, or a product of the same
 * structure.
 */
export type OtherForm = Omit<RelatedStructure, 'smiles' | 'inchikey'> & FormDifference;

/** The most forms in an answer. */
export const MOST_FORMS = 200;

/**
 * The other forms of a product by structure, those that differ least first. Empty without a structure, and if RDKit
 * cannot read it or has not done so yet.
 */
export async function otherForms(
  db: Connection,
  structure: Pick<StoredStructure, 'product_id' | 'parent' | 'smiles' | 'inchikey'> | null,
): Promise<{ forms: OtherForm[]; isCut: boolean }> {
  if (structure === null) return { forms: [], isCut: false };
  const { parent, smiles, inchikey } = structure;
  if (parent === null || smiles === null || inchikey === null) return { forms: [], isCut: false };
  const found = await productsOfParent(db, structure, MOST_FORMS + 1);
  const differenceOf = formDifferences({ smiles, inchikey });
  const forms = found
    .slice(0, MOST_FORMS)
    .flatMap(({ smiles, inchikey, ...product }): OtherForm[] => {
      const difference = differenceOf({ smiles, inchikey });
      return difference ? [{ ...product, ...difference }] : [];
    })
    .sort((a, b) => a.differs_in.length - b.differs_in.length);
  return { forms, isCut: found.length > MOST_FORMS };
}

/** The SMILES to show. If RDKit cannot read the structure, there is no canonical one and the given one is shown. */
export const shownSmiles = ({
  smiles,
  source,
  given,
}: Pick<StoredStructure, 'smiles' | 'source' | 'given'>) => smiles ?? (source === 'smiles' ? given : null);

/** The structure of a product, complete; null if it has none. */
async function wholeStructureOf(
  db: Connection,
  chemistry: Chemistry,
  code: string,
): Promise<StoredStructure | null> {
  const stored = await structureOf(db, code);
  return stored && (await completed(chemistry, [stored]))[0]!;
}

/** Completes structures for the answer. They are not stored here but by complete.ts, so that reads wait for no write. */
async function completed<T extends StoredStructure>(chemistry: Chemistry, structures: T[]): Promise<T[]> {
  const open = structures.filter(({ is_complete }) => !is_complete);
  if (open.length === 0) return structures;
  const identities = await chemistry.identify(open.map(({ source, given }) => ({ source, text: given })));
  const byId = new Map(open.map(({ product_id }, i) => [product_id, identities[i]]));
  return structures.map((structure) => ({ ...structure, ...byId.get(structure.product_id) }));
}

/** Whether structures are shown with their molfiles. */
type StructuresWanted = true | 'molfile';

/** The structures of these products, by product number. */
export async function structuresShown(
  db: Connection,
  chemistry: Chemistry,
  codes: readonly string[],
  wanted: StructuresWanted,
): Promise<Map<string, ReturnType<typeof shown> & { molfile?: string | null }>> {
  const stored = await structuresOf(db, codes);
  const whole = await completed(chemistry, stored);
  const molfiles =
    wanted === 'molfile'
      ? await chemistry.molfiles(whole.map(({ source, given }) => ({ source, text: given })))
      : undefined;
  return new Map(
    whole.map((each, i) => [
      each.code,
      { ...shown(each), ...(molfiles && { molfile: molfiles[i] ?? null }) },
    ]),
  );
}

/** Products as JSON texts, each with its structure beside its fields; null if it has none. */
export async function withStructures(
  db: Connection,
  chemistry: Chemistry,
  products: readonly { code: string; json: string }[],
  wanted: StructuresWanted = true,
): Promise<string[]> {
  const codes = products.map(({ code }) => code);
  const structures = await structuresShown(db, chemistry, codes, wanted);
  return products.map(({ code, json }) =>
    joinObjects(json, JSON.stringify({ structure: structures.get(code) ?? null })),
  );
}

type Pictured = { code: string; structure_url: string | null };

/** The addresses of drawings, by product number, for products with a structure and without an image. */
export async function drawingsOf(
  db: Connection,
  products: readonly Pictured[],
): Promise<Map<string, string>> {
  const bare = products.filter(({ structure_url }) => structure_url === null);
  const codes = bare.map(({ code }) => code);
  const hashes = await hashesOf(db, codes);
  return new Map([...hashes].map(([code, hash]) => [code, drawingAddress(code, hash)]));
}

/** A product of a page, with the address of its drawing if it has no image; see {@link drawingsOf}. */
export const pictured = <T extends Pictured>(product: T, drawings: ReadonlyMap<string, string>): T => ({
  ...product,
  structure_url: product.structure_url ?? drawings.get(product.code) ?? null,
});

/** Products of pages, with the addresses of their drawings if they have no image. */
export async function withDrawings<T extends Pictured>(db: Connection, products: readonly T[]): Promise<T[]> {
  const drawings = await drawingsOf(db, products);
  return products.map((product) => pictured(product, drawings));
}
