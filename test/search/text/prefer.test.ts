import { indexerOfFile } from '../../support/indexer.js';
import { serviceOfFile } from '../../support/service.js';
import { foreignSession } from '../../support/sessions.js';
import { until } from '../../support/until.js';

const service = serviceOfFile();

const pushWaiting = (code: string, wait: string) =>
  service.write('POST', '/sync/push', [{ code, name_cn: `等待${code}` }], { Prefer: wait });

test('with no indexer a write that prefers to wait is answered when its time is up, and does not claim to be searchable', async () => {
  const answer = await pushWaiting('W1', 'wait=1');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('preference-applied')).toBeNull();
});

test('a write whose wait fails is answered as done, and does not claim to be searchable', async () => {
  await service.push([{ code: 'W0', name_cn: '甲' }]);
  // What a wait begins with: where the log of changes stands.
  await service.db.none('ALTER FUNCTION newest_change() RENAME TO newest_change_away');
  try {
    const headers = { Prefer: 'wait=5' };
    const answers = [
      await pushWaiting('W1', 'wait=5'),
      await service.write('PUT', '/products/W1', { name_cn: '乙' }, headers),
      await service.write('DELETE', '/products/W0', undefined, headers),
    ];
    for (const { status, body, headers: told } of answers) {
      expect([status, body.ok]).toEqual([200, true]);
      expect(told.get('preference-applied')).toBeNull();
    }
  } finally {
    await service.db.none('ALTER FUNCTION newest_change_away() RENAME TO newest_change');
  }
  expect(await service.db.any(`SELECT code, name_cn FROM products WHERE code IN ('W0', 'W1')`)).toEqual([
    { code: 'W1', name_cn: '乙' },
  ]);
});

describe('with an indexer', () => {
  indexerOfFile(service);

  test('a write that prefers to wait is searchable when its answer comes', async () => {
    for (const code of ['W2', 'W3', 'W4']) {
      const answer = await pushWaiting(code, 'respond-async, wait=20');
      expect(answer.headers.get('preference-applied')).toBe('wait=20');
      const found = await service.call('GET', `/products/search?q=${code}`);
      expect(found.body).toMatchObject({ degraded: false, total: 1 });
      expect(found.body.data[0]).toMatchObject({ code });
    }
    const gone = await service.write('DELETE', '/products/W3', undefined, { Prefer: 'wait=20' });
    expect(gone.headers.get('preference-applied')).toBe('wait=20');
    expect((await service.call('GET', '/products/search?q=W3')).body.total).toBe(0);
  });

  test('an answer says how old the oldest change is that searches do not show, and nothing once they show it', async () => {
    const behind = async () => (await service.call('GET', '/products/search?q=W5')).body.behind_seconds;
    // A transaction that writes holds back all changes after it.
    const other = await foreignSession(service.databaseUrl, 'BEGIN; SELECT pg_current_xact_id()');
    await service.push([{ code: 'W5', name_cn: '等待' }]);
    await service.db.none(`UPDATE product_changes SET at = at - interval '90 s'`);
    await until(async () => (await behind()) >= 90);
    const list = await service.write('POST', '/products/resolve', { identifiers: ['W5'] });
    expect(list.body.behind_seconds).toBeGreaterThanOrEqual(90);
    await other.close();
    await until(async () => (await behind()) === undefined);
  });
});
