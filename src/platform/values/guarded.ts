// What keeps a spreadsheet from making another number of a cell: `="000125"`, `'000125`. It is no part of the value. A value
// that looks so itself is written with one apostrophe more.

/** A cell without what guards it. */
export const unguarded = (cell: string): string =>
  (/^\s*= *"([^"]*)"\s*$/.exec(cell) ?? /^\s*'('*[\d-]+|'*= *"[^"]*")\s*$/.exec(cell))?.[1] ?? cell;

/** For JavaScript and Postgres alike. */
const LIKE_GUARDED = `^('+[0-9-]+|'*= *"[^"]*")$`;
const likeGuarded = new RegExp(LIKE_GUARDED);

/** A value as a cell from which {@link unguarded} brings it back. */
export const guarded = (value: string): string => (likeGuarded.test(value) ? `'${value}` : value);

/** The same as SQL. */
export const guardedSql = (sql: string): string =>
  `CASE WHEN ${sql} ~ '${LIKE_GUARDED.replaceAll("'", "''")}' THEN '''' || ${sql} ELSE ${sql} END`;
