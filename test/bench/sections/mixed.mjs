// Reads while a large push and a rebuild of the index run, against reads while nothing else happens.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../../dist/indexer/commands.js';
import { closeParts } from '../../../dist/indexer/parts.js';
import { capture } from '../capture.mjs';
import { generate, someCodes } from '../catalogue.mjs';
import { load, median } from '../measure.mjs';
import { openIndexer, settled } from './index.mjs';
import { accepted, makeKey, onCopy, pushTo } from './writes.mjs';

const PUSHED = 50_000;
const RATE = 200;
const WINDOWS = 3;

export const mixed = {
  name: 'mixed',
  title: 'Reads beside writes',
  about: `Details and lists at ${RATE} requests a second over 8 connections, while pushes of ${PUSHED.toLocaleString('en')} products follow each other through the same gateway and the index is rebuilt. The process that sends the reads is a real-time one, as if it were on a machine of its own. The median of ${WINDOWS} windows. Beside it: the same reads while nothing else happens, the quieter of before and after. What bare \`node:http\` and \`pg\` make of the details beside the same work tells what is the machine's and not the service's.`,
  async run(bench, { size, count, database, originals }) {
    await onCopy(bench, database, async (copy) => {
      const { stack } = bench;
      const key = await makeKey(stack.urlOf(copy));
      const codes = await someCodes(stack, copy, Math.min(count, PUSHED));
      const parts = await openIndexer(stack, copy);
      const [indexer, gateway] = await Promise.all([
        stack.startIndexer(copy),
        stack.startGateway(copy, await stack.searchEnv(copy)),
      ]);
      const details = codes.slice(0, 2_000).map((code) => `/api/v1/products/${encodeURIComponent(code)}`);
      const paths = details.map((path, i) => (i % 5 === 4 ? '/api/v1/products' : path));
      // At 10,000 products it would take longer than the whole of a quick run may.
      const bare = count > 50_000 ? await startBare(stack, copy, codes, details) : undefined;
      // Made before, and sent by a process of its own: what that takes of the processors is not the service's.
      const files = [0, 1].map((nth) => {
        const products = [...generate(originals, 30_000_000 + nth * PUSHED, PUSHED)].map(
          ({ source: _source, ...product }, i) => ({ ...product, ...(i < codes.length && { code: codes[i] }) }),
        );
        const file = join(stack.folder, `push-${nth}.json`);
        writeFileSync(file, JSON.stringify(products));
        return file;
      });
      let ending = false;
      let pushes = 0;
      const keepPushing = async () => {
        for (; !ending; pushes++)
          accepted((await load({ ...pushTo(gateway.origin, key), file: files[pushes % files.length] })).answer);
      };
      const rebuilding = new AbortController();
      const keepRebuilding = async () => {
        while (!ending) await reindex(parts, { signal: rebuilding.signal });
      };
      const readsOf = (origin, paths) => (seconds, rate = RATE) => load({ origin, paths, connections: 8, rate, seconds });
      const subjects = { 'reads': readsOf(gateway.origin, paths), ...(bare && { 'details, bare node:http + pg': readsOf(bare.origin, details) }) };
      try {
        const short = count > 50_000 ? 10 : 3;
        await settled(parts); // the index of the copy is made
        const quiet = {};
        const busy = {};
        for (const [name, reads] of Object.entries(subjects)) {
          await reads(2, 10 * RATE); // warms up
          quiet[name] = [await reads(short)];
        }
        const work = Promise.all([keepPushing(), keepRebuilding()]);
        await sleep(2_000);
        const ended = work.then(() => { throw new Error('the writes ended'); });
        for (let window = 0; window < WINDOWS; window++)
          for (const [name, reads] of Object.entries(subjects))
            (busy[name] ??= []).push(await Promise.race([reads(short), ended]));
        ending = true;
        rebuilding.abort();
        await work.catch((error) => { if (error.name !== 'AbortError') throw error; });
        await indexer.stop();
        await dropTasks(parts.engine);
        await sleep(2_000);
        for (const [name, reads] of Object.entries(subjects)) {
          quiet[name].push(await reads(short));
          // The quieter of the two: what the writes leave to be done may still disturb the second.
          const p99 = Math.min(...quiet[name].map((each) => each.p99));
          const p50 = median(quiet[name].map((each) => each.p50));
          const [busy99, busy50] = ['p99', 'p50'].map((key) => median(busy[name].map((each) => each[key])));
          bench.row({ what: `p99 of ${name}`, size, value: busy99, unit: 'ms', beside: 'quiet', besideValue: p99, ratio: busy99 / p99, ...(name === 'reads' && { target: { most: 3 } }), rounds: { busy: busy[name], quiet: quiet[name] } });
          bench.row({ what: `median of ${name}`, size, value: busy50, unit: 'ms', beside: 'quiet', besideValue: p50, ratio: busy50 / p50 });
        }
        bench.note(`At ${size} products ${pushes} pushes of ${PUSHED.toLocaleString('en')} ended meanwhile; the longest read took ${Math.round(Math.max(...busy.reads.map(({ max }) => max)))} ms.`);
      } finally {
        ending = true;
        rebuilding.abort();
        await indexer.stop();
        await gateway.stop();
        await bare?.stop();
        await closeParts(parts);
        for (const { uid } of (await parts.engine.getIndexes({ limit: 100 })).results)
          if (uid.startsWith(copy)) await parts.engine.deleteIndex(uid);
      }
    });
  },
}; // prettier-ignore

/** The details from bare node:http and `pg`, by the statement that the service sends. */
async function startBare(stack, database, [, code], paths) {
  const statements = await capture(stack, database, paths.slice(0, 2), { PRODUCT_CACHE: 'off' });
  return stack.startFloor({ kind: 'http', url: stack.urlOf(database), statements, code });
}

/** Has the engine drop what it still has to do: in a small catalogue it would take longer than what is measured. */
async function dropTasks(engine) {
  await engine.tasks.cancelTasks({ statuses: ['enqueued', 'processing'] });
  while ((await engine.tasks.getTasks({ statuses: ['enqueued', 'processing'], limit: 1 })).total > 0)
    await sleep(200);
}
