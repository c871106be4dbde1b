import { launch } from './launch.js';

test('every package that the service runs on has a permissive licence, but for the shared library below sharp', async () => {
  const { code, out } = await launch('node', ['infra/licences.mjs'], {}).ended;
  expect(code).toBe(0);
  expect(out).toMatch(/^MIT \(\d{3}\)$/m);
  expect(out.match(/LGPL/g)).toHaveLength(1);
});
