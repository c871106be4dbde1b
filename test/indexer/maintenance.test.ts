import { maintain } from '../../indexer/maintenance.js';
import { until } from '../support/until.js';
import { withFixture } from './fixture.js';

test(
  'a step of the maintenance that fails keeps none of the others from being done',
  withFixture(async ({ db, engines }) => {
    await db.none('ALTER TABLE product_opens RENAME TO kept_away');
    await db.none(`INSERT INTO tag_ledger (tag, delta) SELECT 'HPLC', 0 FROM generate_series(1, 2000)`);
    const stopping = new AbortController();
    const maintaining = maintain(engines, stopping.signal).catch((error: unknown) => error);
    await until(async () => (await db.one('SELECT count(*) FROM tag_ledger')).count === 1);
    stopping.abort();
    expect(await maintaining).toMatchObject({ name: 'AbortError' });
  }),
);
