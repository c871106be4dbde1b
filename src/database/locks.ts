/**
 * The advisory locks of this service, all in one table: two uses that drew the same number would wait for each other
 * for nothing, a push for as long as an indexer leads.
 */
export const LOCKS = {
  /** one process migrates, the others wait */
  migrate: 7_203_401,
  /** pushes with code-less items take turns */
  codelessPush: 7_203_402,
  /** the indexer that leads */
  indexer: 7_203_403,
} as const;
