import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../support/wire.js';
import { startGateway } from '../../support/built.js';
import { indexerOfFile } from '../../support/indexer.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { closing } from '../../support/with-own.js';

describe('with an indexer at work', () => {
  const service = serviceOfFile();
  indexerOfFile(service);
  beforeAll(() => push({ code: 'C-1', name_cn: '缓存一', name_en: 'cached thing' }));

  const push = (product: object) => service.write('POST', '/products', [product], { Prefer: 'wait=30' });
  const search = (query: string) => service.call('GET', `/products/search?${query}`);
  const named = async (): Promise<string[]> =>
    (await search('q=cached+thing')).body.data.map(({ name_en: name }: { name_en: string }) => name);

  test('an answer is repeated word for word while the index stands still, and known by its ETag', async () => {
    const first = await search('q=cached+thing');
    for (let n = 0; n < 10; n++) {
      const again = await search('q=cached+thing');
      expect(again.text).toBe(first.text);
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    }
    const known = await send(service, {
      path: '/products/search?q=cached+thing',
      headers: { 'If-None-Match': first.headers.get('etag')! },
    });
    expect(known.status).toBe(304);
  });

  test('the tag of an answer is that of no other question, and holds no longer than its products', async () => {
    const questions = [
      '',
      '&page=2',
      '&page_size=5',
      '&in_stock=true',
      '&highlight=1',
      '&facets=1',
      '&explain=1',
    ];
    const tags: string[] = [];
    for (const more of questions) tags.push((await search(`q=cached+thing${more}`)).headers.get('etag')!);
    tags.push((await search('q=Cached+Thing')).headers.get('etag')!);
    expect(new Set(tags).size).toBe(tags.length);
    const asked = { path: '/products/search?q=cached+thing', headers: { 'If-None-Match': tags.join(', ') } };
    expect((await send(service, asked)).status).toBe(304);
    await push({ code: 'C-1', name_en: 'cached thing with another tag' });
    expect((await send(service, asked)).status).toBe(200);
  });

  test('equal answers have one ETag, whichever gateway gives them and however long that took', async () => {
    const other = closing(await startGateway(service.env));
    const path = '/products/search?q=cached+thing&facets=1&highlight=1';
    const here = await service.call('GET', path);
    const there = await fetch(`${other.origin}/api/v1${path}`);
    const content = (text: string): object => ({ ...JSON.parse(text), took_ms: 0 }) as object;
    expect(content(await there.text())).toEqual(content(here.text));
    expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
  });

  test('each caller gets back the query as it was typed', async () => {
    await search('q=Cached+Thing');
    expect((await search('q=%20cached%20%20thing')).body.query).toBe(' cached  thing');
    expect((await search('q=CACHED+THING')).body.query).toBe('CACHED THING');
  });

  test('what a waiting write was told is searchable is in the next answer, every time', async () => {
    for (let n = 0; n < 5; n++) {
      await named();
      const name = `cached thing ${n}`;
      expect((await push({ code: 'C-1', name_en: name })).headers.get('preference-applied')).not.toBeNull();
      expect(await named()).toContain(name);
    }
  });

  test('a change that was announced while the connection was lost shows as soon as it is back', async () => {
    await named();
    await service.db.any(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'catalogue search'`,
    );
    await push({ code: 'C-1', name_en: 'cached thing changed meanwhile' });
    await until(async () => (await named()).includes('cached thing changed meanwhile'), 10_000);
    await sleep(1_500);
    expect(await named()).toContain('cached thing changed meanwhile');
  });

  test('names that could not be read after the connection was lost are read again', async () => {
    const named = async (): Promise<boolean> =>
      (await search('q=renamed+meanwhile&explain=true')).body.data.some(
        ({ explain }: { explain: { tier: string } }) => explain.tier === 'term',
      );
    await push({ code: 'C-1', category: '标准品' });
    const isListening = (): Promise<boolean> =>
      service.db
        .any(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'catalogue search'
              AND query = 'SELECT 1'`,
        )
        .then(({ length }) => length > 0);
    await service.db.none('ALTER TABLE terms RENAME TO terms_away');
    await service.db.any(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'catalogue search'`,
    );
    await until(isListening);
    // Nobody is told of it.
    await service.db.none('ALTER TABLE terms_away DISABLE TRIGGER USER');
    await service.db.none(`UPDATE terms_away SET name_en = 'Renamed meanwhile' WHERE value = '标准品'`);
    await service.db.none('ALTER TABLE terms_away ENABLE TRIGGER USER');
    await service.db.none('ALTER TABLE terms_away RENAME TO terms');
    await until(named, 10_000);
  });
});
