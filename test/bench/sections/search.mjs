// Search through the service against one search of the engine for the same text.
import { inTurns, load, median } from '../measure.mjs';
import { fillIndex, isIndexed } from './index.mjs';

/** What people type, made from products of the catalogue. */
export async function someQueries(stack, database, count = 100) {
  const rows = await stack.sql(
    database,
    `SELECT code, cas, name_cn, name_en FROM products WHERE cas <> 'N/A' AND name_en IS NOT NULL
      ORDER BY hashtextextended(code, 11) LIMIT ${count}`,
  );
  return rows.map(({ code, cas, name_cn, name_en }, i) => {
    const kinds = [name_en, name_cn, cas, code, name_en.slice(0, 8), name_cn.slice(0, 4)];
    return kinds[i % kinds.length];
  });
}

export const searching = {
  name: 'search',
  title: 'Search',
  about:
    'GET /products/search, 20 products, cache off: names, beginnings of names, CAS numbers and codes. Beside it: one search of the engine for the same text in the same index (the service asks it for several readings of a text, in two requests).',
  async run(bench, { size, database }) {
    const { stack, rounds, seconds } = bench;
    if (!isIndexed(stack, database)) await fillIndex(stack, database);
    const { url, key } = await stack.engine();
    const queries = await someQueries(stack, database);
    const gateway = await stack.startGateway(database, {
      ...(await stack.searchEnv(database)),
      SEARCH_CACHE: 'off',
    });
    const direct = queries.map((q) => ({
      method: 'POST',
      path: `/indexes/${database}/search`,
      body: JSON.stringify({ q, limit: 20 }),
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    }));
    const paths = queries.map((q) => `/api/v1/products/search?q=${encodeURIComponent(q)}`);
    try {
      const results = await inTurns(
        {
          service: () => load({ origin: gateway.origin, paths, connections: 8, seconds }),
          engine: () => load({ origin: url, requests: direct, connections: 8, seconds }),
        },
        rounds,
      );
      const rps = (all) => median(all.map((each) => each.rps));
      bench.row('8 connections', size, rps(results.service), 'requests/s', {
        beside: 'one search of the engine',
        besideValue: rps(results.engine),
      });
    } finally {
      await gateway.stop();
    }
  },
};
