// Without imports: the pages of the back office use them in the browser.

/** What was wrong with an item of a push: an error or a warning. */
export interface ItemFault {
  /** place of the item in the call, from 0 */
  index: number;
  /** of a file: the line of the item */
  line?: number;
  code: string | null;
  field: string | null;
  reason: string;
  message: string;
  /** what stood there, where that was a text or a number */
  value?: string | number | null;
  /** of an unknown name: those that are spelt most like it */
  nearest?: readonly string[];
  /** what else is wrong with its values, so that all can be corrected at once */
  others?: readonly OtherFault[];
}

/** What else is wrong with the values of an item or a row. */
export interface OtherFault {
  field: string;
  reason: string;
  message: string;
  value?: string | number | null;
}

/** All faults of an item or a row, each by itself. */
export const faultsOf = <T extends { others?: readonly OtherFault[] }>({ others = [], ...first }: T) => [
  first,
  ...others.map((other) => ({ ...first, ...other })),
];

/** What pushes and imports rejected in the last 24 hours. */
export interface RecentlyRejected {
  calls: number;
  /** products, or rows of files */
  products: number;
}
