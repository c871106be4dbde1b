/**
 * The advisory locks of this service, in one place: two uses with the same number would block each other for nothing.
 */
export const LOCKS = {
  /** one process migrates, the others wait */
  migrate: 7_203_401,
  /** one push with code-less items at a time */
  codelessPush: 7_203_402,
  /** leader election of the indexers */
  indexer: 7_203_403,
  /** writers of aliases wait for those of products, and the reverse (06_names.sql) */
  aliases: 7_203_404,
  /** one change of an account at a time: an administrator stays */
  staff: 7_203_405,
  /** one bulk edit begins at a time */
  bulkEdit: 7_203_406,
  /** one gateway works out structures */
  structures: 7_203_407,
  /** one gateway reads the names of products as structures */
  names: 7_203_409,
  /** one transaction at a time takes instants of the clock of products (01_products.sql) */
  clock: 7_203_408,
} as const;
