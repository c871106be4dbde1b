// What updated rows leave behind, when autovacuum is about to begin: whether it comes too late for reads.
import { setTimeout as sleep } from 'node:timers/promises';
import { someCodes } from '../catalogue.mjs';
import { load } from '../measure.mjs';
import { onCopy } from './writes.mjs';

const CONNECTIONS = 8;
/** Autovacuum begins at a fifth of a table. */
const UPDATED = 0.19;
const CALL = 5_000;

export const vacuum = {
  name: 'vacuum',
  title: 'Reads after many updates',
  about: `${UPDATED * 100} % of the products are updated, ${CALL} at a time, without a vacuum. Beside it: the same reads before.`,
  async run(bench, { size, count, database }) {
    const { stack, rounds, seconds } = bench;
    await onCopy(bench, database, async (copy) => {
      await stack.sql(
        copy,
        'ALTER TABLE products SET (autovacuum_enabled = false)',
        'VACUUM (ANALYZE) products',
      );
      const codes = await someCodes(stack, copy, 16_000);
      const gateway = await stack.startGateway(copy);
      try {
        const kinds = await kindsOf(gateway.origin, codes);
        const measure = async () => {
          const rates = {};
          for (const [what, paths] of Object.entries(kinds)) {
            const run = () => load({ origin: gateway.origin, paths, connections: CONNECTIONS, seconds });
            await run();
            let sum = 0;
            for (let round = 0; round < rounds; round++) sum += (await run()).rps;
            rates[what] = sum / rounds;
          }
          return rates;
        };
        const before = await measure();
        const bytes = await bytesOf(stack, copy);
        for (let at = 0; at < count * UPDATED; at += CALL)
          await stack.sql(
            copy,
            `UPDATE products SET description = 'updated', updated_at = date_trunc('milliseconds', clock_timestamp())
              WHERE id IN (SELECT id FROM products WHERE description IS DISTINCT FROM 'updated' AND id % 5 = ${(at / CALL) % 5} LIMIT ${CALL})`,
          );
        const grown = await bytesOf(stack, copy);
        await sleep(1_000);
        const after = await measure();
        await stack.sql(copy, 'VACUUM products');
        const vacuumed = await measure();
        for (const what of Object.keys(kinds)) {
          const row = (when, rate) =>
            bench.row({ what: `${what}, ${when}`, size, value: rate, unit: 'requests/s', beside: 'before', besideValue: before[what] }); // prettier-ignore
          row('updated', after[what]);
          row('vacuumed', vacuumed[what]);
        }
        bench.note(
          `At ${size} the table with its indexes takes ${(grown / bytes).toFixed(2)} times the room.`,
        );
      } finally {
        await gateway.stop();
      }
    });
  },
};

/** Addresses by what they read. */
async function kindsOf(origin, codes) {
  const page = '/api/v1/products?page_size=100';
  const cursors = [];
  for (let at = 1; at <= 10; at++) {
    const { next_cursor } = await (await fetch(`${origin}${page}&sort=code&page=${at * 7}`)).json();
    cursors.push(`${page}&sort=code&cursor=${encodeURIComponent(next_cursor)}`);
  }
  return {
    'details': codes.map((code) => `/api/v1/products/${encodeURIComponent(code)}`),
    'newest first': [page],
    'in stock': [`${page}&in_stock=true`],
    'by code, with a cursor': cursors,
  }; // prettier-ignore
}

const bytesOf = async (stack, database) =>
  Number((await stack.sql(database, `SELECT pg_total_relation_size('products') AS bytes`))[0].bytes);
