import type { Database } from '../../src/platform/database/connect.js';
import { until } from './until.js';

/**
 * Waits until the log of changes tells all that has committed by now. An older transaction of any database of the server,
 * of another test perhaps, holds it back: a position that is taken meanwhile lies before it.
 */
export async function surfaced(db: Database): Promise<void> {
  const blocked = (): Promise<{ found: boolean }> =>
    db.one(
      'SELECT EXISTS (SELECT FROM product_changes WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())) AS found',
    );
  await until(async () => !(await blocked()).found);
}
