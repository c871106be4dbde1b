import { join } from 'node:path';
import { backUp } from '../../../src/exchange/backup/backup.js';
import { restore } from '../../../src/exchange/backup/restore.js';
import { LockTimeout } from '../../../src/platform/database/wait-for-locks.js';
import { openFolderStore } from '../../../src/catalogue/media/folder-store.js';
import { temporaryFolder } from '../../infra/launch.js';
import { serviceOfFile } from '../../support/service.js';
import { foreignSession, untilBlocked } from '../../support/sessions.js';
import type { Foreign } from '../../support/sessions.js';
import { beside } from '../../support/beside.js';

const { signal } = new AbortController();

const service = serviceOfFile();
let holder: Foreign | undefined;
const folder = join(temporaryFolder(), 'backup');
const images = openFolderStore(join(temporaryFolder(), 'images'));
beforeAll(async () => {
  await service.push([{ code: 'KEPT', name_cn: '留' }]);
  await backUp(service.db, images, folder, { signal });
});
beforeEach(() => service.push([{ code: 'LATE', name_cn: '晚' }]));
afterEach(async () => {
  await holder?.close();
  holder = undefined;
});

/** Overwrites the catalogue; a minute of the service is `totalMs` here. */
const restoring = (totalMs: number): Promise<unknown> =>
  restore(service.db, images, folder, {
    signal,
    replace: true,
    lockWait: { sliceMs: 300, pauseMs: 200, totalMs },
  });
const codes = async (): Promise<string[]> =>
  service.db.map('SELECT code FROM products ORDER BY code', [], ({ code }) => code as string);

test.each([
  ['has read a table in a transaction that does not end', 'BEGIN; SELECT FROM products'],
  ['reads the last of the tables', 'BEGIN; SELECT FROM webhooks'],
  ['has a table to itself', 'BEGIN; LOCK TABLE media'],
  ['has the state of the log to itself', 'BEGIN; SELECT FROM change_log FOR UPDATE'],
])(
  'beside a session that %s restore fails in bounded time and leaves all as it was; later it works',
  async (_, sql) => {
    holder = await foreignSession(service.databaseUrl, sql);
    const failed = await restoring(1_000).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(LockTimeout);
    expect(await codes()).toEqual(['KEPT', 'LATE']);
    await holder.run('COMMIT');
    await restoring(30_000);
    expect(await codes()).toEqual(['KEPT']);
  },
);

test('while restore waits, reads and pushes of the service are answered between its tries', async () => {
  holder = await foreignSession(service.databaseUrl, 'BEGIN; SELECT FROM products, tag_ledger, sync_log');
  let longest = 0;
  let calls = 0;
  const call = async (): Promise<void> => {
    const started = performance.now();
    expect(await service.call('GET', '/products/KEPT')).toMatchObject({ status: 200 });
    await service.push([{ code: 'LATE', name_cn: `晚${++calls}`, tags: 'a;b' }]);
    longest = Math.max(longest, performance.now() - started);
  };
  await expect(beside(call, () => restoring(3_000))).rejects.toBeInstanceOf(LockTimeout);
  expect(calls).toBeGreaterThan(5);
  expect(longest).toBeLessThan(3_000);
});

test('a session that restore waits for may go on to a table that restore has: neither ends in a deadlock', async () => {
  holder = await foreignSession(service.databaseUrl, 'BEGIN; LOCK TABLE webhooks');
  const waiting = restoring(60_000);
  await untilBlocked(service.db);
  await holder.run('LOCK TABLE products');
  await holder.run('COMMIT');
  await waiting;
  expect(await codes()).toEqual(['KEPT']);
});
