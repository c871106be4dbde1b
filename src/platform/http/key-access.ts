// Without imports: the pages of the back office use it in the browser.

/** What keys may do, the least first. Each may do what those before it may. */
export const KEY_ACCESSES = ['read', 'push', 'all'] as const;
export type KeyAccess = (typeof KEY_ACCESSES)[number];

/** Whether a key with this access may do what needs that one. */
export const covers = (access: KeyAccess, needed: KeyAccess): boolean =>
  KEY_ACCESSES.indexOf(access) >= KEY_ACCESSES.indexOf(needed);
