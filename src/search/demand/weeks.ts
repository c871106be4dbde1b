const DAY_MS = 86_400_000;

/** The Monday (UTC) of the present week by the clock of the database, in SQL: hosts may differ. */
export const PRESENT_WEEK = `date_trunc('week', clock_timestamp() AT TIME ZONE 'UTC')::date`;

/** The Monday (UTC) of the week of an instant, as `2026-11-23`. @param ms since 1970 */
export function weekOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS); // the first was a Thursday
  return new Date((day - ((day + 3) % 7)) * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the first of this many weeks, the present one being the last. */
export function weeksAgo(weeks: number): string {
  return weekOf(Date.now() - (weeks - 1) * 7 * DAY_MS);
}
