/** The grounds that a drawing can be made for. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The ground that a drawing can contain: a program may show a transparent one on black. */
export const GROUNDS = ['none', 'white'] as const;
export type Ground = (typeof GROUNDS)[number];
