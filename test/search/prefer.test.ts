import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { engine } from '../support/engine.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
let indexer: ChildProcess | undefined;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  if (indexer) {
    indexer.kill();
    await once(indexer, 'exit');
  }
  await service.close();
});

const pushWaiting = (code: string, wait: string): ReturnType<Service['call']> =>
  service.call('POST', '/sync/push', {
    key: service.key,
    json: [{ code, name_cn: `等待${code}` }],
    headers: { Prefer: wait },
  });

test('with no indexer a write that prefers to wait is answered when its time is up, and does not claim to be searchable', async () => {
  const answer = await pushWaiting('W1', 'wait=1');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('preference-applied')).toBeNull();
});

test('a write that prefers to wait is searchable when its answer comes', async () => {
  const { url, key } = engine();
  indexer = fork('dist/indexer/main.js', {
    env: {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      MEILI_URL: url,
      MEILI_KEY: key,
      MEILI_INDEX: service.indexUid,
      LOG_LEVEL: 'silent',
    },
  });
  await once(indexer, 'message');
  for (const code of ['W2', 'W3', 'W4']) {
    const answer = await pushWaiting(code, 'respond-async, wait=20');
    expect(answer.headers.get('preference-applied')).toBe('wait=20');
    const found = await service.call('GET', `/products/search?q=${code}`);
    expect(found.body).toMatchObject({ degraded: false, total: 1 });
    expect(found.body.data[0]).toMatchObject({ code });
  }
  const gone = await service.call('DELETE', '/products/W3', {
    key: service.key,
    headers: { Prefer: 'wait=20' },
  });
  expect(gone.headers.get('preference-applied')).toBe('wait=20');
  expect((await service.call('GET', '/products/search?q=W3')).body.total).toBe(0);
});
