import { definitionSchema, fingerprintOf } from '../../../src/exchange/profiles/definition.js';
import type { Problem } from '../../../src/platform/http/problem.js';
import { readValue } from '../../../src/platform/http/validate.js';
import examples from './definition.json' with { type: 'json' };

const GOOD = { title: 'T', format: 'csv', columns: [{ field: 'code' }] };

function faultOf(definition: unknown): string {
  try {
    readValue(definitionSchema, definition);
  } catch (error) {
    const [fault] = (error as Problem).errors ?? [];
    return `${fault?.path} ${fault?.code}`;
  }
  return 'none';
}
describe('what is wrong with a profile is named', () => {
  const repeated = <T>(count: number, each: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => each(i));
  test.each([
    ...(examples.faults as [string, object, string][]),
    [
      '61 columns',
      { columns: repeated(61, (i) => ({ header: `h${i}`, field: 'code' })) },
      'columns too_many',
    ],
    [
      'too many values of a map',
      { columns: [{ field: 'cas', map: Object.fromEntries(repeated(201, (i) => [i, ''])) }] },
      'columns.0.map invalid',
    ],
  ])('%s', (_, more, fault) => {
    expect(faultOf({ ...GOOD, ...more })).toBe(fault);
  });

  test('in plain words, and what is no object', () => {
    expect(() => readValue(definitionSchema, { ...GOOD, filters: {} })).toThrow(/ filter, scope$/);
    const more = { columns: [{ field: 'cas', map: '' }] };
    expect(() => readValue(definitionSchema, { ...GOOD, ...more })).toThrow(
      'columns.0.map: must be an object',
    );
    expect(faultOf([])).toBe(' wrong_type');
  });

  test('a good one is none of these, and gets its defaults', () => {
    expect(readValue(definitionSchema, GOOD)).toEqual({
      ...GOOD,
      public: false,
      language: 'cn',
      order: 'code',
      filter: { status: ['in_stock', 'futures', 'custom'] },
      scope: 'all',
    });
  });
});

test('a fingerprint is of what a file holds, whatever order the members stand in', () => {
  const print = (more: object) => fingerprintOf(readValue(definitionSchema, { ...GOOD, ...more }));
  const columns = [{ field: 'status' as const, map: { a: '1', b: '2' } }];
  const turned = [{ map: { b: '2', a: '1' }, field: 'status' as const }];
  expect(print({ columns })).toBe(print({ columns: turned, title: 'Other', public: true, scope: 'delta' }));
  expect(print({ columns })).not.toBe(print({ columns, filter: { tag: 'EP' } }));
  expect(print({ columns })).not.toBe(print({ columns: [...columns, { field: 'cas' }] }));
});
