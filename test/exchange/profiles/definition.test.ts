import { definitionSchema, fingerprintOf } from '../../../src/exchange/profiles/definition.js';
import type { Problem } from '../../../src/platform/http/problem.js';
import { readValue } from '../../../src/platform/http/validate.js';

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
const withColumn = (column: unknown, more: object = {}) => ({
  ...GOOD,
  columns: [{ field: 'code' }, column],
  ...more,
});

describe('what is wrong with a profile is named', () => {
  test.each([
    ['a field that no product has', withColumn({ field: 'price' }), 'columns.1.field unknown_value'],
    ['SQL in place of a field', withColumn({ field: '(SELECT 1)' }), 'columns.1.field unknown_value'],
    ['neither field nor constant', withColumn({ header: 'A' }), 'columns.1.field one_of_two'],
    ['both', withColumn({ header: 'A', field: 'cas', constant: '1' }), 'columns.1.field one_of_two'],
    ['a constant without header', withColumn({ constant: '1' }), 'columns.1.header required'],
    ['a header twice', withColumn({ header: '货号', field: 'cas' }), 'columns.1.header repeated'],
    [
      'a format of another field',
      withColumn({ field: 'cas', format: 'date' }),
      'columns.1.format bad_format',
    ],
    ['otherwise without map', withColumn({ field: 'cas', otherwise: '1' }), 'columns.1.otherwise not_here'],
    ['an unknown member', withColumn({ field: 'cas', sql: '1' }), 'columns.1.sql unknown_field'],
    [
      'a control character',
      withColumn({ header: 'A', constant: 'a\u0007' }),
      'columns.1.constant control_character',
    ],
    ['a long constant', withColumn({ header: 'A', constant: 'x'.repeat(201) }), 'columns.1.constant invalid'],
    [
      'too many values of a map',
      withColumn({ field: 'cas', map: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, ''])) }),
      'columns.1.map invalid',
    ],
    ['no column', { ...GOOD, columns: [] }, 'columns too_few'],
    [
      '61 columns',
      { ...GOOD, columns: Array.from({ length: 61 }, (_, i) => ({ header: `h${i}`, field: 'code' })) },
      'columns too_many',
    ],
    ['an encoding of JSON', { ...GOOD, format: 'json', encoding: 'ascii' }, 'encoding not_here'],
    ['a replacement in UTF-8', { ...GOOD, replacement: '?' }, 'replacement not_here'],
    ['a Chinese header in ASCII', { ...GOOD, encoding: 'ascii' }, 'columns.0.header bad_character'],
    [
      'a header that JSON would cut',
      { ...GOOD, format: 'json', columns: [{ header: '字'.repeat(22), field: 'code' }] },
      'columns.0.header too_long',
    ],
    ['a workbook in another encoding', { ...GOOD, format: 'xlsx', encoding: 'gb18030' }, 'encoding not_here'],
    ['a status that is none', { ...GOOD, filter: { status: ['sold'] } }, 'filter.status.0 unknown_value'],
    ['no object', [], ' wrong_type'],
  ])('%s', (_, definition, fault) => {
    expect(faultOf(definition)).toBe(fault);
  });

  test.each([[{ columns: [{ field: 'cas', map: '' }] }, 'columns.0.map: must be an object']])(
    'in plain words: %j',
    (more, words) => {
      expect(() => readValue(definitionSchema, { ...GOOD, ...more })).toThrow(words);
    },
  );

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
