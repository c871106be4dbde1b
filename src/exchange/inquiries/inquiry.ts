/** What an inquiry says, beside its lines. */
// prettier-ignore
export const INQUIRY_COLUMNS = [
  'code', 'cas', 'product_name', 'quantity', 'name', 'company', 'email', 'phone', 'country', 'message',
] as const;
/**
 * What a line of one says: `product_name` beside a number is the customer's own words, `note` the visitor's, `suggested` the number
 * of a product that may be meant, which nobody has confirmed.
 */
// prettier-ignore
export const LINE_COLUMNS = [
  'code', 'cas', 'product_name', 'quantity', 'unit', 'purity', 'note', 'suggested',
] as const;

/** One product of an inquiry about several. */
export type InquiryLine = { [name in (typeof LINE_COLUMNS)[number]]?: string | null | undefined };

/** The most bytes of an inquiry, as JSON with all its lines. */
export const LARGEST_INQUIRY = 64 * 1024;

/** A line as it is stored. */
export interface StoredLine extends InquiryLine {
  /** 1 is the first */
  line: number;
  status: 'new' | 'quoted' | 'declined';
}

/** A product of the catalogue that an inquiry names by its number. */
export interface KnownProduct {
  code: string;
  /** in both languages */
  names: string;
}
