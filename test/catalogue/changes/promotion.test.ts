import { ensureEpoch } from '../../../src/catalogue/changes/epoch.js';
import { checkPosition, readChanges, tip } from '../../../src/catalogue/changes/log.js';
import { connect, disconnect } from '../../../src/platform/database/connect.js';
import { startReplicated } from '../../support/replica.js';
import { until } from '../../support/until.js';

test('a promoted standby begins another epoch at once, and before that agrees with its primary', async () => {
  const postgres = await startReplicated();
  const [primary, standby] = [postgres.url, postgres.replicaUrl].map((url) =>
    connect(url, { name: 'test', pool: 1 }),
  ) as [ReturnType<typeof connect>, ReturnType<typeof connect>];
  try {
    await primary.none(`INSERT INTO products (code, name_cn, source) VALUES ('A', '甲', 'test')`);
    const at = await tip(primary);
    await until(async () => (await standby.any('SELECT FROM products')).length === 1);
    await checkPosition(standby, at);
    const instant = async () =>
      (await standby.one<{ at: number }>('SELECT last_value AS at FROM product_clock')).at;
    const before = await instant();
    await postgres.promote();
    await expect(readChanges(standby, at, 10)).rejects.toMatchObject({ reason: 'epoch' });
    expect((await tip(standby)).epoch).not.toBe(at.epoch);
    // The primary may have shown instants that never arrived here: none of them is given again.
    expect((await instant()) - before).toBeGreaterThanOrEqual(60_000_000);
    const leapt = await instant();
    await standby.none('CHECKPOINT'); // by then the control file has the new timeline too
    expect(await ensureEpoch(standby)).toBe(false);
    expect(await instant()).toBe(leapt);
    expect((await readChanges(primary, at, 10)).changes).toEqual([]);
  } finally {
    await Promise.all([primary, standby].map(disconnect));
    await postgres.close();
  }
});
