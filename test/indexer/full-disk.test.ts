import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Meilisearch } from 'meilisearch';
import { startMeilisearch, stopMeilisearch } from '../../infra/embedded/meilisearch.js';
import { requestRebuild } from '../../indexer/rebuild-store.js';
import { startIndexer } from '../support/indexer.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { fill, mountSmall, unmount } from '../support/small-disk.js';
import { until } from '../support/until.js';

const KEY = 'a key of sixteen bytes at least';

const disk = mountSmall('64m');
const withDisk = disk === undefined ? test.skip : test;
afterAll(() => {
  if (disk === undefined) return;
  unmount(disk);
  rmSync(`${disk}.log`, { force: true });
});

/** An engine that is started again where it dies, as `npm start` does: on a full disk it may. */
async function superviseEngine(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const options = { folder, logFile: `${disk!}.log`, masterKey: KEY };
  const { url, pid } = await startMeilisearch(options);
  const port = Number(new URL(url).port);
  let closing = false;
  const supervised = (async () => {
    for (let running = pid; !closing; await sleep(100)) {
      if (isAlive(running)) continue;
      // Where it can't start either, it is tried again.
      running = (await startMeilisearch({ ...options, port }).catch(() => ({ pid: running }))).pid;
    }
  })();
  return {
    url,
    async close() {
      closing = true;
      await supervised;
      await stopMeilisearch(folder, 5_000);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const products = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({
    code: `D-${from + i}`,
    name_cn: `产品${from + i}`,
    name_en: `disk product ${from + i}`,
  }));

/** What the index lacks, or has in another state than the table. */
async function different({ db, indexUid }: Service, meili: Meilisearch): Promise<number[]> {
  const { results } = await meili
    .index<{ id: number; v: string }>(indexUid)
    .getDocuments({ fields: ['id', 'v'], limit: 10_000 });
  const held = new Map(results.map(({ id, v }) => [id, v]));
  const rows = await db.any<{ id: number; v: string }>('SELECT id, xmin::text AS v FROM products');
  const wrong = rows.filter(({ id, v }) => held.get(id) !== v).map(({ id }) => id);
  const stored = new Set(rows.map(({ id }) => id));
  return [...wrong, ...[...held.keys()].filter((id) => !stored.has(id))];
}

withDisk('on a full disk of the engine writes are taken and searches answered; with room again the index is whole by itself', async () => {
  const folder = join(disk!, 'engine');
  const ballast = join(disk!, 'ballast');
  const engine = await superviseEngine(folder);
  const { url } = engine;
  const meili = new Meilisearch({ host: url, apiKey: KEY });
  const service = await startService({ MEILI_URL: url, MEILI_KEY: KEY, SEARCH_CACHE: 'off' });
  const indexer = await startIndexer(service, { url, key: KEY });
  const first = async (code: string): Promise<string | undefined> => {
    const { status, body } = await service.call('GET', `/products/search?q=${code}&page_size=1`);
    expect(status).toBe(200);
    return body.data[0]?.code;
  };
  try {
    await service.push(products(0, 100));
    await until(async () => (await different(service, meili).catch(() => ['?'])).length === 0, 60_000);

    fill(ballast);
    await service.push(products(100, 1_000));
    await service.push([{ code: 'D-7', name_en: 'disk product changed' }]);
    await service.write('DELETE', '/products/D-8');
    await requestRebuild({ db: service.db }, 'command');
    const answered = async (): Promise<void> => {
      for (let n = 0; n < 20; n++) {
        expect(await first('D-5')).toBe('D-5');
        await sleep(50);
      }
    };
    await answered();
    // Room for a few documents, and for what the engine writes down of its tasks, but not for all.
    truncateSync(ballast, statSync(ballast).size - 512 * 1024);
    await service.push(products(1_100, 1_000));
    await answered();
    expect(await different(service, meili).catch(() => ['not to be asked'])).not.toEqual([]);

    rmSync(ballast);
    await until(async () => (await different(service, meili).catch(() => ['?'])).length === 0, 150_000);
    expect(await service.db.any('SELECT * FROM index_dead_letters')).toEqual([]);
    await until(async () => (await first('D-2099')) === 'D-2099');
  } finally {
    await indexer.stop();
    await service.close();
    await engine.close();
  }
}, 300_000); // prettier-ignore
