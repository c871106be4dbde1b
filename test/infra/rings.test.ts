import { existsSync, readFileSync } from 'node:fs';
import { LONG, longFormsOf } from '../rings.mjs';

const text = (path: string): string => readFileSync(path, 'utf8');
const rows = text('test/README.md')
  .split('\n')
  .flatMap((line) => (line.startsWith('| ') ? line.split('|')[1]!.split(', ') : []))
  .map((name) => `test/${name.trim()}.test.ts`);

test('the page says of each long form what it guarantees', () => {
  expect(rows.filter((file) => file in LONG).sort()).toEqual(Object.keys(LONG).sort());
});

test.each(Object.entries(LONG))(
  '%s stands on what is there, and has its short form',
  (file, { standsOn, short, left }) => {
    expect([file, ...standsOn].filter((path) => !existsSync(path))).toEqual([]);
    // Names may have their end from a table.
    const parts = (short ?? left)?.split('|').map((part) => part.split(' ').slice(0, 3).join(' '));
    for (const part of parts ?? []) expect(text(file)).toContain(part);
    if (!parts) expect(text(file)).toMatch(/LONG_FORM|onceInEach/);
  },
);

test('a change concerns the long forms of its folder; one that is not known, or of what tests them, concerns all', () => {
  const all = Object.keys(LONG);
  expect(longFormsOf(undefined)).toEqual(all);
  expect(longFormsOf(['test/support/until.ts'])).toEqual(all);
  expect(longFormsOf(['README.md'])).toEqual([]);
  expect(longFormsOf(['src/desk/pages/app.tsx'])).toContain('test/desk/pages.test.ts');
  expect(longFormsOf(['src/desk/pages/app.tsx'])).not.toContain('test/indexer/kill.test.ts');
});
