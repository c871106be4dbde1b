import type { Page } from 'playwright-core';
import { REBUILD_REASONS } from '../../src/catalogue/changes/rebuild-reasons.js';
import { engine } from '../support/engine.js';
import { startIndexer } from '../support/indexer.js';
import { openLine } from '../support/line.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { openDesks } from './desk.js';
import type { Desk } from './desk.js';
import { signIn } from './office.js';
import type { Office } from './office.js';
import { wordsOf, workedIn } from './words.js';
import { atEnd, shared } from '../support/with-own.js';

const line = shared(() => openLine(engine().url));
const desks = shared(() => openDesks({ MEILI_URL: line.url }));
let service: Service;
let indexer: Awaited<ReturnType<typeof startIndexer>>;

beforeAll(async () => {
  ({ service } = desks);
  indexer = await startIndexer(service);
  atEnd(() => indexer.stop());
});

describe.each(workedIn('en-GB'))('in %s', (language) => {
  const t = wordsOf(language);
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    desk = await desks.open(language);
    ({ page } = desk);
    await page.goto(`${service.origin}/back-office/`);
    await desk.signIn();
  });
  // What the page would show of the test before could pass for what this one waits for.
  beforeEach(() =>
    service.db.none(`DELETE FROM index_checks; DELETE FROM index_rebuilds WHERE step IN ('done', 'failed')`),
  );
  afterEach(async () => {
    expect(desk.errors.splice(0)).toEqual([]);
    if (process.env['FULL'] ?? process.env['LONG_FORM']) expect(await desk.violations()).toEqual([]);
  });

  test('the index is rebuilt and verified, and the page tells how it goes', async () => {
    await desk.go('index');
    await desk.press(t('index.rebuild'));
    await desk.press(t('ra.action.confirm'));
    await desk.toldInRow(t('index.reasons.staff', { name: 'wang' }), t('index.steps.done'), 60_000);
    await desk.told(t('index.complete'));
    await desk.press(t('index.check'));
    const verdict = t('index.check_ok', { at: '@', checked: '#' }).split(/[@#]/);
    await page
      .getByRole('alert')
      .filter({ hasText: verdict.reduce((longest, part) => (part.length > longest.length ? part : longest)) })
      .waitFor({ timeout: 30_000 });
    const check = await service.db.one('SELECT outcome FROM index_checks ORDER BY id DESC LIMIT 1');
    expect(check.outcome).toMatchObject({ ok: true, missing: 0, stale: 0, extra: 0 });
  });

  test('what takes longer to answer than the page waits to ask again is shown', async () => {
    await page.route(/\/index$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue().catch(() => undefined);
    });
    await desk.go('index');
    await page.getByRole('progressbar').first().waitFor();
    const check = page.getByRole('button', { name: t('index.check') });
    await check.waitFor({ timeout: 10_000 });
    expect(await check.isEnabled()).toBe(true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('why it was rebuilt is told in the language of the page; a reason that is not known, as it is', async () => {
    const all = Object.entries(REBUILD_REASONS);
    // The page shows the last ten.
    for (const some of [all.slice(0, 6), all.slice(6)]) {
      const later = `a reason of version ${some.length}`;
      await service.db.none(
        "INSERT INTO index_rebuilds (reason, step, finished_at) SELECT reason, 'done', now() FROM unnest($1::text[]) AS reason",
        [[...some.map(([, text]) => text), later]],
      );
      await desk.go('index');
      await page.getByRole('cell', { name: later }).waitFor();
      const words = some.map(([name]) => t(`index.reasons.${name}`));
      await until(async () => {
        const cells = await page.getByRole('cell').allInnerTexts();
        return words.every((word) => cells.includes(word));
      });
    }
  });
});

describe('the list of products', () => {
  let office: Office;
  const list = async (query: string): Promise<{ codes: string[]; total: number; without?: string }> => {
    const { body } = await office.call('GET', `/products?${query}`);
    return { ...body, codes: body.data.map(({ code }: { code: string }) => code) };
  };
  beforeAll(async () => {
    office = await signIn(service, 'wang');
    await service.push([
      { code: 'S-2', name_cn: '阿司匹林杂质A', name_en: 'Aspirin impurity A' },
      { code: 'S-1', name_cn: '阿司匹林', name_en: 'Aspirin', formula: 'C9H8O4', mw: 18 },
    ]);
    await office.call('POST', '/products', { code: 'B-1', name_cn: '阿司匹林钠', name_en: 'Aspirin sodium' });
    // An index without any document cannot be searched.
    await until(async () => (await list('q=asprin')).without === undefined);
  });

  test('is searched as the storefront is, narrowed by what staff alone filter by', async () => {
    const all = await list('q=asprin');
    expect(all).toMatchObject({ total: 3, codes: expect.arrayContaining(['S-1', 'S-2', 'B-1']) });
    expect(all.codes[0]).toBe('S-1');
    expect((await list('q=asipilin')).codes[0]).toBe('S-1');
    expect((await list('q=S-2;B-1')).codes).toEqual(['S-2', 'B-1']);
    expect((await list('q=asprin&page_size=1&page=2')).codes).toEqual(all.codes.slice(1, 2));
    expect((await list('q=asprin&sort=-code')).codes).toEqual(['S-2', 'S-1', 'B-1']);
    expect(await list('q=asprin&source=back-office')).toMatchObject({ codes: ['B-1'], total: 1 });
    expect((await list('q=asprin&quality=other_weight')).codes).toEqual(['S-1']);
    const { text } = await office.call('GET', '/export?q=asprin&source=synced&format=csv');
    const written = text.trimEnd().split('\r\n').slice(1).join();
    expect(written).toMatch(/S-1.*S-2|S-2.*S-1/s);
    expect(written).not.toContain('B-1');
  });

  test('has what the index lacks, and says so; without the engine the database is asked, which is said', async () => {
    await indexer.stop();
    await office.call('POST', '/products', { code: 'LATE-1', name_cn: '阿司匹林新' });
    const desk = await desks.open('zh-CN');
    await desk.page.goto(
      `${service.origin}/back-office/#/products?filter=${encodeURIComponent('{"q":"阿司"}')}`,
    );
    await desk.signIn();
    await desk.page.getByRole('link', { name: 'LATE-1' }).waitFor();
    await desk.page.getByRole('link', { name: 'S-1' }).waitFor();
    await desk.told(wordsOf('zh-CN')('product.not_indexed'));
    await service.db.any(`SELECT pg_notify('search_generation', $1)`, [
      JSON.stringify({ generation: 1, complete: false, position: { epoch: '', xid: '1', seq: 1 } }),
    ]);
    await until(async () => (await list('q=aspirin')).without === 'engine_away');
    expect((await list('q=aspirin')).codes.sort()).toEqual(['B-1', 'S-1', 'S-2']);
    line.set('cut');
    await desk.go('index');
    await desk.told(wordsOf('zh-CN')('index.engine_away'));
    expect(desk.errors).toEqual([]);
  });
});
