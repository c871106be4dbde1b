import type { Bind } from '../exports/columns.js';
import { FORMATS } from '../exports/formats.js';
import type { Layout } from '../exports/layouts.js';
import { whereOf } from '../../catalogue/index.js';
import type { Position } from '../../catalogue/index.js';
import { columnsOf } from './columns.js';
import { encodingOf } from './definition.js';
import type { ProfileDefinition } from './definition.js';

/** What a profile's files look like. @param since only what has changed after this position of the log */
export function layoutOf(name: string, definition: ProfileDefinition, since: Position | null = null): Layout {
  return {
    ...fileFormat(name, definition),
    columns: columnsOf(definition),
    where: (bind) => [
      ...conditionsOf(definition, bind),
      ...(since ? [`products.id IN (${changed(since, 'product_id')})`] : []),
    ],
    order: definition.order === 'created' ? 'id' : 'code',
  };
}

/**
 * The same for the numbers of products that have gone from a profile since a position: deleted, or no longer what it
 * holds. It has one column, that of the number; numbers that the recipient never had may be among them.
 */
export function revocationsOf(name: string, definition: ProfileDefinition, since: Position | null): Layout {
  const column = definition.columns.find(({ field }) => field === 'code') ?? { field: 'code' };
  const isSdf = definition.format === 'sdf';
  // A number that has gone has no structure to be drawn.
  const format = isSdf ? 'csv' : definition.format;
  const held = isSdf ? ['EXISTS (SELECT FROM product_structures WHERE product_id = present.id)'] : [];
  return {
    ...fileFormat(name, { ...definition, format }),
    columns: columnsOf({ ...definition, columns: [column] }),
    from: () =>
      `(SELECT DISTINCT code FROM (${since ? changed(since, 'code') : 'SELECT code FROM product_changes WHERE false'}) AS log) AS products`,
    where: (bind) => [
      `NOT EXISTS (SELECT FROM products AS present WHERE present.code = products.code AND ${[...conditionsOf(definition, bind), ...held].join(' AND ')})`,
    ],
    order: 'code',
  };
}

// Numbers of our own, and not bound: so the planner sees how few changes are behind them.
const changed = ({ xid, seq }: Position, column: 'product_id' | 'code'): string =>
  `SELECT ${column} FROM product_changes WHERE (xid, seq) > ('${BigInt(xid)}'::xid8, ${seq}::bigint)`;

function conditionsOf({ filter: { status, ...filters } }: ProfileDefinition, bind: Bind): string[] {
  return [...whereOf(filters, bind).conditions, `status = ANY (${bind(`{${status.join(',')}}`)}::text[])`];
}

const fileFormat = (
  name: string,
  definition: ProfileDefinition,
): Pick<Layout, 'name' | 'format' | 'encoding'> => ({
  name,
  format: FORMATS[definition.format],
  encoding: encodingOf(definition),
});
