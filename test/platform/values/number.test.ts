import { numberOf } from '../../../src/platform/values/number.js';
import NUMBERS from './number.json' with { type: 'json' };

test.each(NUMBERS as [string, number | null][])('%s as a number', (text, number) => {
  expect(numberOf(text)).toBe(number ?? undefined);
});
