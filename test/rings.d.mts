export const LONG: Record<string, { standsOn: string[]; short?: string; left?: string }>;
export function longFormsOf(changed: string[] | undefined): string[];
