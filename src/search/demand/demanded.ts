/** A text of unmet demand: no product was found, or only such as are like it. */
export interface Lack {
  /** what is looked for, without wishes and amounts, in one form for all its spellings, a structure as it is written; of one line */
  text: string;
  /** the same as it was typed, in its capitals */
  typed: string;
  sureness: 'none' | 'similar';
}

/** Unmet demand. */
export interface Demanded extends Lack {
  language: 'cn' | 'en';
  count: number;
  /** of each week since the first that is looked at, up to this one */
  weeks: number[];
  /** the Monday of the last week in which it was asked for */
  last_week: string;
  /** how many inquiries name it; at most 100 */
  inquiries: number;
}
