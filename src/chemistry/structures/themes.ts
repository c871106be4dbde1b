/** The grounds that a drawing can be made for. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The ground that a drawing can contain: a program may show a transparent one on black. */
export const GROUNDS = ['none', 'white'] as const;
export type Ground = (typeof GROUNDS)[number];

/** What of a structure a drawing shows; of one of several parts a small picture shows the largest, and the others in words. */
export const SHOWN_PARTS = ['all', 'largest'] as const;

/** How a structure is drawn. */
export interface Look {
  theme: Theme;
  part?: (typeof SHOWN_PARTS)[number];
}
