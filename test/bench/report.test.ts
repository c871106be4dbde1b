const bench = (name: string) => import(new URL(`${name}.mjs`, import.meta.url).href);

type Points = [products: number, cost: number][];
interface Law {
  exponent: number;
  off: number;
  at: (products: number) => number;
}
const { sectionOf, withSections } = (await bench('report')) as {
  sectionOf: (section: object, run: string) => string;
  withSections: (page: string, sections: string[]) => string;
};
const { fitLaw, growthTables } = (await bench('growth')) as {
  fitLaw: (points: Points) => Law;
  growthTables: (sections: object[], processors: number) => string;
};

const none = { texts: [], failures: [] };
const rows = (what: string, values: Record<string, number>) =>
  Object.entries(values).map(([size, value]) => ({ what, size, value, unit: 'x' }));
const sections = (values: Record<string, number>) => [
  { title: 'Push', rows: rows('new products', values) },
  { title: 'Search', rows: rows('8 connections', values) },
  {
    title: 'Search index',
    rows: [...rows('reindex', values), ...rows('one changed product searchable', values)],
  },
];

test('a run replaces the sections that it measured, and leaves the others of the report as they are', () => {
  const push = sectionOf(
    {
      title: 'Push',
      about: 'A push.',
      rows: [
        {
          what: 'new',
          size: '10k',
          value: 1234.5,
          unit: 'rows/s',
          beside: 'pg',
          besideValue: 2469,
          ratio: 0.5,
          target: { least: 0.6 },
        },
      ],
      ...none,
    },
    'commit abc',
  );
  const list = sectionOf({ title: 'List', rows: [], texts: ['a note'], failures: ['100k: no room'] }, 'it');
  const page = withSections('# Measurements\n\nHead.\n\n## Push\n\nOld.\n\n## Detail\n\nKept.\n', [
    push,
    list,
  ]);
  expect(page).toContain('| new | 10k | 1,235 rows/s | pg: 2,469 rows/s | 0.50 | at least 0.6 | **no** |');
  expect(page.match(/^## .*/gm)).toEqual(['## Push', '## Detail', '## List']);
  for (const text of ['Head.', 'Kept.', 'Measured by commit abc', 'a note', '**Failed:** 100k: no room'])
    expect(page).toContain(text);
  expect(page).not.toContain('Old.');
});

test('a law is found again from costs that follow it, and tells how far the worst point lies from it', () => {
  const cost = (products: number) => 3 * products ** 0.4;
  const law = fitLaw([10_000, 100_000, 1_000_000].map((products) => [products, cost(products)]));
  expect(law.exponent).toBeCloseTo(0.4, 10);
  expect(law.at(10_000_000)).toBeCloseTo(cost(10_000_000), 5);
  const { exponent, off } = fitLaw([
    [10_000, 1],
    [100_000, 2],
    [1_000_000, 1],
  ]);
  expect(exponent).toBeCloseTo(0, 10);
  expect(off).toBeCloseTo(2 ** (2 / 3), 10);
});

test('nothing becomes cheaper beyond what was measured, arithmetic is marked, and one size makes no law', () => {
  const growth = growthTables(sections({ '10k': 100, '100k': 200, '1m': 400 }), 2);
  const rebuilt = [...growth.matchAll(/^\| (1[\d,]+) .* ([\d,.]+) min \| (.*?) \|$/gm)].map(
    ([, ...row]) => row,
  );
  expect(rebuilt).toEqual([
    ['1,000,000', '42', ''],
    ['10,000,000', '420', 'arithmetic'],
    ['100,000,000', '4,200', 'arithmetic'],
  ]);
  expect(growthTables(sections({ '10k': 100 }), 2)).toBe('');
});
