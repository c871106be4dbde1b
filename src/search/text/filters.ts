import { z } from 'zod';
import { described, oneOf, placed, refuse } from '../../platform/index.js';
import { FILTERS, STATUSES } from '../../catalogue/index.js';
import type { SearchFilters } from '../engine/engine.js';
import words from './docs.json' with { type: 'json' };

export type { SearchFilters } from '../engine/engine.js';

/** The most values in a list. */
const MOST_VALUES = 20;

/** Several values in one text, separated by `;`. A semicolon within a value is written `\;`. */
export const valueList = z.string().transform((text, ctx): string[] => {
  const values = text.match(/(?:\\.|[^;\\])+/gs) ?? [];
  const read = values.map((each) => each.replaceAll(/\\(.)/gs, '$1').trim()).filter(Boolean);
  if (read.length <= MOST_VALUES) return read;
  return refuse(ctx, 'too_many', `must have at most ${MOST_VALUES} values`);
});

const weight = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, { error: 'must be a number from 0 to 9999999' })
  .transform(Number)
  .meta({ override: { type: 'number', minimum: 0, maximum: 9_999_999 } });

const status = oneOf(STATUSES);

/** The filters of a search as parameters of a query; {@link filtersOf} reads them. */
export const FILTER_PARAMETERS = {
  category: FILTERS.category,
  in_stock: FILTERS.in_stock,
  status: FILTERS.status,
  series: FILTERS.series,
  tag: FILTERS.tag,
  ...described(placed(words.filters, { most_values: MOST_VALUES }), {
    category_in: valueList.optional(),
    series_in: valueList.optional(),
    tag_in: valueList.optional(),
    status_in: valueList.pipe(z.array(status)).optional(),
    mw_min: weight.optional(),
    mw_max: weight.optional(),
  }),
};

type FilterQuery = z.infer<z.ZodObject<typeof FILTER_PARAMETERS>>;

/** The filters that the parameters ask for. */
export function filtersOf(given: FilterQuery): SearchFilters {
  const all = <V extends string>(one: V | V[] | undefined, more: readonly V[] = []): V[] | undefined => {
    const values = [...new Set([...(one === undefined ? [] : ([one].flat() as V[])), ...more])];
    return values.length > 0 ? values : undefined;
  };
  return {
    category: all(given.category, given.category_in),
    series: all(given.series, given.series_in),
    tag: all(given.tag, given.tag_in),
    status: all(given.status, given.status_in),
    in_stock: given.in_stock,
    mw_min: given.mw_min,
    mw_max: given.mw_max,
  };
}

/** Values as the parameters that {@link filtersOf} reads: one by its own name, several as a list. */
export function parameterOf(
  name: 'category' | 'series' | 'tag' | 'status',
  values: readonly string[] = [],
): [string, string][] {
  const [only] = values;
  if (only === undefined) return [];
  return values.length === 1
    ? [[name, only]]
    : [[`${name}_in`, values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join(';')]];
}
