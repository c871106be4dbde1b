import { isRead, REASON_COLUMN } from './columns.js';

/** A key as messages show it: unknown ones may be of any length. */
export const shownKey = (key: string): string =>
  (key.length > 60 ? `${key.slice(0, 60)}…` : key).toWellFormed();

/** Names that are collected at most. */
const MOST_IGNORED = 100;

/** Collects the names of columns and keys that are not read: unknown ones, and those that the service sets itself. */
export function openIgnored() {
  const names = new Set<string>();
  return {
    names,
    /** Adds those of these products. @returns which are new */
    among(items: unknown[]): string[] {
      const before = names.size;
      for (const item of items) {
        if (typeof item !== 'object' || item === null) continue;
        for (const key of Object.keys(item))
          if (!isRead(key) && key !== REASON_COLUMN && names.size < MOST_IGNORED) names.add(shownKey(key));
      }
      return [...names].slice(before);
    },
  };
}
