// Many products changed at once, the rename of what they are sorted by, and the way back.
import type { BulkCount, BulkEdit } from '../../../src/catalogue/bulk/bulk.js';
import { addStaff } from '../../../src/desk/accounts.js';
import { officeOfFile, PASSWORD, signIn } from '../../desk/office.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import FAULTS from './faults.json' with { type: 'json' };

const service = serviceOfFile();
const office = officeOfFile(service);

const count = async (wish: object): Promise<BulkCount> =>
  (await office.call('POST', '/bulk-edits/count', wish)).body.data;
const begin = (wish: object) => office.call('POST', '/bulk-edits', wish);
const last = async (): Promise<BulkEdit> => (await office.call('GET', '/bulk-edits')).body.data[0];
const ended = async (): Promise<BulkEdit> => {
  await until(async () => (await last()).state !== 'running', 20_000);
  return last();
};
/** Does it, having confirmed what it would do. */
const does = async (wish: object): Promise<BulkEdit> => {
  const { total, merges } = await count(wish);
  const answer = await begin({ ...wish, confirm: total, merge: merges !== undefined });
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return ended();
};
const undo = async (id: number): Promise<BulkEdit> => {
  expect((await office.call('POST', `/bulk-edits/${id}/undo`)).status).toBe(202);
  return ended();
};
const put = (code: string, json: object) => service.write('PUT', `/products/${code}`, json);
const product = async (code: string) => (await service.call('GET', `/products/${code}`)).body?.data;
const fields = async (code: string): Promise<unknown[]> => {
  const { status, category, series, tags } = await product(code);
  return [status, category, series, tags];
};

test('what a filter selects is counted, then changed, and who did it is in the history of each', async () => {
  await service.push([
    { code: 'A-1', name_cn: '甲', series: 'S-A', tags: 'x;y', status: 'off' },
    { code: 'A-2', name_cn: '甲', series: 'S-A', tags: 'y;z', status: 'in_stock' },
    { code: 'A-3', name_cn: '甲', series: 'S-A', tags: 'new;z', status: 'in_stock', category: '标准品' },
    { code: 'A-4', name_cn: '甲', series: 'S-A', tags: 'x'.repeat(299) },
    { code: 'A-5', name_cn: '甲', series: 'S-B', status: 'off' },
  ]);
  const change = { status: 'in_stock', category: '标准品', add_tags: ['new'], remove_tags: ['y'] };
  const wish = { change, filter: { series: 'S-A', q: '' } };
  expect(await count(wish)).toEqual({ total: 2, too_long: 1 });
  expect(await does(wish)).toMatchObject({
    by: 'wang',
    state: 'done',
    total: 2,
    done: 2,
    changed: 2,
    left_out: 1,
  });
  expect(await fields('A-1')).toEqual(['in_stock', '标准品', 'S-A', 'x;new']);
  expect(await fields('A-2')).toEqual(['in_stock', '标准品', 'S-A', 'z;new']);
  expect(await fields('A-3')).toEqual(['in_stock', '标准品', 'S-A', 'new;z']);
  expect((await fields('A-5'))[0]).toBe('off');
  const history = await service.write('GET', '/products/A-1/history');
  expect(history.body.data[0]).toMatchObject({
    op: 'changed',
    by: { kind: 'staff', name: 'wang' },
    bulk: true,
  });
  // A selection by numbers; a series is taken away.
  expect(await does({ change: { series: null }, codes: ['A-1', 'A-5', 'A-9'] })).toMatchObject({
    changed: 2,
  });
  expect(await fields('A-5')).toEqual(['off', '杂质对照品', null, null]);
});

test('an undo brings back what nobody has changed since, once, and for ten minutes', async () => {
  await service.push(
    [1, 2, 3, 4].map((n) => ({
      code: `U-${n}`,
      name_cn: '乙',
      series: 'S-U',
      tags: 'old',
      status: 'custom',
    })),
  );
  const change = { status: 'off', series: 'S-V', add_tags: ['more'] };
  const { id, undo_seconds } = await does({ change, filter: { series: 'S-U' } });
  expect(undo_seconds).toBeGreaterThan(590);
  await put('U-2', { status: 'in_stock', name_en: 'B' });
  await put('U-3', { tags: 'mine' });
  await service.write('DELETE', '/products/U-4');
  expect(await undo(id)).toMatchObject({
    what: { undo: id },
    state: 'done',
    total: 4,
    changed: 3,
    left_out: 3,
  });
  expect(await fields('U-1')).toEqual(['custom', '杂质对照品', 'S-U', 'old']);
  expect(await fields('U-2')).toEqual(['in_stock', '杂质对照品', 'S-U', 'old']);
  expect(await fields('U-3')).toEqual(['custom', '杂质对照品', 'S-U', 'mine']);
  expect((await office.call('POST', `/bulk-edits/${id}/undo`)).status).toBe(410);

  const late = await does({ change: { status: 'off' }, codes: ['U-1'] });
  await service.db.none(`UPDATE bulk_edits SET seen_at = now() - interval '601 s' WHERE id = $1`, [late.id]);
  expect((await last()).undo_seconds).toBe(0);
  expect((await office.call('POST', `/bulk-edits/${late.id}/undo`)).status).toBe(410);
  expect((await office.call('POST', '/bulk-edits/99999/undo')).status).toBe(404);
});

test('one at a time; what was done until it was broken off stays, is told, and can be undone', async () => {
  const codes = Array.from({ length: 2_500 }, (_, i) => `L-${String(i).padStart(4, '0')}`);
  await service.push(codes.map((code) => ({ code, name_cn: '丙', series: 'S-L', status: 'custom' })));
  const wish = { change: { status: 'off' }, filter: { series: 'S-L' }, confirm: 2_500 };
  const holder = await service.db.connect();
  await holder.none('BEGIN');
  await holder.any(`SELECT FROM products WHERE code = 'L-2100' FOR UPDATE`);
  try {
    expect((await begin(wish)).status).toBe(202);
    await until(async () => (await last()).done === 2_000, 20_000);
    const second = await begin({ ...wish, change: { status: 'custom' } });
    expect([second.status, second.body.type]).toEqual([409, expect.stringMatching(/#bulk-edit-running$/)]);
    // The others can be written meanwhile.
    await service.push([
      { code: 'L-0001', mw: 5 },
      { code: 'L-2400', mw: 5 },
    ]);
    // Its process is silent, as a dead one is.
    await service.db.none(`UPDATE bulk_edits SET seen_at = now() - interval '31 s' WHERE state = 'running'`);
    const broken = await last();
    expect(broken).toMatchObject({ state: 'failed', failure: 'broken_off', done: 2_000, changed: 2_000 });
    const undone = await undo(broken.id);
    expect(undone).toMatchObject({ state: 'done', total: 2_000, changed: 2_000, left_out: 0 });
  } finally {
    await holder.none('ROLLBACK');
    await holder.done();
  }
  // Had it been alive after all, it would find that it does not run any more, and leave its batch undone.
  await service.db.any(`SELECT FROM products WHERE code = 'L-2100' FOR UPDATE`);
  const { total } = (await service.call('GET', '/products?series=S-L&status=custom')).body;
  expect(total).toBe(2_500);
});

test('one that is stopped keeps what was done', async () => {
  const holder = await service.db.connect();
  await holder.none('BEGIN');
  await holder.any(`SELECT FROM products WHERE code = 'L-1100' FOR UPDATE`);
  await begin({ change: { status: 'in_stock' }, filter: { series: 'S-L' }, confirm: 2_500 });
  await until(async () => (await last()).done === 1_000, 20_000);
  const { id } = await last();
  expect((await office.call('POST', `/bulk-edits/${id}/stop`)).status).toBe(200);
  await holder.none('ROLLBACK');
  await holder.done();
  expect(await last()).toMatchObject({ state: 'stopped', done: 1_000, changed: 1_000 });
  expect(await undo(id)).toMatchObject({ changed: 1_000, left_out: 0 });
});

test('a category is renamed in its place, with its English name and its products; an undo brings all of it back', async () => {
  const categories = async (): Promise<string[]> => (await service.call('GET', '/categories')).body.data;
  const names = async (kind: string, value: string): Promise<string | undefined> =>
    (await office.call('GET', `/terms?kind=${kind}&q=${encodeURIComponent(value)}`)).body.data.find(
      (term: { value: string }) => term.value === value,
    )?.name_en;
  await service.push([
    { code: 'C-1', name_cn: '丁', category: '中间体' },
    { code: 'C-2', name_cn: '丁', category: '中间体' },
  ]);
  const rename = { kind: 'category', from: '中间体', to: '医药中间体' };
  expect(await count({ rename })).toEqual({ total: 2, too_long: 0, profiles: [] });
  const { id } = await does({ rename });
  expect(await categories()).toEqual(['杂质对照品', '标准品', '医药中间体']);
  expect(await names('category', '医药中间体')).toBe('Intermediates');
  expect((await fields('C-1'))[1]).toBe('医药中间体');
  await undo(id);
  expect(await categories()).toEqual(['杂质对照品', '标准品', '中间体']);
  expect(await names('category', '中间体')).toBe('Intermediates');
  expect((await fields('C-1'))[1]).toBe('中间体');

  // A name that there is already: merging is said, and must be confirmed.
  const merge = { rename: { ...rename, to: '标准品' } };
  expect(await count(merge)).toMatchObject({ total: 2, merges: { products: expect.any(Number) } });
  const refused = await begin({ ...merge, confirm: 2 });
  expect([refused.status, refused.body.merges]).toEqual([409, { products: expect.any(Number) }]);
  expect(await categories()).toEqual(['杂质对照品', '标准品', '中间体']);
  const merged = await does(merge);
  expect(await categories()).toEqual(['杂质对照品', '标准品']);
  await undo(merged.id);
  expect(await categories()).toEqual(['杂质对照品', '标准品', '中间体']);
  expect([await names('category', '标准品'), await names('category', '中间体')]).toEqual([
    'Reference standards',
    'Intermediates',
  ]);
  expect((await fields('C-2'))[1]).toBe('中间体');
});

test('a tag is renamed where it stands, and leaves the dictionary; so is a series', async () => {
  await service.push([
    { code: 'T-1', name_cn: '戊', series: '旧系列', tags: 'a;旧标签;b' },
    { code: 'T-2', name_cn: '戊', tags: '新标签;旧标签' },
    { code: 'T-3', name_cn: '戊', tags: `旧标签;${'x'.repeat(296)}` },
  ]);
  await office.call('PUT', '/terms', { kind: 'tag', value: '旧标签', name_en: 'Old tag' });
  const profile = { title: 'T', format: 'csv', columns: [{ field: 'code' }], filter: { tag: '旧标签' } };
  expect((await office.api('PUT', '/export/profiles/by-tag', profile)).status).toBe(201);
  const rename = { kind: 'tag', from: '旧标签', to: '新标签' };
  expect(await count({ rename })).toEqual({
    total: 3,
    too_long: 0,
    merges: { products: 1 },
    profiles: ['by-tag'],
  });
  const longer = { ...rename, to: '一个新的标签' };
  expect(await count({ rename: longer })).toMatchObject({ total: 2, too_long: 1 });
  const { id } = await does({ rename });
  const tags = async (): Promise<string[]> =>
    (await service.call('GET', '/tags')).body.data.map(({ tag }: { tag: string }) => tag);
  expect([(await fields('T-1'))[3], (await fields('T-2'))[3]]).toEqual(['a;新标签;b', '新标签']);
  expect(await tags()).not.toContain('旧标签');
  await undo(id);
  expect([(await fields('T-1'))[3], (await fields('T-2'))[3]]).toEqual(['a;旧标签;b', '新标签;旧标签']);
  const terms = (await office.call('GET', '/terms?kind=tag&q=Old%20tag')).body.data;
  expect(terms.map(({ value }: { value: string }) => value)).toContain('旧标签');

  await does({ rename: { kind: 'series', from: '旧系列', to: '新系列' } });
  expect((await fields('T-1'))[2]).toBe('新系列');
});

test('more than was confirmed is not changed; what cannot be read is refused by its field', async () => {
  await service.push([1, 2].map((n) => ({ code: `N-${n}`, name_cn: '己', series: 'S-N' })));
  const wish = { change: { status: 'off' }, filter: { series: 'S-N' } };
  const more = await begin({ ...wish, confirm: 1 });
  expect([more.status, more.body.total, (await fields('N-1'))[0]]).toEqual([409, 2, 'futures']);
  for (const [body, path, code] of FAULTS as [object, string, string][]) {
    const { status, body: answer } = await begin(body);
    expect([status, answer.errors?.[0]]).toEqual([400, expect.objectContaining({ path, code })]);
  }
  expect((await service.call('GET', '//back-office/api/bulk-edits')).status).toBe(401);
  await addStaff(service.db, 'li', PASSWORD, 'editor');
  const editor = await signIn(service, 'li');
  expect((await editor.call('POST', '/bulk-edits', { ...wish, confirm: 2 })).status).toBe(202);
  expect(await ended()).toMatchObject({ by: 'li', changed: 2 });
});

test('a product that a full list switched off stays off when it is listed again, once a bulk edit has said so too', async () => {
  await service.push(
    ['L-1', 'L-2'].map((code) => ({ code, name_cn: '甲', status: 'custom', series: 'S-L' })),
  );
  await service.db.none(`UPDATE products SET status = 'off', listed_status = 'custom' WHERE series = 'S-L'`);
  const wish = { change: { status: 'off' }, codes: ['L-1'] };
  expect(await does(wish)).toMatchObject({ changed: 1 });
  expect(await count(wish)).toMatchObject({ total: 0 });
  expect(await service.push(['L-1', 'L-2'].map((code) => ({ code, stock: 0 })))).toMatchObject({
    switched_on: ['L-2'],
  });
  expect((await fields('L-1'))[0]).toBe('off');
});
