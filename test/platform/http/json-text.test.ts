import fc from 'fast-check';
import { joinObjects, listJson } from '../../../src/platform/http/json-text.js';

test('two objects are one with the members of both, and what a list answers is JSON', () => {
  const members = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue());
  fc.assert(
    fc.property(members, members, fc.array(fc.jsonValue()), (first, second, rows) => {
      const own = Object.fromEntries(Object.entries(first).map(([name, value]) => [`a${name}`, value]));
      const more = Object.fromEntries(Object.entries(second).map(([name, value]) => [`b${name}`, value]));
      const read = (text: string): unknown => JSON.parse(text);
      const written = (value: unknown): unknown => read(JSON.stringify(value));
      expect(read(joinObjects(JSON.stringify(own), JSON.stringify(more)))).toEqual(written({ ...own, ...more })); // prettier-ignore
      expect(
        read(
          listJson(
            rows.map((row) => JSON.stringify(row)),
            more,
          ),
        ),
      ).toEqual(written({ ok: true, data: rows, ...more }));
    }),
  );
});
