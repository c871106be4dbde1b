import type { Page } from 'playwright-core';
import { REBUILD_REASONS } from '../../src/changes/rebuild-reasons.js';
import { startIndexer } from '../support/indexer.js';
import type { Service } from '../support/service.js';
import { openDesks } from './desk.js';
import type { Desk, Desks } from './desk.js';
import { OFFICE_LANGUAGES, wordsOf } from './words.js';

let service: Service;
let desks: Desks;
let indexer: Awaited<ReturnType<typeof startIndexer>>;

beforeAll(async () => {
  desks = await openDesks();
  ({ service } = desks);
  indexer = await startIndexer(service);
});
afterAll(async () => {
  await indexer.stop();
  await desks.close();
});

describe.each(OFFICE_LANGUAGES)('in %s', (language) => {
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
    expect(await desk.violations()).toEqual([]);
  });

  test('the index is rebuilt and verified, and the page tells how it goes', async () => {
    await desk.go('index');
    await desk.press(t('office.index.rebuild'));
    await desk.press(t('ra.action.confirm'));
    await page
      .getByRole('row', { name: t('office.index.reasons.staff', { name: 'wang' }) })
      .getByText(t('office.index.steps.done'))
      .waitFor({ timeout: 60_000 });
    await desk.told(t('office.index.complete'));
    await desk.press(t('office.index.check'));
    const verdict = t('office.index.check_ok', { at: '@', checked: '#' }).split(/[@#]/);
    await page
      .getByRole('alert')
      .filter({ hasText: verdict.reduce((longest, part) => (part.length > longest.length ? part : longest)) })
      .waitFor({ timeout: 30_000 });
    const check = await service.db.one('SELECT outcome FROM index_checks ORDER BY id DESC LIMIT 1');
    expect(check.outcome).toMatchObject({ ok: true, missing: 0, stale: 0, extra: 0 });
  });

  test('why it was rebuilt is told in the language of the page; a reason that is not known, as it is', async () => {
    const texts = [...Object.values(REBUILD_REASONS), 'a reason of a later version'];
    await service.db.none(
      "INSERT INTO index_rebuilds (reason, step, finished_at) SELECT reason, 'done', now() FROM unnest($1::text[]) AS reason",
      [texts],
    );
    await desk.go('index');
    await page.getByRole('cell', { name: 'a reason of a later version' }).waitFor();
    const words = Object.keys(REBUILD_REASONS).map((name) => t(`office.index.reasons.${name}`));
    expect(await page.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(words));
  });
});
