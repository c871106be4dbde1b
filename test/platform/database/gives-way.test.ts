import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { nameOfProcess } from '../../../src/platform/process/give-way.js';
import { connected, freshDatabase } from '../../support/database.js';
import { openOwnEngine } from '../../support/own-engine.js';
import { startIndexerProcess } from '../../support/processes.js';
import { engineEnvironment } from '../../support/engine.js';
import { closing } from '../../support/with-own.js';

const onLinux = process.platform === 'linux' ? test : test.skip;
const BEHIND = Math.max(getPriority(), 5);
const PID = 'SELECT pg_backend_pid() AS pid';

onLinux('what nobody waits for gives way: the indexer, and what it has Postgres do', async () => {
  const database = closing(await freshDatabase());
  const indexer = await startIndexerProcess({
    DATABASE_URL: database.url,
    ...engineEnvironment(),
    LOG_LEVEL: 'silent',
  });
  const name = 'catalogue indexer';
  const pool = connected(database.url, { name: 'people wait for it' });
  const { pid } = await pool.one<{ pid: number }>(PID);
  const sql = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()';
  const own = await pool.many<{ pid: number }>(sql, [name]);
  expect(getPriority(pid)).toBe(getPriority());
  expect(own.map((each) => getPriority(each.pid))).toContain(BEHIND);
  expect(getPriority(indexer.pid)).toBe(BEHIND);
});

onLinux('the engine’s threads that index give way to those that search', async () => {
  const engine = closing(await openOwnEngine());
  const threads = readdirSync(`/proc/${engine.pid()}/task`);
  const nices = (name: RegExp) => threads.filter((each) => name.test(nameOfProcess(each) ?? '')).map((each) => getPriority(Number(each))); // prettier-ignore
  expect(new Set(nices(/^indexing/))).toEqual(new Set([BEHIND]));
  expect(new Set(nices(/^actix/))).toEqual(new Set([getPriority()]));
});
