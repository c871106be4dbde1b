// Reads while a large push and a rebuild of the index run, against reads while nothing else happens.
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../../dist/indexer/commands.js';
import { closeParts } from '../../../dist/indexer/parts.js';
import { generate, someCodes } from '../catalogue.mjs';
import { load, median } from '../measure.mjs';
import { openIndexer, settled } from './index.mjs';
import { makeKey, onCopy, push } from './writes.mjs';

const PUSHED = 50_000;
const RATE = 200;

export const mixed = {
  name: 'mixed',
  title: 'Reads beside writes',
  about: `Details and lists at ${RATE} requests a second over 8 connections, while pushes of ${PUSHED.toLocaleString('en')} products follow each other through the same gateway and the index is rebuilt. Beside it: the same reads while nothing else happens.`,
  async run(bench, { size, count, database, originals }) {
    await onCopy(bench, database, async (copy) => {
      const { stack } = bench;
      const key = await makeKey(stack.urlOf(copy));
      const codes = await someCodes(stack, copy, Math.min(count, PUSHED));
      const parts = await openIndexer(stack, copy);
      const indexer = await stack.startIndexer(copy);
      const gateway = await stack.startGateway(copy, await stack.searchEnv(copy));
      const paths = codes
        .slice(0, 2_000)
        .map((code, i) =>
          i % 5 === 4 ? '/api/v1/products' : `/api/v1/products/${encodeURIComponent(code)}`,
        );
      // Made before: to make them takes the processor time of a push, and is not the service's.
      const bodies = [0, 1].map((nth) => {
        const products = [...generate(originals, 30_000_000 + nth * PUSHED, PUSHED)].map(
          ({ source: _source, ...product }, i) => ({ ...product, ...(i < codes.length && { code: codes[i] }) }),
        );
        return Buffer.from(JSON.stringify(products));
      });
      let ending = false;
      let pushes = 0;
      const keepPushing = async () => {
        for (; !ending; pushes++) await push(gateway.origin, key, bodies[pushes % bodies.length]);
      };
      const rebuilding = new AbortController();
      const keepRebuilding = async () => {
        while (!ending) await reindex(parts, { signal: rebuilding.signal });
      };
      const reads = (seconds) => load({ origin: gateway.origin, paths, connections: 8, rate: RATE, seconds });
      try {
        const [short, long] = count > 50_000 ? [10, 30] : [5, 15];
        await settled(parts); // the index of the copy is made
        await reads(3); // warms up
        const quiet = [await reads(short)];
        const work = Promise.all([keepPushing(), keepRebuilding()]);
        await sleep(2_000);
        const busy = await Promise.race([reads(long), work.then(() => { throw new Error('the writes ended'); })]);
        ending = true;
        rebuilding.abort();
        await work.catch((error) => { if (error.name !== 'AbortError') throw error; });
        await indexer.stop();
        await idle(parts.engine);
        await sleep(2_000);
        quiet.push(await reads(short));
        // The quieter of the two: what the writes leave to be done may still disturb the second.
        const p99 = Math.min(...quiet.map((each) => each.p99));
        bench.row({ what: 'p99 of reads', size, value: busy.p99, unit: 'ms', beside: 'quiet', besideValue: p99, ratio: busy.p99 / p99, target: { most: 3 }, rounds: { busy, quiet } });
        bench.row({ what: 'median of reads', size, value: busy.p50, unit: 'ms', beside: 'quiet', besideValue: median(quiet.map((each) => each.p50)), ratio: busy.p50 / median(quiet.map((each) => each.p50)) });
        bench.note(`At ${size} products ${pushes} pushes of ${PUSHED.toLocaleString('en')} ended meanwhile; the longest read took ${Math.round(busy.max)} ms.`);
      } finally {
        ending = true;
        rebuilding.abort();
        await indexer.stop();
        await gateway.stop();
        await closeParts(parts);
        for (const { uid } of (await parts.engine.getIndexes({ limit: 100 })).results)
          if (uid.startsWith(copy)) await parts.engine.deleteIndex(uid);
      }
    });
  },
}; // prettier-ignore

/** Waits until the engine has nothing left to do. */
async function idle(engine) {
  while ((await engine.tasks.getTasks({ statuses: ['enqueued', 'processing'], limit: 1 })).total > 0)
    await sleep(200);
}
