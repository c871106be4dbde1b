import type { Database } from '../../platform/index.js';
import { ORIGIN, SHOWN_UP_TO } from '../exports/columns.js';
import type { Bind } from '../exports/columns.js';
import { tableOf } from '../exports/layouts.js';
import { columnHeaders } from './definition.js';
import type { ProfileDefinition } from './definition.js';
import { layoutOf } from './layout.js';

const ROWS = 10;

/** The first rows of a profile, which need not be stored, as their cells are. */
export async function previewRows(
  db: Database,
  definition: ProfileDefinition,
  siteOrigin: string,
): Promise<{ headers: string[]; rows: (string | number | boolean | null)[][] }> {
  const layout = layoutOf('preview', definition);
  const { columns, where, order } = layout;
  const values: unknown[] = [ROWS];
  const bind: Bind = (text) => `$${values.push(text)}::text`;
  const cells = columns.map(({ sql }) => sql(bind)).join(', ');
  const statement = `SELECT json_build_array(${cells}) AS cells FROM ${tableOf(layout, bind)} WHERE ${where!(bind).join(' AND ')} ORDER BY products.${order} LIMIT $1`;
  return db.tx(async (tx) => {
    await tx.one(
      `SELECT set_config('catalogue.${ORIGIN}', $1, true), set_config('catalogue.${SHOWN_UP_TO}', 'infinity', true)`,
      [siteOrigin],
    );
    const rows = await tx.any<{ cells: string[] }>(statement, values);
    return { headers: columnHeaders(definition), rows: rows.map(({ cells }) => cells) };
  });
}
