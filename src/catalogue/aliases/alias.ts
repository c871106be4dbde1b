export const ALIAS_KINDS = ['brand', 'trade', 'old', 'foreign', 'identifier'] as const;

/** A name that is not the supplier's: of every product with a CAS number, or of the one with a product number. */
export interface Alias {
  cas: string | null;
  code: string | null;
  text: string;
  /** BCP 47; null where it is the same in all languages */
  lang: string | null;
  kind: (typeof ALIAS_KINDS)[number];
}

/** The outcome of a table of aliases. */
export interface AliasImport {
  added: number;
  updated: number;
  unchanged: number;
  invalid: number;
  errors: { line: number; field: string | null; reason: string; message: string }[];
  errors_truncated?: true;
  /** lines that were stored, and whose number is that of no product */
  warnings: AliasImport['errors'];
  warnings_truncated?: true;
}
