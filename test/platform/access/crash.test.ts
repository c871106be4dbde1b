import { issueKey } from '../../../src/platform/access/keys.js';
import { freshDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';
import { Client, many } from '../../support/wire.js';
import { startGatewayProcess } from '../../support/processes.js';
import { shared } from '../../support/with-own.js';

const PUSHES = 200;
const ITEMS = 20;

const database = shared(freshDatabase);

/** What there is of each push: its products as it left them, and its rows in the log. */
async function remains(): Promise<{ push: string; products: number; rows: number }[]> {
  return database.db.any(
    `SELECT 'push-' || n AS push,
            (SELECT count(*) FROM products WHERE series = 'push-' || n) AS products,
            (SELECT count(*) FROM sync_log WHERE request_id = 'push-' || n AND status = 200
                AND counts ->> 'created' = '${ITEMS / 2}' AND counts ->> 'updated' = '${ITEMS / 2}') AS rows
       FROM generate_series(0, ${PUSHES - 1}) n`,
  );
}

test.each([40, 110])(
  'kill -9 after %i of 200 pushes: of each there are its products and its log row, or neither',
  async (killAfter) => {
    const { db } = database;
    await db.none('TRUNCATE products, sync_log CASCADE');
    // Each push creates half of its products and updates the other half.
    await db.none(
      `INSERT INTO products (code, name_cn, source)
         SELECT 'P' || n || '-' || i, '旧', 'test' FROM generate_series(0, ${PUSHES - 1}) n, generate_series(0, ${ITEMS / 2 - 1}) i`,
    );
    const gateway = await startGatewayProcess({ DATABASE_URL: database.url });
    const { key } = await issueKey(db, { name: 'crash' });
    const client = new Client(gateway.origin, 12);
    const acknowledged = new Set<string>();
    await many(PUSHES, 12, async (n) => {
      const id = `push-${n}`;
      const products = Array.from({ length: ITEMS }, (_, i) => ({
        code: `P${n}-${i}`,
        name_cn: '新',
        series: id,
      }));
      try {
        const answer = await client.ask('/sync/push', {
          method: 'POST',
          key,
          headers: { 'X-Request-Id': id },
          json: { products },
        });
        expect(answer.status).toBe(200);
        acknowledged.add(id);
        if (acknowledged.size === killAfter) gateway.kill('SIGKILL');
      } catch (error) {
        if (acknowledged.size < killAfter) throw error;
      }
    });
    client.close();
    expect(await gateway.ended).toBe('SIGKILL');
    await until(
      async () =>
        (await db.one(
          `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'catalogue%'`,
          [],
          (row) => row.n,
        )) === 0,
    );

    const all = await remains();
    const whole = all.filter(({ rows }) => rows === 1).map(({ push }) => push);
    expect(all).toEqual(
      all.map(({ push }) =>
        whole.includes(push) ? { push, products: ITEMS, rows: 1 } : { push, products: 0, rows: 0 },
      ),
    );
    expect(whole).toEqual(expect.arrayContaining([...acknowledged]));
    expect(acknowledged.size).toBeLessThan(PUSHES);
    expect(whole.length).toBeLessThan(PUSHES);
  },
);
