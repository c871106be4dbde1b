import type { Status } from '../products/fields.js';
import type { TermKind } from '../terms/term.js';

/** What becomes of many products: what is not named stays. */
export interface BulkChange {
  status?: Status;
  category?: string;
  /** null takes it away */
  series?: string | null;
  add_tags?: string[];
  remove_tags?: string[];
}

/** Another name for a category, a series or a tag, in every product that has it. */
export interface Rename {
  kind: TermKind;
  from: string;
  to: string;
}

/** What a bulk edit does. An undo brings back what the one with this id changed. */
export type What = { change: BulkChange } | { rename: Rename } | { undo: number };

/** A bulk edit, and how far it is. */
export interface BulkEdit {
  id: number;
  by: string;
  what: What;
  /** `stopped` by staff, `failed` by itself: what was done until then stays */
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** why it failed; `broken_off`: the process that worked on it has ended */
  failure: BulkFailure | null;
  /** products: to be worked on, worked on so far; of these changed, and left as they were */
  total: number;
  done: number;
  changed: number;
  left_out: number;
  started_at: string;
  ended_at: string | null;
  /** seconds for which it can still be undone; 0 where it cannot */
  undo_seconds: number;
}

/** Why a bulk edit fails. */
export type BulkFailure = 'locked' | 'category_gone' | 'broken_off' | 'unavailable';

/** What a bulk edit would do. */
export interface BulkCount {
  /** products that would change */
  total: number;
  /** products that would stay as they are: their tags would be too long */
  too_long: number;
  /** of a rename to an existing name: how many products have it */
  merges?: { products: number };
  /** of a rename, added by whoever knows the export profiles: those that select by the name, which they keep */
  profiles?: string[];
}
