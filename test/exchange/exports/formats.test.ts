import { expect, test } from '@jest/globals';
import { docs } from '../../../src/exchange/exports/docs.js';
import { FORMAT_NAMES, FORMATS } from '../../../src/exchange/exports/formats.js';
import { LAYOUT_NAMES } from '../../../src/exchange/exports/layouts.js';

// A format is written down in formats.ts alone: this fails where the document does not tell of it.

test.each(LAYOUT_NAMES)('format=%s is described in both languages', (name) => {
  const { en, zh } = docs.exportProducts.words.description!;
  for (const lines of [en, zh]) expect(lines).toContainEqual(expect.stringContaining(`- \`${name}\`: `));
});

test('what a format answers has its media type in the document', () => {
  const { samples = {} } = docs.exportProducts.words.answers[200]!;
  const types = FORMAT_NAMES.map((name) => FORMATS[name].contentType.split(';')[0]!);
  expect(Object.keys(samples)).toEqual(
    expect.arrayContaining(types.filter((type) => !type.endsWith('/json'))),
  );
});
