import { csvRow, withoutGuards } from '../../../src/platform/values/csv.js';
import examples from './csv.json' with { type: 'json' };

test.each(examples.formulas)('what a spreadsheet would take for a formula is a text: %j', (text) => {
  expect(csvRow([text])).toMatch(/^"?'/);
  const given = `'${text};${text}`; // without quotation marks
  expect(withoutGuards(csvRow([given]).replace(/^"|"?\r\n$/g, ''))).toBe(given);
});

// A spreadsheet that separates by `;` or tabs begins a cell within a text, and takes quotes in its middle as they are.
test.each([',', ';', '\t', '\n', '\r\n'])('so is what stands behind a separator: %j', (separator) => {
  expect(csvRow([`a${separator}=cmd()`, `b${separator} @x`])).toBe(
    `"a${separator}'=cmd()","b${separator}' @x"\r\n`,
  );
});

test('other texts stay as they are, in quotes where a reader may end or trim them', () => {
  expect(csvRow(['α-蒎烯', 'a=1', '1＋1', 'a,b', 'a;b', 'a\tb', ' a', 'say "x"', null, 7])).toBe(
    'α-蒎烯,a=1,1＋1,"a,b","a;b","a\tb"," a","say ""x""",,7\r\n',
  );
});
