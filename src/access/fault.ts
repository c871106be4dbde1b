// Without imports: the pages of the back office use the type in the browser.

/** What was wrong with an item of a push: an error, or a warning, which has the value. */
export interface ItemFault {
  /** place of the item in the call, from 0 */
  index: number;
  /** of a file: the line of the item */
  line?: number;
  code: string | null;
  field: string | null;
  reason: string;
  message: string;
  value?: string | number | null;
}
