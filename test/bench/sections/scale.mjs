// What grows with the catalogue: the same requests, one after another, to the smallest and the largest catalogue.
import { encodeCursor, planList } from '../../../dist/src/catalogue/products/list.js';
import { someCodes } from '../catalogue.mjs';
import { inTurns, load, median } from '../measure.mjs';
import { isIndexed } from './index.mjs';
import { someQueries } from './search.mjs';

const WARM_SECONDS = 20;

export const scale = {
  name: 'scale',
  title: 'From the smallest to the largest catalogue',
  about: 'Median time of a request, one connection, caches off. Beside it: the same on the smallest catalogue.',
  /** Once, after all sizes. */
  async runOnAll(bench, catalogues) {
    const [small, large] = [catalogues[0], catalogues.at(-1)];
    if (small === large) return bench.text('Only one size was measured.');
    const { stack } = bench;
    const pair = [small, large];
    const indexed = pair.every(({ database }) => isIndexed(stack, database));
    const gateways = await Promise.all(
      pair.map(async ({ database }) =>
        stack.startGateway(database, { ...(indexed && (await stack.searchEnv(database))), SEARCH_CACHE: 'off' }),
      ),
    );
    try {
      const kinds = {
        'detail, by code': async ({ database }) => (await someCodes(stack, database, 2_000)).map((code) => `/${encodeURIComponent(code)}`),
        'list, page 1': () => ['?'],
        'list, page 1 of a category': () => [`?category=${encodeURIComponent('中间体')}`],
        'list, page 1 in stock': () => ['?in_stock=true'],
        'list by a tag': () => ['?tag=HPLC'],
        'list by cursor, at the end': (catalogue) => deepCursors(stack, catalogue, {}),
        'list by cursor and code, at the end': (catalogue) => deepCursors(stack, catalogue, { sort: 'code' }),
        ...(indexed && { search: async ({ database }) => (await someQueries(stack, database)).map((q) => `/search?q=${encodeURIComponent(q)}`) }),
      };
      const pathsOf = new Map();
      for (const [what, make] of Object.entries(kinds))
        pathsOf.set(what, await Promise.all(pair.map(async (each) => (await make(each)).map((rest) => `/api/v1/products${rest}`))));
      // The copies and the indexes of the sections before have pushed what is read here out of the system's memory.
      for (const i of pair.keys())
        await load({ origin: gateways[i].origin, paths: [...pathsOf.values()].flatMap((paths) => paths[i]), seconds: WARM_SECONDS });
      for (const [what, paths] of pathsOf) {
        const [smaller, larger] = pair.map(({ size }) => size);
        const results = await inTurns(
          Object.fromEntries(
            pair.map(({ size }, i) => [size, () => load({ origin: gateways[i].origin, paths: paths[i], connections: 1, seconds: bench.seconds })]),
          ),
          bench.rounds,
        );
        const p50 = (size) => median(results[size].map((each) => each.p50));
        bench.row(what, larger, p50(larger), 'ms', { beside: smaller, besideValue: p50(smaller), target: { most: 1.5 } });
      }
    } finally {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    }
  },
}; // prettier-ignore

/** Pages near the end of the whole list, by cursors as a reader would hold them that has come so far. */
async function deepCursors(stack, { database }, parameters) {
  const plan = planList({ page_size: 20, ...parameters });
  const order = plan.sort === 'code' ? 'code DESC' : 'updated_at, id';
  const rows = await stack.sql(
    database,
    `SELECT id, code, updated_at FROM products ORDER BY ${order} OFFSET 100 LIMIT 100`,
  );
  return rows.map(({ id, code, updated_at }) => {
    const value = plan.sort === 'code' ? code : updated_at.toISOString();
    const cursor = encodeCursor(plan, { value, id: Number(id), asOf: new Date().toISOString() });
    return `?${new URLSearchParams({ ...parameters, cursor })}`;
  });
}
