// Without imports: the pages of the back office use it in the browser.

/** What keys may do, the least first. Each may do what those before it may. */
export const KEY_ACCESSES = ['read', 'push', 'all'] as const;
export type KeyAccess = (typeof KEY_ACCESSES)[number];

/** Whether a key with this access may do what needs that one. */
export const covers = (access: KeyAccess, needed: KeyAccess): boolean =>
  KEY_ACCESSES.indexOf(access) >= KEY_ACCESSES.indexOf(needed);

/** Whether who may call a route is told by what a key may do. */
export const isKeyAccess = (access: string): access is KeyAccess =>
  KEY_ACCESSES.some((each) => each === access);
