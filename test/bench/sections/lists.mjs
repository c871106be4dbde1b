// Lists: POST /products/resolve of 1,000 identifiers in one call.
import { median, timed } from '../measure.mjs';
import { fillIndex, isIndexed } from './index.mjs';
import { someQueries } from './search.mjs';

const LINES = 1_000;
/** Calls of each list; the first is not counted. */
const CALLS = 4;
/** The longest that a list may take, ms, by products. */
const mostMs = (count) => (count >= 1_000_000 ? 4_000 : 2_000);

export const lists = {
  name: 'lists',
  title: 'Lists',
  about: `POST /products/resolve of ${LINES.toLocaleString('en')} identifiers, one call at a time, limits off: numbers, CAS numbers, names in two languages and beginnings of names; and names of which each has a letter too many, which no product has.`,
  async run(bench, { size, count, database }) {
    const { stack } = bench;
    if (!isIndexed(stack, database)) await fillIndex(stack, database);
    const known = await someQueries(stack, database, LINES);
    const unknown = known.map((text, i) => `${text.slice(0, 3)}${'qxzwk'[i % 5]}${text.slice(3)}`);
    const gateway = await stack.startGateway(database, await stack.searchEnv(database));
    const ask = async (identifiers) => {
      const answer = await fetch(`${gateway.origin}/api/v1/products/resolve`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ identifiers }),
      });
      const { data, degraded } = await answer.json();
      if (data?.length !== identifiers.length || degraded) throw new Error(`resolve: ${answer.status}`);
    };
    try {
      for (const [what, identifiers] of Object.entries({
        'as people have them': known,
        'names that nothing has': unknown,
      })) {
        const times = [];
        for (let call = 0; call < CALLS; call++) times.push(await timed(() => ask(identifiers)));
        const rounds = times.slice(1);
        bench.row({ what: `${LINES} identifiers, ${what}`, size, value: median(rounds), unit: 'ms', target: { of: 'value', most: mostMs(count) } }); // prettier-ignore
      }
    } finally {
      await gateway.stop();
    }
  },
};
