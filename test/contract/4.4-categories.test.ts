import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

const post = (json: unknown) => service.write('POST', '/categories', json);
const drop = (json: unknown) => service.write('DELETE', '/categories', json);
const list = async (): Promise<string[]> => (await service.call('GET', '/categories')).body.data;

describe('4.4 POST /categories', () => {
  test('{name} adds one, {names} several, in order of creation', async () => {
    expect((await post({ name: '代谢物' })).body).toEqual({ ok: true, added: 1, skipped: 0 });
    expect((await post({ names: ['b', 'a'] })).body).toEqual({ ok: true, added: 2, skipped: 0 });
    expect(await list()).toEqual(['杂质对照品', '标准品', '中间体', '代谢物', 'b', 'a']);
  });

  test('existing names are skipped, and so are repeats', async () => {
    const before = await list();
    expect((await post({ names: ['标准品', 'new', ' new '] })).body).toEqual({
      ok: true,
      added: 1,
      skipped: 2,
    });
    expect(await list()).toEqual([...before, 'new']);
  });

  test('a default that was deleted and comes back stands where it stood', async () => {
    const before = await list();
    for (const name of ['标准品', '杂质对照品']) await drop({ name });
    expect(await list()).not.toContain('标准品');
    for (const name of ['标准品', '杂质对照品'])
      expect((await post({ name })).body).toEqual({ ok: true, added: 1, skipped: 0 });
    expect(await list()).toEqual(before);
  });

  test('names are trimmed and have 1 to 50 characters', async () => {
    const longest = '类'.repeat(50);
    expect((await post({ name: `  ${longest} ` })).body.added).toBe(1);
    expect(await list()).toContain(longest);
  });

  test.each([
    { name: '类'.repeat(51) },
    { name: '   ' },
    { name: 7 },
    { names: [] },
    { names: ['fine', 'line\nbreak'] },
    { names: 'a' },
    {},
    [],
  ])('%j is a 400 that adds nothing', async (json) => {
    const before = await list();
    expect((await post(json)).status).toBe(400);
    expect(await list()).toEqual(before);
  });
});

describe('4.4 DELETE /categories', () => {
  test('{name} or {names}: lists deleted and not_found', async () => {
    await post({ names: ['x', 'y', 'z'] });
    expect((await drop({ name: 'x' })).body).toEqual({ ok: true, deleted: ['x'], not_found: [] });
    expect((await drop({ names: ['z', 'x', 'y'] })).body).toEqual({
      ok: true,
      deleted: ['z', 'y'],
      not_found: ['x'],
    });
  });

  test('products keep the text of a deleted category, also when they are pushed and edited', async () => {
    await post({ name: '停用' });
    await service.push([{ code: 'KEEPS', name_cn: '甲', category: '停用' }]);
    await drop({ name: '停用' });
    expect(await list()).not.toContain('停用');
    const pushed = await service.push([{ code: 'KEEPS', name_en: 'a', category: '停用' }]);
    expect(pushed).toMatchObject({ updated: 1, invalid: 0 });
    await service.write('PUT', '/products/KEEPS', { mw: 1, category: '停用' });
    expect((await service.call('GET', '/products/KEEPS')).body.data).toMatchObject({
      category: '停用',
      mw: 1,
    });
    expect((await service.call('GET', `/products?category=${encodeURIComponent('停用')}`)).body.total).toBe(
      1,
    );
    expect(await service.push([{ code: 'OTHER', name_cn: '乙', category: '停用' }])).toMatchObject({
      invalid: 1,
    });
  });

  test('also the default can be deleted; a product without category still gets it', async () => {
    await drop({ name: '杂质对照品' });
    for (const more of [{}, { category: '' }]) {
      await service.push([{ code: 'DEFAULT', name_cn: '甲', ...more }]);
      expect((await service.call('GET', '/products/DEFAULT')).body.data.category).toBe('杂质对照品');
      await service.write('DELETE', '/products/DEFAULT');
    }
  });

  test.each([{}, { names: [] }, { name: '' }])('%j is a 400', async (json) => {
    expect((await drop(json)).status).toBe(400);
  });
});
