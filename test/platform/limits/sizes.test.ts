import { readFileSync } from 'node:fs';
import { LIMITS } from '../../../src/platform/limits/sizes.js';
import type { Size } from '../../../src/platform/limits/sizes.js';
import { openLimit } from '../../../src/platform/limits/limit.js';

const MB = 1024 * 1024;

/** The rows of the table, by the name of the limit: for an address, for a key, in all, and the wait. */
const written = new Map(
  [...readFileSync('.github/SECURITY.md', 'utf8').matchAll(/^\| `(\w+)` +\|[^|]+\|(.+)\|$/gm)].map(
    ([, name, cells]) => [name!, cells!.split('|').map((cell) => cell.trim())],
  ),
);

test('SECURITY.md says of everything scarce how much there is, and for whom', () => {
  const shown = (amount: number): string => (amount >= MB ? `${amount / MB} MB` : String(amount));
  const rows = Object.entries<Size>(LIMITS).map(([name, { all, key = all, waitMs = 30_000, ...more }]) => {
    const { address = Math.max(1, Math.floor(all / 4)) } = more;
    return [name, [shown(address), shown(key), shown(all), `${waitMs / 1_000} s`]] as const;
  });
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(rows));
});

test('SECURITY.md says of what is kept what the files say that bound it', () => {
  const units: Record<string, number> = { KB: 1024, MB, MiB: MB };
  const rows = [...readFileSync('.github/SECURITY.md', 'utf8').matchAll(/^\|(.+)\| `(src\/\S+)` +\|$/gm)];
  const bounds = rows.flatMap(([, cells, file]) =>
    [...cells!.matchAll(/([\d,]+)( [KM]B)?[^\d`]*\(`(\w+)`\)/g)].map(([, number, unit, name]) => {
      const [, source] = new RegExp(`const ${name} = (.+);`).exec(readFileSync(file!, 'utf8')) ?? [];
      const factors = source?.split(' * ').map((each) => units[each] ?? Number(each.replaceAll('_', '')));
      const written = Number(number!.replaceAll(',', '')) * (unit ? units[unit.trim()]! : 1);
      return { name, written, source: factors?.reduce((product, each) => product * each, 1) };
    }),
  );
  expect(bounds.length).toBeGreaterThan(8);
  for (const { name, written, source } of bounds) expect([name, written]).toEqual([name, source]);
});

test.each(Object.entries<Size>(LIMITS))(
  'of %s one address takes all it may, and a key and another address are served',
  async (_, size) => {
    const queue = openLimit(size);
    const holders = ['192.0.2.1', '192.0.2.2', 'key:1'].map((id) => ({ id, isKnown: id.startsWith('key') }));
    const left: (() => void)[] = [];
    /** What an address has: the first is worked on, the others wait. */
    const worst = Array.from({ length: 50 }, () => queue.enter(holders[0]!, { amount: Infinity }));
    for (const entered of worst) void entered.then((leave) => left.push(leave));
    await new Promise(setImmediate);
    const others = holders.slice(1).map(async (holder) => (await queue.enter(holder))());
    left.shift()!(); // what runs ends some time
    await Promise.all(others);
    expect(left.length).toBeLessThan(worst.length - 1);
    for (const entered of worst) (await entered)();
  },
);
