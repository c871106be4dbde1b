/**
 * SQL for the distinct values of an indexed column, in order, as `value`. Each is found by one step in the index, so the
 * cost does not grow with the table.
 * @param from a condition for the first value
 */
export function distinctValuesOf(table: string, column: string, from = 'true'): string {
  const next = (after: string): string =>
    `(SELECT ${column} AS value FROM ${table} WHERE ${after} AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1)`;
  return `WITH RECURSIVE step AS (
      ${next(from)}
      UNION ALL
      SELECT next.value FROM step, LATERAL ${next(`${column} > step.value`)} AS next
    ) SELECT value FROM step`;
}
