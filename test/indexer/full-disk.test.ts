import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestRebuild } from '../../indexer/rebuild-store.js';
import { startIndexer } from '../support/indexer.js';
import { startService } from '../support/service.js';
import { fill, mountSmall, unmount } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { isDeepStrictEqual } from 'node:util';
import { clientOf } from '../support/engine.js';
import { openOwnEngine } from '../support/own-engine.js';
import { documentsOf, rowsOf } from './fixture.js';
import { beside } from '../support/beside.js';
import { atEnd, closing } from '../support/with-own.js';

const disk = mountSmall('64m');
const withDisk = disk === undefined ? test.skip : test;
atEnd(() => disk !== undefined && unmount(disk));

const products = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({
    code: `D-${from + i}`,
    name_cn: `产品${from + i}`,
    name_en: `disk product ${from + i}`,
  }));

withDisk('on a full disk of the engine writes are taken and searches answered; with room again the index is whole by itself', async () => {
  const ballast = join(disk!, 'ballast');
  const engine = closing(await openOwnEngine(disk));
  const { url, key } = engine.meili;
  const service = closing(await startService({ MEILI_URL: url, MEILI_KEY: key, SEARCH_CACHE: 'off' }));
  await startIndexer(service, { url, key });
  const index = { meili: clientOf({ url, key }), uid: service.indexUid };
  const isInStep = async (): Promise<boolean> =>
    isDeepStrictEqual(await documentsOf(index).catch(() => undefined), await rowsOf({ db: service.db, uid: index.uid }));
  const first = async (code: string): Promise<string | undefined> => {
    const { status, body } = await service.call('GET', `/products/search?q=${code}&page_size=1`);
    expect(status).toBe(200);
    return body.data[0]?.code;
  };
  // It is started again where it dies, as `npm start` does: on a full disk it may, and may not start either.
  const revive = () => sleep(100).then(() => engine.revive()).catch(() => {});
  await beside(revive, async () => {
    await service.push(products(0, 100));
    await until(isInStep, 60_000);

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
    expect(await isInStep()).toBe(false);

    rmSync(ballast);
    await until(isInStep, 150_000);
    expect(await service.db.any('SELECT * FROM index_dead_letters')).toEqual([]);
    await until(async () => (await first('D-2099')) === 'D-2099');
  });
}, 300_000); // prettier-ignore
