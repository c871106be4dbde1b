import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { CUT_OFF_MS } from '../../../src/search/engine/engine.js';
import { meilisearchServer } from '../../../src/search/engine/meilisearch.js';
import { SearchedEngine } from '../../../src/search/engine/searched-engine.js';
import { lacksOf } from '../../../src/search/text/lacks.js';
import { readTyped } from '../../../src/search/text/typed.js';
import { startSearch } from '../text/catalogue.js';
import { clientOf, engine } from '../../support/engine.js';
import { openRewriting } from '../../support/rewriting.js';
import { openOwnEngine } from '../../support/own-engine.js';
import { until } from '../../support/until.js';
import { closing } from '../../support/with-own.js';

test('an answer of an engine that reached its time limit is told from one that is whole', async () => {
  const server = closing(await openOwnEngine());
  const index = clientOf(server.meili).index('p');
  const names = Array.from({ length: 5_000 }, (_, id) => ({ id, s_en: `sodium salt of acid ${id}` }));
  await index.updateSettings({ sortableAttributes: ['stock_en'] }).waitTask();
  await index.addDocuments(names).waitTask();
  // It is frozen here for longer than a gateway would wait for it to say that it is up.
  const patient = { ...meilisearchServer(server.meili).words('p'), isUp: () => Promise.resolve() };
  const searched = new SearchedEngine(patient, pino({ level: 'silent' }));
  const search = async (count: number) => {
    const question = { match: 'all', filters: {}, order: 'en', offset: 0, limit: 0 } as const;
    const questions = Array.from({ length: count }, (_, n) => ({ ...question, q: `acid sodium ${n}` }));
    return (await searched.words(questions, 10_000))?.some(({ isCutOff }) => isCutOff);
  };
  expect(await search(1)).toBe(false);
  // Of many searches in one request, one is often under way while the engine is frozen.
  await until(async () => {
    const answered = search(5_000);
    await sleep(100 + Math.random() * 200);
    process.kill(server.pid(), 'SIGSTOP');
    await sleep(CUT_OFF_MS + 50);
    process.kill(server.pid(), 'SIGCONT');
    return (await answered) === true;
  }, 60_000);
}, 90_000);

test('what a search that was cut off does not find is not counted as lacking', () => {
  const nothing = { best: [], degraded: false };
  expect(lacksOf(readTyped('unobtainium'), { ...nothing, isCutOff: true })).toEqual([]);
  expect(lacksOf(readTyped('unobtainium'), { ...nothing, isCutOff: false })).toHaveLength(1);
});

test('a search whose answer was cut off says so, and the next one asks the engine again', async () => {
  const proxy = closing(await openRewriting(engine().url));
  const products = [{ code: 'A-1', name_cn: '阿司匹林' }];
  const service = closing(await startSearch(products, { MEILI_URL: proxy.url }));
  let searches = 0;
  const cutOff = (body: string, path: string): string => {
    if (path.endsWith('/multi-search')) searches++;
    return body.replaceAll(/"processingTimeMs":\d+/g, `"processingTimeMs":${CUT_OFF_MS}`);
  };
  proxy.rewrite = cutOff;
  const search = () => service.search('司匹');
  for (const _ of [1, 2])
    expect(await search()).toMatchObject({
      cut_off: true,
      total_is_estimate: true,
      data: [{ code: 'A-1' }],
    });
  expect(searches).toBeGreaterThan(1);
  proxy.rewrite = undefined;
  const whole = await search();
  expect(whole).toMatchObject({ degraded: false, data: [{ code: 'A-1' }] });
  expect(whole).not.toHaveProperty('cut_off');
  // A whole one is kept.
  proxy.rewrite = cutOff;
  expect(await search()).not.toHaveProperty('cut_off');
});
