import { serviceOfFile } from '../support/service.js';
import examples from './4.5-tags.json' with { type: 'json' };

const service = serviceOfFile();

const post = (json: unknown) => service.write('POST', '/tags', json);
const apply = (json: unknown) => service.write('POST', '/tags/apply', json);
const uses = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await service.call('GET', '/tags')).body.data.map((entry: { tag: string; use_count: number }) => [entry.tag, entry.use_count]),
  ); // prettier-ignore
const tagsOf = async (code: string) => (await service.call('GET', `/products/${code}`)).body.data.tags;

let last = 0;
async function product(tags: string | null = null): Promise<string> {
  const code = `T-${++last}`;
  await service.push([{ code, name_cn: '甲', tags }]);
  return code;
}

describe('4.5 POST /tags', () => {
  test('{tag} adds one to the dictionary, {tags} several; known ones and repeats are skipped', async () => {
    expect((await post({ tag: '新标签' })).body).toEqual({ ok: true, added: 1, skipped: 0 });
    expect((await post({ tags: ['a1', '新标签', ' a1 ', 'a2'] })).body).toEqual({
      ok: true,
      added: 2,
      skipped: 2,
    });
    expect(await uses()).toMatchObject({ 新标签: 0, a1: 0, a2: 0 });
  });

  test.each([
    { tag: 'a;b' },
    { tag: 'a；b' },
    { tag: '' },
    { tag: '标'.repeat(301) },
    { tags: [] },
    { tag: 1 },
    {},
  ])('%j is a 400', async (json) => {
    expect((await post(json)).status).toBe(400);
  });

  test('a tag has at most 300 characters', async () => {
    expect((await post({ tag: '标'.repeat(300) })).body.added).toBe(1);
  });
});

describe('4.5 POST /tags/apply', () => {
  test('mode defaults to append: merges without repeats, in order', async () => {
    const code = await product('HPLC;EP');
    const { body } = await apply({ codes: [code], tags: ['USP', 'EP', 'USP'] });
    expect(body).toEqual({ ok: true, done: 1, not_found: [], failed: [] });
    expect(await tagsOf(code)).toBe('HPLC;EP;USP');
    await apply({ codes: [code], tags: ['HPLC'], mode: 'append' });
    expect(await tagsOf(code)).toBe('HPLC;EP;USP');
  });

  test('replace overwrites the tags of the product; with no tags it clears them', async () => {
    const code = await product('HPLC;EP');
    await apply({ codes: [code], tags: ['USP', 'EP'], mode: 'replace' });
    expect(await tagsOf(code)).toBe('USP;EP');
    await apply({ codes: [code], tags: [], mode: 'replace' });
    expect(await tagsOf(code)).toBeNull();
  });

  test('done counts distinct products, not_found names unknown codes, each once', async () => {
    const [one, other] = [await product(), await product()];
    const { body } = await apply({ codes: [one, 'none', other, one, 'none'], tags: ['d'] });
    expect(body).toMatchObject({ done: 2, not_found: ['none'] });
  });

  test('applied tags enter the dictionary by themselves; use_count follows push, tagging and deletion', async () => {
    const [one, other] = [await product('u1;u2'), await product('u1')];
    expect(await uses()).toMatchObject({ u1: 2, u2: 1 });
    await apply({ codes: [one, other], tags: ['u3'] });
    expect(await uses()).toMatchObject({ u1: 2, u2: 1, u3: 2 });
    await apply({ codes: [one], tags: ['u3'], mode: 'replace' });
    await service.write('PUT', `/products/${other}`, { tags: '' });
    expect(await uses()).toMatchObject({ u1: 0, u2: 0, u3: 1 });
    await service.write('DELETE', `/products/${one}`);
    expect(await uses()).toMatchObject({ u1: 0, u2: 0, u3: 0 });
  });

  test('a product whose tags would pass 300 characters is not touched and is listed in failed', async () => {
    const [full, free] = [await product('x'.repeat(298)), await product()];
    const { body } = await apply({ codes: [full, free], tags: ['yy'] });
    expect(body).toEqual({ ok: true, done: 1, not_found: [], failed: [{ code: full, reason: 'too_long' }] });
    expect(await tagsOf(full)).toBe('x'.repeat(298));
    expect((await apply({ codes: [full], tags: ['y'] })).body.done).toBe(1); // 298 + ; + 1
  });

  test('5,000 codes work, 5,001 are a 400', async () => {
    const codes = Array.from({ length: 5_001 }, (_, i) => `none-${i}`);
    expect((await apply({ codes: codes.slice(1), tags: ['t'] })).body.not_found).toHaveLength(5_000);
    expect((await apply({ codes, tags: ['t'] })).status).toBe(400);
  });

  test.each(examples.refused)('%j is a 400', async (json) => {
    expect((await apply(json)).status).toBe(400);
  });
});
