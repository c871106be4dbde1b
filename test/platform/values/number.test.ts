import { numberOf } from '../../../src/platform/values/number.js';

test.each([
  ['180.16', 180.16],
  ['１８０．１６', 180.16],
  ['1,234.5', 1234.5],
  ['１，２３４', 1234],
  ['-12,345,678', -12_345_678],
  ['1e3', 1000],
  ['1,5', undefined],
  ['12,34', undefined],
  ['1,2345', undefined],
  ['1 000', undefined],
  ['10²', undefined],
  ['½', undefined],
  ['', undefined],
])('%s as a number', (text, number) => {
  expect(numberOf(text)).toBe(number);
});
