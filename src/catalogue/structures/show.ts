import { joinObjects } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import { drawingAddress } from './drawing-address.js';
import { otherForms } from './other-forms.js';
import { hashesOf, structureOf, structuresOf } from './store.js';
import type { StoredStructure } from './store.js';

/** The answer with the structure of a product; null if it has none. */
export async function structureAnswer(
  db: Connection,
  chemistry: Chemistry,
  code: string,
): Promise<string | null> {
  const whole = await wholeStructureOf(db, chemistry, code);
  if (whole === null) return null;
  const { source, inchikey, formula, mw, fragments, stereo, given } = whole;
  const [molfile = null] = await chemistry.molfiles([{ source, text: given }]);
  const data = { smiles: shownSmiles(whole), inchikey, molfile, formula, mw, fragments, stereo, source };
  return JSON.stringify({ ok: true, data });
}

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

/** What lists, details and searches show of a structure. */
type ShownStructure = Pick<
  StoredStructure,
  'smiles' | 'inchikey' | 'formula' | 'mw' | 'fragments' | 'stereo' | 'source'
> & { molfile?: string | null };

/** The structures of these products, by product number. */
export async function structuresShown(
  db: Connection,
  chemistry: Chemistry,
  codes: readonly string[],
  wanted: StructuresWanted,
): Promise<Map<string, ShownStructure>> {
  const stored = await structuresOf(db, codes);
  const whole = await completed(chemistry, stored);
  const molfiles =
    wanted === 'molfile'
      ? await chemistry.molfiles(whole.map(({ source, given }) => ({ source, text: given })))
      : undefined;
  return new Map(
    whole.map((each, i) => {
      const { code, inchikey, formula, mw, fragments, stereo, source } = each;
      const shown = { smiles: shownSmiles(each), inchikey, formula, mw, fragments, stereo, source };
      return [code, molfiles ? { ...shown, molfile: molfiles[i] ?? null } : shown];
    }),
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
  const hashes = await hashesOf(
    db,
    bare.map(({ code }) => code),
  );
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
