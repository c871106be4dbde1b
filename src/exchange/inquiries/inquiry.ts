/** Which product is meant, and how much of it. */
export interface InquiredProduct {
  code?: string | null | undefined;
  cas?: string | null | undefined;
  /** beside a number, the customer's own words */
  product_name?: string | null | undefined;
  quantity?: string | null | undefined;
}

/** One product of an inquiry about several. */
export interface InquiryLine extends InquiredProduct {
  unit?: string | null | undefined;
  purity?: string | null | undefined;
  /** the visitor's */
  note?: string | null | undefined;
  /** the number of a product that may be meant: nobody has confirmed it */
  suggested?: string | null | undefined;
}

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

/** What an inquiry says, beside its lines. */
// prettier-ignore
export const INQUIRY_COLUMNS = [
  'code', 'cas', 'product_name', 'quantity', 'name', 'company', 'email', 'phone', 'country', 'message',
] as const;
/** What a line of one says. */
// prettier-ignore
export const LINE_COLUMNS = [
  'code', 'cas', 'product_name', 'quantity', 'unit', 'purity', 'note', 'suggested',
] as const;
