/** A key as messages show it: unknown ones may be of any length. */
export const shownKey = (key: string): string =>
  (key.length > 60 ? `${key.slice(0, 60)}…` : key).toWellFormed();

/** Names that are collected at most. */
const MOST_IGNORED = 100;

/** Collects the name of a column or key that is not read. */
export function addIgnored(names: Set<string>, key: string): void {
  if (names.size < MOST_IGNORED) names.add(shownKey(key));
}
