export const PROGRAMS: Record<string, string>;
