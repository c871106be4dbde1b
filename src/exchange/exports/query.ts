import { z } from 'zod';
import { badField, described, oneOf, placed, refuse } from '../../platform/index.js';
import { FILTERS } from '../../catalogue/index.js';
import { CHEMICALBOOK } from '../profiles/built-in.js';
import { layoutOf as profileLayout } from '../profiles/layout.js';
import { COLUMNS, FIELD_COLUMNS } from './columns.js';
import type { Column } from './columns.js';
import words from './docs.json' with { type: 'json' };
import type { Selection } from './export.js';
import { LAYOUT_NAMES, plainLayout } from './layouts.js';

/** Of `chemicalbook`; in UTF-8 it has a BOM. */
export const ENCODINGS = ['utf-8', 'gb18030'] as const;

const FIELDS_SHOWN = [...COLUMNS.keys()].join(', ');

const fieldList = z.string().transform((text, ctx): Column[] => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !COLUMNS.has(name));
  if (unknown !== undefined)
    return refuse(ctx, 'unknown_field', `has no field ${unknown.slice(0, 60)}; there are ${FIELDS_SHOWN}`);
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined) return refuse(ctx, 'repeated', `names ${repeated} more than once`);
  return names.map((name) => COLUMNS.get(name)!);
});

/** What an export may be asked: the same over HTTP and on the command line. */
export const exportQuery = z.object({
  ...described(placed(words.query, { fields: FIELDS_SHOWN }), {
    format: oneOf(LAYOUT_NAMES).default('json'),
    encoding: oneOf(ENCODINGS).optional(),
    fields: fieldList.optional().meta({ override: { type: 'string' } }),
  }),
  ...FILTERS,
});

/** What is to be written. @throws Problem 400 where two parameters do not go together */
export function selectionOf(
  { format, encoding, fields: columns, ...filters }: z.infer<typeof exportQuery>,
  siteOrigin: string,
): Selection {
  if (encoding !== undefined && format !== 'chemicalbook')
    throw badField('encoding', 'not_here', 'is for format=chemicalbook');
  if (columns !== undefined && format === 'chemicalbook')
    throw badField('fields', 'not_here', 'is not for format=chemicalbook, whose columns are fixed');
  const layout =
    format === 'chemicalbook'
      ? { ...profileLayout(format, CHEMICALBOOK), ...(encoding === 'gb18030' && { encoding }) }
      : plainLayout(format, columns ?? FIELD_COLUMNS);
  return { layout, filters, siteOrigin };
}
