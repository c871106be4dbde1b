const DAY_MS = 86_400_000;

/** The Monday (UTC) of the week of an instant, as `2026-11-23`. @param ms since 1970 */
export function weekOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS); // the first was a Thursday
  return new Date((day - ((day + 3) % 7)) * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday on which a period of this many weeks begins that ends with the present one. */
export function weeksAgo(weeks: number): string {
  return weekOf(Date.now() - (weeks - 1) * 7 * DAY_MS);
}
