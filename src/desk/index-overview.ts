/** The state of the search index, as the pages show it. */
export interface IndexOverview {
  complete: boolean;
  /** whether the search engine does not answer */
  away: boolean;
  generation: number;
  lag_changes: number;
  lag_seconds: number;
  products: number;
  dead_letters: DeadLetterInfo[];
  /** newest first */
  rebuilds: RebuildInfo[];
  /** the latest one */
  check: CheckInfo | null;
}

/** A product that the search engine refused. */
export interface DeadLetterInfo {
  code: string;
  reason: string;
  at: string;
}

/** A rebuild of the search index. */
export interface RebuildInfo {
  id: number;
  reason: string;
  step: string;
  loaded: number;
  total: number;
  message: string | null;
  requested_at: string;
  finished_at: string | null;
  /** duration so far or in total, s */
  seconds: number;
}

/** A comparison of every document with its product. */
export interface CheckInfo {
  id: number;
  requested_at: string;
  finished_at: string | null;
  outcome: {
    ok: boolean;
    checked: number;
    missing: number;
    stale: number;
    extra: number;
    pending: number;
  } | null;
  message: string | null;
}

/** Whether a lag needs somebody: a second is what every write takes. */
export const isBehind = (lagSeconds: number): boolean => lagSeconds > 5;
