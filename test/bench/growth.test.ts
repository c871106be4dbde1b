import { readFileSync } from 'node:fs';

type Points = [products: number, cost: number][];
interface Law {
  exponent: number;
  off: number;
  points: Points;
  at(products: number): number;
}
type Laws = Record<'search' | 'change' | 'document' | 'push', Law>;
type Sections = { title: string; rows: { what: string; size: string; value: number }[] }[];

const { fitLaw, growthTables, lawsOf, predict } = (await import(
  new URL('growth.mjs', import.meta.url).href
)) as {
  fitLaw: (points: Points) => Law;
  lawsOf: (sections: Sections, processors: number) => Laws;
  predict: (laws: Laws & { processors: number }, products: number) => Record<string, number>;
  growthTables: (report: unknown) => string;
};

const report = JSON.parse(readFileSync(new URL('report.json', import.meta.url), 'utf8'));

describe('a law', () => {
  test('is found again from costs that follow it', () => {
    const cost = (products: number) => 3 * products ** 0.4;
    const law = fitLaw([10_000, 100_000, 1_000_000].map((products) => [products, cost(products)]));
    expect(law.exponent).toBeCloseTo(0.4, 10);
    expect(law.at(10_000_000)).toBeCloseTo(cost(10_000_000), 5);
    expect(law.off).toBeCloseTo(1, 10);
  });

  test('tells how far the worst of the measured points lies from it', () => {
    const { exponent, off } = fitLaw([
      [10_000, 1],
      [100_000, 2],
      [1_000_000, 1],
    ]);
    expect(exponent).toBeCloseTo(0, 10);
    expect(off).toBeCloseTo(2 ** (2 / 3), 10);
  });

  test('is not made of one size', () => {
    expect(() => fitLaw([[10_000, 1]])).toThrow('two sizes');
  });
});

describe('growth as it was measured', () => {
  const laws = { ...lawsOf(report.fitted.sections, 2), processors: 2 };

  test('nothing becomes cheaper beyond the largest catalogue that was measured', () => {
    const [measured, beyond] = [1_000_000, 100_000_000].map((products) => predict(laws, products));
    expect(beyond!.searchesASecond).toBeLessThanOrEqual(measured!.searchesASecond!);
    expect(beyond!.changeCostMs).toBeGreaterThanOrEqual(measured!.changeCostMs!);
    expect(beyond!.rebuildMinutes).toBeGreaterThanOrEqual(99.9 * measured!.rebuildMinutes!);
  });

  test('marks what is arithmetic', () => {
    const rows = growthTables(report)
      .split('\n')
      .filter((line) => /^\| 10+,/.test(line));
    expect(rows.map((row) => [row.split(' | ')[0], row.includes('arithmetic')])).toContainEqual([
      '| 10,000,000',
      true,
    ]);
    expect(
      rows.filter((row) => row.startsWith('| 1,000,000 ')).every((row) => !row.includes('arithmetic')),
    ).toBe(true);
  });

  test('is left out where too little was measured', () => {
    expect(growthTables({ ...report, fitted: undefined })).toBe('');
  });
});
