import { setTimeout as sleep } from 'node:timers/promises';
import { openAnswerCache } from '../../src/search/cache.js';
import { send } from '../products/requests.js';
import { startIndexer } from '../support/indexer.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

const made =
  (text: string, keep = true) =>
  () =>
    Promise.resolve({ text, keep });

describe('the cache of answers', () => {
  test('is off until somebody listens for changes', async () => {
    const cache = openAnswerCache();
    expect(await cache.answer('q', made('one'))).toBe('one');
    expect(await cache.answer('q', made('two'))).toBe('two');
    cache.turn(true);
    expect(await cache.answer('q', made('three'))).toBe('three');
    expect(await cache.answer('q', made('four'))).toBe('three');
    expect(cache.numbers).toMatchObject({ hits: 1, misses: 1, entries: 1 });
  });

  test('forgets all when the index changes, and all when nobody listens any more', async () => {
    const cache = openAnswerCache();
    cache.turn(true);
    await cache.answer('q', made('one'));
    cache.drop();
    expect(await cache.answer('q', made('two'))).toBe('two');
    cache.turn(false);
    cache.turn(true);
    expect(await cache.answer('q', made('three'))).toBe('three');
  });

  test('does not keep an answer that was made while the index changed, nor one that may not be kept', async () => {
    const cache = openAnswerCache();
    cache.turn(true);
    let finish: (answer: { text: string; keep: boolean }) => void = () => {};
    const slow = cache.answer('q', () => new Promise((resolve) => (finish = resolve)));
    cache.drop();
    finish({ text: 'old', keep: true });
    expect(await slow).toBe('old');
    expect(await cache.answer('q', made('degraded', false))).toBe('degraded');
    expect(await cache.answer('q', made('new'))).toBe('new');
  });

  test('does not keep a failure', async () => {
    const cache = openAnswerCache();
    cache.turn(true);
    await expect(cache.answer('q', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.answer('q', made('one'))).toBe('one');
  });

  test('takes no more bytes than it may', async () => {
    const cache = openAnswerCache(64_000);
    cache.turn(true);
    for (let n = 0; n < 500; n++) await cache.answer(`q${n}`, made('x'.repeat(400)));
    expect(cache.numbers.bytes).toBeLessThanOrEqual(64_000);
    expect(cache.numbers.entries).toBeGreaterThan(10);
    await cache.answer('large', made('x'.repeat(60_000)));
    expect(await cache.answer('large', made('other'))).toBe('other');
  });
});

describe('with an indexer at work', () => {
  let service: Service;
  let indexer: Awaited<ReturnType<typeof startIndexer>>;
  beforeAll(async () => {
    service = await startService();
    indexer = await startIndexer(service);
    await push({ code: 'C-1', name_cn: '缓存一', name_en: 'cached thing' });
  }, 60_000);
  afterAll(async () => {
    await indexer.stop();
    await service.close();
  });

  const push = (product: object) =>
    service.call('POST', '/products', {
      key: service.key,
      json: [product],
      headers: { Prefer: 'wait=30' },
    });
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
    const begun = performance.now();
    while (!(await named()).includes('cached thing changed meanwhile')) {
      expect(performance.now() - begun).toBeLessThan(10_000);
      await sleep(20);
    }
    await sleep(1_500);
    expect(await named()).toContain('cached thing changed meanwhile');
  });

  test('other pages, filters and wishes are other answers', async () => {
    const texts = new Set<string>();
    for (const more of [
      '',
      '&page=2',
      '&page_size=5',
      '&in_stock=true',
      '&highlight=1',
      '&facets=1',
      '&explain=1',
    ])
      texts.add((await search(`q=cached+thing${more}`)).text.replace(/"took_ms":[\d.]+/, ''));
    expect(texts.size).toBe(7);
  });
});
