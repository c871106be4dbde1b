import { csvRow } from '../../src/values/csv.js';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'what a spreadsheet would take for a formula is a text: %j',
  (text) => {
    expect(csvRow([text])).toMatch(/^"?'/);
  },
);

test('other texts stay as they are, in quotes where they must be', () => {
  expect(csvRow(['α-蒎烯', 'a=1', '1＋1', 'a,b', 'say "x"', null, 7])).toBe(
    'α-蒎烯,a=1,1＋1,"a,b","say ""x""",,7\r\n',
  );
});
