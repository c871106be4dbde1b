/** What ground a picture is for. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What a picture may bring along as its ground: a program that shows none may show it on black. */
export const GROUNDS = ['none', 'white'] as const;
export type Ground = (typeof GROUNDS)[number];
