import { prepared, readColumn } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';
import type { Product } from '../products/fields.js';
import type { GivenStructure, Identity, Structure, StructureKey } from '../../chemistry/index.js';

/** A structure as it is stored. What RDKit works out is null until it has done so. */
export interface StoredStructure {
  product_id: number;
  source: StructureKey;
  /** as it was given; for an InChI, the SMILES made from it */
  given: string;
  given_hash: string;
  formula: string;
  mw: number;
  /** how many parts it has: a salt has at least two */
  fragments: number;
  /** false while it is still to be worked out */
  is_complete: boolean;
  smiles: string | null;
  /** the same for the same stereoisomer, salt and isotope */
  inchikey: string | null;
  stereo: Identity['stereo'] | null;
  /** its skeleton, which salts, solvates and stereoisomers share */
  parent: string | null;
}

/** A product's form of a substance, by its structure. */
export type SubstanceForm = Pick<StoredStructure, 'inchikey' | 'is_complete' | 'fragments' | 'parent'>;

/** The structure that a product is to have, or null for none. */
export type NewStructure = Structure | null;

/** SQL for `given` of {@link StoredStructure}. The SMILES of an InChI exists, as it is worked out at the write. */
export const READABLE = `CASE s.source WHEN 'inchi' THEN s.smiles ELSE s.given END`;
const COLUMNS = `s.product_id, s.source, ${READABLE} AS given, s.given_hash, s.formula, s.mw, s.fragments, s.is_complete,
  s.smiles, s.inchikey, s.stereo, s.parent`;

/** The structure of the product with this number. */
export const structureOf = async (db: Connection, code: string): Promise<StoredStructure | null> =>
  (await structuresOf(db, [code]))[0] ?? null;

/** The structures of these products, with their numbers. */
export async function structuresOf(
  db: Connection,
  codes: readonly string[],
): Promise<(StoredStructure & { code: string })[]> {
  if (codes.length === 0) return [];
  return db.any(
    `SELECT p.code, ${COLUMNS} FROM product_structures s JOIN products p ON p.id = s.product_id WHERE p.code = ANY($1)`,
    [codes],
  );
}

/** A product with the same skeleton as another one, and its structure. */
export type RelatedStructure = Pick<
  Product,
  'code' | 'name_cn' | 'name_en' | 'cas' | 'formula' | 'status' | 'in_stock' | 'structure_url'
> & { smiles: string; inchikey: string };

/**
 * The other products whose main part has this skeleton: those with the same structure first, then those without other
 * parts.
 */
export async function productsOfParent(
  db: Connection,
  { parent, product_id, inchikey }: Pick<StoredStructure, 'parent' | 'product_id' | 'inchikey'>,
  most: number,
): Promise<RelatedStructure[]> {
  return db.any(
    `SELECT p.code, p.name_cn, p.name_en, p.cas, p.formula, p.status, p.status = 'in_stock' AS in_stock, p.structure_url,
            s.smiles, s.inchikey
       FROM product_structures s JOIN products p ON p.id = s.product_id
      WHERE s.parent = $1 AND s.product_id <> $2 AND s.inchikey IS NOT NULL
      ORDER BY s.inchikey <> $4, left(s.inchikey, 14) <> left($4, 14), p.code LIMIT $3`,
    [parent, product_id, most, inchikey],
  );
}

/** The hashes of these products' structures, by product number. */
export async function hashesOf(tx: Connection, codes: string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.any<{ code: string; given_hash: string }>(
    'SELECT p.code, s.given_hash FROM product_structures s JOIN products p ON p.id = s.product_id WHERE p.code = ANY($1)',
    [codes],
  );
  return new Map(rows.map(({ code, given_hash }) => [code, given_hash]));
}

/**
 * The structures of these products with their hashes, by product number, as if they were read again. One that RDKit
 * cannot read looks like one that is not worked out yet.
 */
export async function readBefore(
  db: Connection,
  codes: string[],
): Promise<Map<string, { hash: string; read: Omit<Structure, 'source' | 'text'> }>> {
  const rows = await db.any<StoredStructure & { code: string }>(
    `SELECT p.code, s.given_hash, s.formula, s.mw, s.fragments, s.smiles, s.inchikey, s.stereo, s.parent
       FROM product_structures s JOIN products p ON p.id = s.product_id WHERE p.code = ANY($1)`,
    [codes],
  );
  return new Map(
    rows.map(({ code, given_hash, formula, mw, fragments, smiles, stereo, ...keys }) => {
      const identity = smiles !== null && stereo !== null ? { smiles, stereo, ...keys } : null;
      return [code, { hash: given_hash, read: { formula, mw, fragments, identity } }];
    }),
  );
}

const WRITTEN = 'source, given, formula, mw, fragments, is_complete, smiles, inchikey, stereo, parent'.split(
  ', ',
);
const WRITE = prepared(
  `INSERT INTO product_structures (product_id, ${WRITTEN.join(', ')})
     SELECT p.id, ${WRITTEN.map((name) => `n.${name}`).join(', ')}
       FROM json_to_recordset($1) AS n (code text, source text, given text, formula text, mw float8, fragments integer,
              is_complete boolean, smiles text, inchikey text, stereo text, parent text)
       JOIN products p ON p.code = n.code ORDER BY p.id
   ON CONFLICT (product_id) DO UPDATE SET ${WRITTEN.map((name) => `${name} = excluded.${name}`).join(', ')}`,
);

/**
 * Stores the structures that products are to have. The products are locked, or new in this transaction.
 * @param structures by product number
 */
export async function writeStructures(
  tx: Connection,
  structures: ReadonlyMap<string, NewStructure>,
): Promise<void> {
  const rows = [...structures].flatMap(([code, structure]) => (structure ? rowOf(code, structure) : []));
  const gone = [...structures].flatMap(([code, structure]) => (structure ? [] : code));
  if (rows.length > 0) await tx.none(WRITE, [JSON.stringify(rows)]);
  if (gone.length > 0)
    await tx.none(
      'DELETE FROM product_structures USING products p WHERE product_id = p.id AND p.code = ANY($1)',
      [gone],
    );
}

const rowOf = (code: string, { text: given, identity, ...structure }: Structure): object => {
  return { code, given, ...structure, is_complete: identity !== null, ...identity };
};

/** The next structures after a product that are not worked out yet. */
export async function incompleteStructures(
  db: Connection,
  after: number,
  limit: number,
): Promise<(GivenStructure & { id: number; hash: string })[]> {
  return db.any(
    `SELECT product_id AS id, given_hash AS hash, source, given AS text
       FROM product_structures WHERE NOT is_complete AND product_id > $1 ORDER BY product_id LIMIT $2`,
    [after, limit],
  );
}

/** Whether structures are still to be worked out. */
export const isAnyIncomplete = async (db: Connection): Promise<boolean> =>
  (await incompleteStructures(db, 0, 1)).length > 0;

/**
 * Stores what was worked out, unless the structure has changed or is being written: it must not wait for a push.
 * @returns the ids of those that were stored
 */
export async function completeStructures(
  db: Connection,
  worked: ({ id: number; hash: string } & Partial<Identity>)[],
): Promise<number[]> {
  return readColumn(
    db,
    `UPDATE product_structures s
        SET is_complete = true, smiles = n.smiles, inchikey = n.inchikey, stereo = n.stereo, parent = n.parent
       FROM json_to_recordset($1) AS n (id bigint, hash text, smiles text, inchikey text, stereo text, parent text)
      WHERE s.product_id = n.id AND s.given_hash = n.hash AND NOT s.is_complete
        AND s.product_id IN (SELECT product_id FROM product_structures WHERE product_id = ANY($2)
                                 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING s.product_id AS id`,
    [JSON.stringify(worked), worked.map(({ id }) => id)],
  );
}
