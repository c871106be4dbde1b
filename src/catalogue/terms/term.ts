/** What products are sorted by, as facets and filters name it. */
export const TERM_KINDS = ['category', 'series', 'tag'] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** A value of products and its English name; null takes away the one it has. */
export interface Term {
  kind: TermKind;
  value: string;
  name_en: string | null;
}

/** A value that products have, or that has a name. */
export interface TermUse extends Term {
  products: number;
}

/** What became of terms: given a name (another one), without one now, as they were. */
export interface TermsWritten {
  named: number;
  removed: number;
  unchanged: number;
}

/** The outcome of a table of terms. */
export interface TermImport extends TermsWritten {
  invalid: number;
  errors: { line: number; field: string; reason: string; message: string }[];
  errors_truncated?: true;
}
