import { createHash } from 'node:crypto';

/** The facets that a search can count, and the field of each in the index. */
export const FACETS = {
  category: 'f_category',
  series: 'f_series',
  tag: 'f_tags',
  status: 'status',
} as const;

const FACET_NAMES = Object.keys(FACETS) as (keyof typeof FACETS)[];

/** How many products have a value. */
export interface FacetCount {
  facet: keyof typeof FACETS;
  value: string;
  n: number;
}

/**
 * A filter key that the engine compares exactly. It would compare the text itself without regard to case, width and
 * accents, and cut it at 468 bytes. {@link exactText} restores the text, unless it was too long.
 */
export function exactKey(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= 200 ? bytes.toString('hex') : `=${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The text of a key; undefined if it was too long to be restored. */
function exactText(key: string): string | undefined {
  return key.startsWith('=') ? undefined : Buffer.from(key, 'hex').toString();
}

/** The counts of all facets. @param of what an engine counted in a field, by key */
export const countsOf = (of: (field: string) => readonly [key: string, n: number][]): FacetCount[] =>
  FACET_NAMES.flatMap((facet) =>
    of(FACETS[facet]).flatMap(([key, n]) => {
      const value = facet === 'status' ? key : exactText(key);
      return value === undefined ? [] : { facet, value, n };
    }),
  );

/** Which keys filters want of which fields: any of them in each. */
export const wantedKeys = (
  filters: Partial<Record<keyof typeof FACETS, readonly string[] | undefined>>,
): [field: string, keys: readonly string[]][] =>
  FACET_NAMES.flatMap((facet) => {
    const values = filters[facet];
    return values ? [[FACETS[facet], facet === 'status' ? values : values.map(exactKey)]] : [];
  });
