import type { Connection, Database } from '../../platform/index.js';
import type { Description } from '../../chemistry/index.js';

/** A structure of a product, and what RDKit has worked out. */
export interface StructureRow {
  product: number;
  /** the hash of the structure */
  given_hash: string;
  /** what RDKit is to read; null if it has been described */
  text: string | null;
  /** null if it has not been described, or RDKit cannot read it */
  description: Description | null;
}

const NAMES = ['smiles', 'skeleton', 'tautomer', 'pattern', 'morgan', 'molecule'] as const;
const SELECT = `
  SELECT s.product_id AS product, s.given_hash,
         CASE WHEN f.product_id IS NULL
              THEN CASE WHEN s.source = 'molfile' THEN s.given ELSE coalesce(s.smiles, s.given) END END AS text,
         ${NAMES.map((name) => `f.${name}`).join(', ')}
    FROM product_structures s
    LEFT JOIN structure_fingerprints f ON f.product_id = s.product_id AND f.given_hash = s.given_hash`;

type Row = Omit<StructureRow, 'description'> & { [K in keyof Description]: Description[K] | null };

function rowOf({ product, given_hash, text, ...described }: Row): StructureRow {
  const isDescribed = Object.values(described).every((value) => value !== null) && described.smiles !== '';
  return { product, given_hash, text, description: isDescribed ? (described as Description) : null };
}

/** The next structures after a product. */
export const structuresAfter = (db: Database, product: number, limit: number): Promise<StructureRow[]> =>
  db.map(`${SELECT} WHERE s.product_id > $1 ORDER BY s.product_id LIMIT $2`, [product, limit], rowOf);

/** The structures of some products, of those that have one. */
export const structureRowsOf = (db: Database, products: readonly number[]): Promise<StructureRow[]> =>
  db.map(`${SELECT} WHERE s.product_id = ANY ($1::bigint[]) ORDER BY s.product_id`, [products], rowOf);

/**
 * Stores descriptions, except of structures that are gone or being removed. Several processes may do so at once, as
 * they get the same results.
 */
export async function keepDescriptions(
  db: Connection,
  rows: readonly (Pick<StructureRow, 'product' | 'given_hash'> & { description: Description | null })[],
): Promise<void> {
  const column = (name: keyof Description) =>
    rows.map(({ description }) => {
      const value = description?.[name] ?? null;
      return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
    });
  await db.none(
    `INSERT INTO structure_fingerprints (product_id, given_hash, ${NAMES.join(', ')})
     SELECT n.* FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::bytea[])
            AS n (product_id, given_hash, ${NAMES.join(', ')})
       JOIN product_structures s USING (product_id) ORDER BY 1 FOR KEY SHARE OF s SKIP LOCKED
     ON CONFLICT (product_id) DO UPDATE
        SET given_hash = EXCLUDED.given_hash, ${NAMES.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`,
    [rows.map(({ product }) => product), rows.map(({ given_hash }) => given_hash), ...NAMES.map(column)],
  );
}
