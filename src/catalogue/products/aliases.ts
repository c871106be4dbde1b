/** A name of a product that is not its supplier's, as the search index needs it. */
export interface AliasName {
  text: string;
  /** BCP 47; null where it is the same in all languages */
  lang: string | null;
}

/** Aliases that are searched of one product at most: those that were added to the starter list come first. */
const MOST = 200;

/** SQL: the aliases of a product, by its CAS number or its own, as {@link AliasName}s. @param product its table in the statement */
export const aliasesOf = (product: string): string => `(
  SELECT coalesce(json_agg(json_build_object('text', text, 'lang', lang)), '[]')
    FROM (SELECT text, lang FROM (${ofProduct(product)}) AS alias ORDER BY source = 'starter', id LIMIT ${MOST}) AS alias)`;

/**
 * SQL: the version of a product with its aliases, which changes with every committed write of either. xmin is the row's
 * last writing transaction: it needs no column.
 */
export const versionOf = (product: string): string => `(
  ${product}.xmin::text || coalesce(
    (SELECT ':' || sum(hashtextextended(concat_ws('|', text, lang), 0)) FROM (${ofProduct(product)}) AS alias), ''))`;

// Two selects, each by an index.
const ofProduct = (product: string): string => `
  SELECT * FROM aliases WHERE aliases.cas = ${product}.cas
   UNION ALL
  SELECT * FROM aliases WHERE aliases.code = ${product}.code`;
