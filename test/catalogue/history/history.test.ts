// Who changed what of a product, and the ways back.
import type { Entry } from '../../../src/catalogue/history/entry.js';
import { pruneHistory } from '../../../src/catalogue/history/store.js';
import { EDITABLE_FIELDS } from '../../../src/catalogue/products/fields.js';
import { officeOfFile } from '../../desk/office.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();
const office = officeOfFile(service);

const history = async (code: string): Promise<Entry[]> =>
  (await service.write('GET', `/products/${code}/history`)).body.data;
/** What the entries of a product say, the last one first: who, what, and the fields. */
const told = async (code: string): Promise<unknown[]> =>
  (await history(code)).map(({ op, by, changes }) => [
    `${by.kind} ${by.name}`,
    op,
    ...changes.map(({ field, before, after }) => `${field}: ${before} -> ${after}`),
  ]);
const put = (code: string, json: object) => service.write('PUT', `/products/${code}`, json);
const remove = (code: string) => service.write('DELETE', `/products/${code}`);
const product = async (code: string) => (await service.call('GET', `/products/${code}`)).body?.data;
const bringBack = (code: string, id: number, field?: string) =>
  office.call('POST', `/products/${code}/bring-back`, { id, ...(field !== undefined && { field }) });
const deleted = async (q = ''): Promise<any> =>
  (await office.call('GET', `/deleted-products?q=${encodeURIComponent(q)}`)).body;

test('each real change is in the history with who made it: a key, staff, a file of theirs, the database itself', async () => {
  await service.push([{ code: 'H-1', name_cn: '甲', mw: 1.5, stock: 1 }]);
  await service.push([{ code: 'H-1', name_cn: '甲', stock: 1 }]); // nothing changes
  await service.push([{ code: 'H-1', tags: 'a;b', mw: 2 }]);
  await office.api('PUT', '/products/H-1', { name_en: 'A "quoted"\\ text', series: 'S' });
  await office.api('POST', '/tags/apply', { codes: ['H-1'], tags: ['c'] });
  await fetch(`${service.origin}/back-office/api/import`, {
    method: 'POST',
    body: 'code,series\nH-1,T\n',
    headers: { Cookie: office.cookie, Origin: service.origin, 'Content-Type': 'application/octet-stream' },
  }).then((answer) => answer.text());
  await service.db.none(`UPDATE products SET series = NULL WHERE code = 'H-1'`);
  expect(await told('H-1')).toEqual([
    ['database null', 'changed', 'series: T -> null'],
    ['import wang', 'changed', 'series: S -> T'],
    ['staff wang', 'changed', 'tags: a;b -> a;b;c'],
    ['staff wang', 'changed', 'name_en: null -> A "quoted"\\ text', 'series: null -> S'],
    ['key test', 'changed', 'mw: 1.5 -> 2', 'tags: null -> a;b'],
    ['key test', 'created'],
  ]);
});

test('every field that can be edited is in it, and comes back: one field, or all of the product as it was', async () => {
  const first = Object.fromEntries(
    EDITABLE_FIELDS.map(({ name, kind }) => [name, kind === 'number' ? 1 : `first ${name}`]),
  );
  const fit = { cas: '50-78-2', category: '标准品', status: 'custom', structure_url: '/media/7' };
  await service.push([{ code: 'H-2', ...first, ...fit }]);
  const before = await product('H-2');
  const changed = Object.fromEntries(EDITABLE_FIELDS.map(({ name, required }) => [name, required ? 'x' : null])); // prettier-ignore
  await put('H-2', { ...changed, category: '中间体' });
  const [{ id, changes }] = (await history('H-2')) as [Entry];
  expect(changes.map(({ field }) => field).sort()).toEqual(EDITABLE_FIELDS.map(({ name }) => name).sort());
  expect(changes).toContainEqual({
    field: 'structure_url',
    before: `${service.origin}/media/7`,
    after: null,
  });

  await put('H-2', { mw: 3 }); // later than what is gone back to
  expect((await bringBack('H-2', id, 'mw')).body.updated_fields).toEqual(['mw']);
  expect(await product('H-2')).toMatchObject({ mw: 1, name_cn: 'x' });
  await put('H-2', { mw: 4 });
  await service.write('DELETE', '/categories', { name: '标准品' });
  expect((await bringBack('H-2', id)).body.data).toMatchObject({ mw: 1, category: '标准品' });
  expect({ ...(await product('H-2')), updated_at: before.updated_at }).toEqual(before);
  expect((await told('H-2'))[0]).toContain('staff wang');
});

test('a deleted product is in the list of deleted ones for 30 days, and comes back whole', async () => {
  await service.push([{ code: 'H-3', name_cn: '乙酰水杨酸', cas: '50-78-2', tags: 'x', series: 'S' }]);
  await put('H-3', { series: 'T' });
  const before = await product('H-3');
  await remove('H-3');
  const [{ id }] = (await history('H-3')) as [Entry];
  expect(await deleted('水杨')).toMatchObject({
    total: 1,
    data: [{ id, code: 'H-3', name_cn: '乙酰水杨酸', cas: '50-78-2', by: { kind: 'key', name: 'test' } }],
  });
  expect((await deleted('nothing')).total).toBe(0);
  expect((await bringBack('H-3', id, 'series')).status).toBe(404); // there is no product to set it in
  expect((await bringBack('H-3', id)).status).toBe(200);
  expect({ ...(await product('H-3')), updated_at: before.updated_at }).toEqual(before);
  expect((await deleted()).total).toBe(0);

  // Deleted and made anew with other values: it goes back to what it was before the deletion.
  await remove('H-3');
  await service.push([{ code: 'H-3', name_cn: '别的', mw: 5 }]);
  expect((await bringBack('H-3', id)).status).toBe(200);
  expect(await product('H-3')).toMatchObject({ name_cn: '乙酰水杨酸', series: 'T', mw: null });
  const [, edited] = (await history('H-3')).filter(({ op }) => op === 'changed');
  expect((await bringBack('H-3', edited!.id)).body.data).toMatchObject({ series: 'S', tags: 'x' });

  await remove('H-3');
  const [{ id: last }] = (await history('H-3')) as [Entry];
  await service.db.none(`UPDATE product_history SET at = at - interval '31 days' WHERE id = $1`, [last]);
  expect((await bringBack('H-3', last)).status).toBe(410);
  expect((await deleted()).total).toBe(0);
});

test('pages continue where the one before ended; without a key, of nothing and with a bad cursor it is refused', async () => {
  await service.push([{ code: 'H-4', name_cn: '0' }]);
  for (let i = 1; i < 5; i++) await put('H-4', { name_cn: String(i) });
  const names: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `?page_size=2${cursor && `&cursor=${cursor}`}`;
    const { body } = await service.write('GET', `/products/H-4/history${query}`);
    names.push(...body.data.map(({ changes }: Entry) => changes[0]?.after));
    cursor = body.next_cursor;
  }
  expect(names).toEqual(['4', '3', '2', '1', undefined]);
  const statuses = async (path: string, key = service.key) =>
    (await service.call('GET', path, { key })).status;
  expect(await statuses('/products/H-4/history', '')).toBe(401);
  expect(await statuses('/products/none/history')).toBe(404);
  for (const cursor of ['x', '0', '-1', '1e9', '99999999999999999999'])
    expect(await statuses(`/products/H-4/history?cursor=${cursor}`)).toBe(400);
});

test('what is older than 400 days is removed', async () => {
  await service.push([{ code: 'H-5', name_cn: '甲' }]);
  await put('H-5', { name_cn: '乙' });
  await service.db.none(
    `UPDATE product_history SET at = at - interval '401 days' WHERE op = 'created' AND code = 'H-5'`,
  );
  const before = await pruneHistory(service.db);
  expect([before, (await history('H-5')).map(({ op }) => op)]).toEqual([1, ['changed']]);
});

test('a structure that a product is given later can be taken back', async () => {
  await service.push([{ code: 'S-0', name_cn: '甲', name_en: 'one' }]);
  await put('S-0', { name_en: 'two' });
  await put('S-0', { smiles: 'CCO' });
  expect((await told('S-0'))[0]).toEqual(['key test', 'changed', 'structure: null -> CCO']);
  const renamed = (await history('S-0'))[1]!;
  expect((await bringBack('S-0', renamed.id)).body.updated_fields.sort()).toEqual(['name_en', 'structure']);
  expect((await service.call('GET', '/products/S-0/structure')).status).toBe(404);
});

test('a structure that was replaced, removed or deleted with its product comes back', async () => {
  const structure = async (code: string) =>
    (await service.call('GET', `/products/${code}/structure`)).body?.data;
  await service.push([{ code: 'S-1', name_cn: '甲', smiles: 'CCO' }]);
  const first = await structure('S-1');
  expect(await told('S-1')).toEqual([['key test', 'created']]);

  await put('S-1', { smiles: 'CCN' });
  await put('S-1', { smiles: '' });
  expect(await told('S-1')).toEqual([
    ['key test', 'changed', 'structure: CCN -> null'],
    ['key test', 'changed', 'structure: CCO -> CCN'],
    ['key test', 'created'],
  ]);
  const [removed, replaced] = await history('S-1');
  const { body: without } = await service.call('GET', '/products/S-1');
  const { body: once } = await bringBack('S-1', removed!.id, 'structure');
  expect(once.updated_fields).toEqual(['structure']);
  expect((await structure('S-1')).smiles).toBe('CCN');
  const { body: twice } = await bringBack('S-1', replaced!.id);
  expect(twice.updated_fields).toEqual(['structure']);
  // Whoever reads what has changed since gets it.
  expect(once.data.updated_at > without.data.updated_at).toBe(true);
  expect(twice.data.updated_at > once.data.updated_at).toBe(true);
  expect(await structure('S-1')).toEqual(first);
  expect((await bringBack('S-1', replaced!.id)).body.updated_fields).toEqual([]);

  await remove('S-1');
  const [gone] = await history('S-1');
  expect(gone!.changes).toContainEqual({ field: 'structure', before: 'CCO', after: null });
  expect((await bringBack('S-1', gone!.id)).body.updated_fields).toContain('structure');
  expect(await structure('S-1')).toEqual(first);

  await service.push([{ code: 'S-2', name_cn: '甲' }]);
  await remove('S-2');
  const [bare] = await history('S-2');
  await service.push([{ code: 'S-2', name_cn: '甲', smiles: 'CCO' }]);
  expect((await bringBack('S-2', bare!.id)).body.updated_fields).toEqual(['structure']);
  expect(await structure('S-2')).toBeUndefined();
});
