import fc from 'fast-check';
import {
  casNeighbours,
  casOf,
  casOfDate,
  isCas,
  readCasValue,
  withDashes,
} from '../../../src/chemistry/values/cas.js';
import examples from './cas.json' with { type: 'json' };

test('the last digit of a CAS number checks the others', () => {
  expect(isCas('7732-18-5')).toBe(true);
  expect(isCas('7732-18-4')).toBe(false);
  expect(isCas('7732185')).toBe(false);
});

test.each(examples.read as [string, string | null][])('%s as a CAS number', (text, cas) => {
  expect(casOf(text)).toBe(cas ?? undefined);
});

test.each(examples.dates as [string, string[]][])(
  '%s as what a spreadsheet made of a CAS number',
  (text, numbers) => {
    expect(casOfDate(text.toLowerCase())).toEqual(numbers);
  },
);

test('one wrong digit or two swapped are mended, and every number that is offered has a right check digit', () => {
  const right = fc
    .stringMatching(/^[1-9]\d{3,8}$/)
    .map((digits) => Array.from('0123456789', (last) => withDashes(digits + last)).find(isCas)!);
  fc.assert(
    fc.property(right, fc.nat(20), fc.constantFrom('swap', 'digit'), fc.integer({ min: 1, max: 9 }), (cas, place, slip, by) => {
      const digits = cas.replaceAll('-', '').split('');
      const at = 1 + (place % (digits.length - 1));
      const digit = digits[at]!;
      if (slip === 'swap') digits.splice(at - 1, 2, digit, digits[at - 1]!);
      else digits[at] = String((Number(digit) + by) % 10);
      const wrong = withDashes(digits.join(''));
      const offered = casNeighbours(wrong);
      expect(offered.every(isCas)).toBe(true);
      expect(offered.length).toBeLessThanOrEqual(30);
      if (wrong !== cas && !wrong.startsWith('0')) expect(offered).toContain(cas);
    }),
  );
}); // prettier-ignore

test.each([...examples.values, ['9'.repeat(1_000), { kind: 'other' }]] as [string, object][])(
  '%s as the value of a field: read, not guessed',
  (text, read) => {
    expect(readCasValue(text)).toEqual(read);
  },
);
