/** The state of the search index, as the pages show it. */
export interface IndexOverview {
  complete: boolean;
  /** whether no search engine answers */
  away: boolean;
  generation: number;
  lag_changes: number;
  lag_seconds: number;
  /** each search engine */
  engines: EngineInfo[];
  products: number;
  dead_letters: DeadLetterInfo[];
  /** newest first */
  rebuilds: RebuildInfo[];
  /** the latest one */
  check: CheckInfo | null;
}

/** A search engine, and how far its index is. */
export interface EngineInfo {
  /** host and port */
  name: string;
  complete: boolean;
  /** whether it does not answer this gateway */
  away: boolean;
  generation: number;
  lag_changes: number;
  lag_seconds: number;
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
  /** host and port of the engine, where there are several */
  engine: string | null;
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
