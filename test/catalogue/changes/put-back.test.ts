// An older copy of the data folder is put back while gateway, indexer and engine go on: what they remember, and what clients
// have read, is of a time that never was.
import { issueKey } from '../../../src/platform/access/keys.js';
import { callAt } from '../../support/call.js';
import { engine, freshIndexUid } from '../../support/engine.js';
import { startOwnPostgres } from '../../support/own-postgres.js';
import { startGatewayProcess, startIndexerProcess } from '../../support/processes.js';
import { until } from '../../support/until.js';
import { connected } from '../../support/database.js';
import { closing } from '../../support/with-own.js';

const RING = 'C1CCCCCCCC1';

test('every reader learns that the lost time is lost: cursors, kept files, search, and search by structure', async () => {
  const postgres = closing(await startOwnPostgres());
  const env = {
    DATABASE_URL: postgres.url,
    MEILI_URL: engine().url,
    MEILI_KEY: engine().key,
    MEILI_INDEX: freshIndexUid(),
    RATE_LIMIT: 'off',
  };
  const db = connected(postgres.url, { name: 'test', pool: 1 });
  db.$pool.on('error', () => {});
  const [gateway] = [await startGatewayProcess(env), await startIndexerProcess(env)];
  const { key } = await issueKey(db, { name: 'test' });
  const call = (path: string, headers: Record<string, string> = {}) =>
    callAt(`${gateway.origin}/api/v1${path}`, 'GET', { key, headers });
  const write = async (method: string, path: string, json?: object): Promise<void> => {
    const { status, text } = await callAt(`${gateway.origin}/api/v1${path}`, method, { key, json });
    if (status !== 200) throw new Error(text);
  };
  const push = (code: string, name_en: string, more = {}): Promise<void> =>
    write('POST', '/sync/push', { products: [{ code, name_cn: '品', name_en, ...more }] });
  const finds = async (path: string, codes: string[]): Promise<void> =>
    until(async () => {
      const { status, body } = await call(path);
      const found = status === 200 && body.degraded !== true && body.data.map(({ code }: { code: string }) => code);
      return JSON.stringify(found) === JSON.stringify(codes);
    }); // prettier-ignore
  const byStructure = `/products/search/structure?mode=exact&smiles=${RING}`;

  await push('STAYS', 'zirconocene');
  await finds('/products/search?q=zirconocene', ['STAYS']);
  const kept = (await call('/changes')).body.next as string;
  const putBack = await postgres.copy();
  await until(async () => (await call('/changes')).status === 200);

  await push('LOST', 'yohimbine', { smiles: RING });
  await write('DELETE', '/products/STAYS');
  await finds('/products/search?q=yohimbine', ['LOST']);
  await finds('/products/search?q=zirconocene', []);
  await finds(byStructure, ['LOST']);
  const plain = { 'Accept-Encoding': 'identity' };
  const file = await call('/export', plain);
  const [tag, lost] = ['ETag', 'X-Changes-Cursor'].map((name) => file.headers.get(name)!);

  await putBack();
  await until(async () => (await call('/changes')).status === 200);
  expect((await call(`/changes?after=${lost}`)).status).toBe(410);
  await push('NEW', 'xanthine');
  await push('NEW', 'xanthine hydrate', { smiles: RING });
  expect((await call(`/changes?after=${lost}`)).status).toBe(410);
  const since = await call(`/changes?after=${kept}`);
  expect(since.body.data.map(({ code }: { code: string }) => code)).toEqual(['NEW']);
  expect((await call('/export', { ...plain, 'If-None-Match': tag! })).status).toBe(200);
  expect((await call('/export', { ...plain, 'If-Range': tag!, Range: 'bytes=9-' })).status).toBe(200);
  await finds('/products/search?q=yohimbine', []);
  await finds('/products/search?q=zirconocene', ['STAYS']);
  await finds(byStructure, ['NEW']);
});
