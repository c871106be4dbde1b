/** What ground a picture is for. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
