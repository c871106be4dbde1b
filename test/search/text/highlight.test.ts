import fc from 'fast-check';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { highlighter } from '../../../src/search/text/highlight.js';
import { readTyped } from '../../../src/search/text/typed.js';
import { NO_FIELDS } from './hostile.js';
import examples from './highlight.json' with { type: 'json' };

const highlight = (query: string, found: Product) => highlighter(readTyped(query))(found)!;

const product = (fields: Partial<Product>): Product => ({
  ...NO_FIELDS, code: 'H-1', name_cn: '无', cas: 'N/A', category: '标准品', status: 'futures', in_stock: false, source: 'erp', ...fields,
}); // prettier-ignore

test.each(examples.marked as [string, 'name_en', string, string[]][])(
  '%s in %s of %s',
  (query, field, text, marked) => {
    const matches = highlight(query, product({ [field]: text }))[field] ?? [];
    expect(matches.map((match) => match.text)).toEqual(marked);
    for (const { start, length, text: part } of matches) expect(text.slice(start, start + length)).toBe(part);
  },
);

test('offsets always cut the marked part out of the original, in order and apart', () => {
  const piece = fc.constantFrom('α', '阿司', '匹林', '😀', 'N', '₂', '<i>', '</i>', '&beta;', '.gamma.', '-', ' ', 'e\u0301', 'ﬁ', '㎎', 'aspirin', '１', "'", '​');
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, text, (query, name) => {
      const { name_en: matches = [] } = highlight(query, product({ name_en: name }));
      let last = -1;
      for (const { start, length, text: part } of matches) {
        expect(length).toBeGreaterThan(0);
        expect(start).toBeGreaterThan(last);
        expect(name.slice(start, start + length)).toBe(part);
        last = start + length;
      }
    }),
    { numRuns: 500 },
  );
}); // prettier-ignore

test('a name is found in itself, whatever it is made of', () => {
  const letter = fc.constantFrom('α', '阿', 'é', '₂', 'N', 'ﬁ', 'x', '7', 'Ⅳ');
  fc.assert(
    fc.property(
      fc.array(letter, { minLength: 2, maxLength: 8 }).map((letters) => letters.join('')),
      (name) => {
        const { name_en: matches = [] } = highlight(name, product({ name_en: name }));
        expect(matches[0]).toEqual({ start: 0, length: name.length, text: name });
      },
    ),
  );
});

test('of a run that is nowhere as a whole its longest part is marked, the earliest of equals', () => {
  const some = (minLength: number) => fc.shuffledSubarray([...'甲乙丙丁戊己'], { minLength });
  const byTrying = (run: string, other: string): string[] => {
    for (let length = run.length; length > 1; length--)
      for (let at = 0; at + length <= run.length; at++)
        if (other.includes(run.slice(at, at + length))) return [run.slice(at, at + length)];
    return [];
  };
  fc.assert(
    fc.property(some(2), some(1), (run, name) => {
      const [query, name_cn] = [run.join(''), name.join('')];
      const marked = highlight(query, product({ name_cn })).name_cn ?? [];
      expect(marked.map(({ text }) => text)).toEqual(byTrying(query, name_cn));
    }),
    { numRuns: 1_000 },
  );
});
