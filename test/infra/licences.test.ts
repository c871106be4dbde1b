import { existsSync, readFileSync } from 'node:fs';
import { launch } from './launch.js';

test('every package that the service runs on carries a permissive licence, but for those that are named with the reason', async () => {
  const { code, out } = await launch('node', ['infra/licences.mjs'], {}).ended;
  expect(code).toBe(0);
  expect(out).toMatch(/^MIT \(\d{3}\)$/m);
  expect(out.match(/LGPL/g)).toHaveLength(1);
  expect(out.match(/BUSL/g)).toHaveLength(1);
});

test('data under the Apache licence carries its notice, and the licence is there', () => {
  const notice = readFileSync('src/names/traditional.ts', 'utf8').split('const ')[0]!;
  expect(notice).toMatch(/OpenCC.*Copyright.*Apache.*Version 2\.0/s);
  const file = /src\/\S+\.txt/.exec(notice)![0];
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/Apache License\s+Version 2\.0/);
});
