/**
 * SQL for the values that an indexed column has, in order, as `value`. Each is found by a step in the index: the cost
 * does not grow with the table.
 * @param from a condition that the first one meets
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
