// Details and searches at rest, beside pushes and a rebuild of the index, and beside busy processes of somebody else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../../dist/indexer/reindex.js';
import { closeContext } from '../../../dist/indexer/context.js';
import { generate, someCodes } from '../catalogue.mjs';
import { load, median } from '../measure.mjs';
import { openIndexer, settled } from './index.mjs';
import { someQueries } from './search.mjs';
import { accepted, makeKey, onCopy, pushTo } from './writes.mjs';

const PUSHED = 50_000;
const WINDOWS = 3;
const BUSY_PROCESSES = 2;
/** Requests a second: a good part of what two processors can do at rest, so that whoever waits is seen. */
const RATES = { details: 200, searches: 30 };
/** How much longer the slowest may take than at rest. */
const TARGETS = {
  'busy processes': { searches: { of: 'p95', most: 4 } },
  'pushes and a rebuild': { details: { of: 'p95', most: 10 }, searches: { of: 'p95', most: 10 } },
  'a rebuild': { details: { of: 'p99', most: 5 }, searches: { of: 'p99', most: 5 } },
};

export const beside = {
  name: 'beside',
  title: 'Details and searches beside other work',
  about: `Details at ${RATES.details} and searches at ${RATES.searches} a second, both at once, over 8 connections each, caches off: while pushes of ${PUSHED.toLocaleString('en')} products follow each other through the same gateway and the index is rebuilt; and beside ${BUSY_PROCESSES} busy processes that are none of the service's. The process that sends the requests is a real-time one, as if it were on a machine of its own. The median of ${WINDOWS} windows, beside the same at rest.`,
  async run(bench, { size, count, database, originals }) {
    await onCopy(bench, database, async (copy) => {
      const { stack } = bench;
      const key = await makeKey(stack.urlOf(copy));
      const codes = await someCodes(stack, copy, Math.min(count, PUSHED));
      const queries = await someQueries(stack, copy, 500);
      const parts = await openIndexer(stack, copy);
      const [indexer, gateway] = await Promise.all([
        stack.startIndexer(copy),
        stack.startGateway(copy, { ...(await stack.searchEnv(copy)), SEARCH_CACHE: 'off' }),
      ]);
      const paths = {
        details: codes.slice(0, 2_000).map((code) => `/api/v1/products/${encodeURIComponent(code)}`),
        searches: queries.map((q) => `/api/v1/products/search?q=${encodeURIComponent(q)}`),
      };
      const window = async (seconds, faster = 1) =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(RATES).map(async ([kind, rate]) => [
              kind,
              await load({ origin: gateway.origin, paths: paths[kind], connections: 8, rate: rate * faster, seconds }),
            ]),
          ),
        );
      const seconds = count > 50_000 ? 10 : 4;
      const windows = async (times = 1) => {
        const all = [];
        for (let nth = 0; nth < WINDOWS * times; nth++) all.push(await window(seconds));
        return all;
      };
      const tell = (work, quiet, busy) => {
        for (const kind of Object.keys(RATES))
          for (const quantile of ['p50', 'p95', 'p99']) {
            const [value, besideValue] = [busy, quiet].map((all) => median(all.map((each) => each[kind][quantile])));
            const { of, most } = TARGETS[work]?.[kind] ?? {};
            bench.row(`${quantile} of ${kind} beside ${work}`, size, value, 'ms', { beside: 'at rest', besideValue, ...(of === quantile && { target: { most } }) });
          }
      };
      try {
        await settled(parts); // the index of the copy is made
        await window(3, 3); // warms up
        const quiet = await windows();
        tell('busy processes', quiet, await besideBusyProcesses(() => windows()));
        const files = writePushes(stack, originals, codes);
        tell('a rebuild', quiet, await besideWrites(() => windows(), { parts }));
        tell('pushes and a rebuild', quiet, await besideWrites(() => windows(2), { parts, gateway, key, files }));
      } finally {
        await indexer.stop();
        await gateway.stop();
        await closeContext(parts);
        for (const { uid } of (await parts.meili.getIndexes({ limit: 100 })).results)
          if (uid.startsWith(copy)) await parts.meili.deleteIndex(uid);
      }
    });
  },
}; // prettier-ignore

/** Ordinary programs, each in a session of its own, that take all the processor time they can get. */
async function besideBusyProcesses(work) {
  const busy = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
  );
  try {
    await sleep(1_000);
    return await work();
  } finally {
    for (const each of busy) {
      each.kill('SIGKILL');
      await once(each, 'exit');
    }
  }
}

/** Bodies of pushes. Made before, and sent by a process of its own: what that takes is not the service's. */
function writePushes({ folder }, originals, codes) {
  return [0, 1].map((nth) => {
    const products = [...generate(originals, 30_000_000 + nth * PUSHED, PUSHED)].map(
      ({ source: _source, ...product }, i) => ({ ...product, ...(i < codes.length && { code: codes[i] }) }),
    );
    const file = join(folder, `push-${nth}.json`);
    writeFileSync(file, JSON.stringify(products));
    return file;
  });
}

/**
 * Does something while one rebuild follows the other and, where there are files to push, one push the other.
 * @returns what it gave
 */
async function besideWrites(work, { parts, gateway, key, files = [] }) {
  let ending = false;
  const keepPushing = async () => {
    for (let nth = 0; !ending; nth++)
      accepted((await load({ ...pushTo(gateway.origin, key), file: files[nth % files.length] })).answer);
  };
  const stopped = new AbortController();
  const keepRebuilding = async () => {
    while (!ending) await reindex(parts, { signal: stopped.signal });
  };
  const writes = Promise.all([keepRebuilding(), ...(files.length > 0 ? [keepPushing()] : [])]);
  const failed = writes.then(() => {
    throw new Error('the writes ended');
  });
  failed.catch(() => {}); // after the end nobody awaits it
  try {
    await sleep(2_000);
    return await Promise.race([work(), failed]);
  } finally {
    ending = true;
    stopped.abort();
    await writes.catch((error) => {
      if (error.name !== 'AbortError') throw error;
    });
  }
}
