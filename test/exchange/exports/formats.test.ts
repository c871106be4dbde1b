import { expect, test } from '@jest/globals';
import { exportDoc } from '../../../src/exchange/exports/docs.js';
import { FORMAT_NAMES, FORMATS } from '../../../src/exchange/exports/formats.js';
import { LAYOUT_NAMES } from '../../../src/exchange/exports/layouts.js';

// A format is written down in formats.ts alone: this fails where the document does not tell of it.

test.each(LAYOUT_NAMES)('format=%s is described in both languages', (name) => {
  expect(exportDoc.description!.split(`\n- \`${name}\`:`)).toHaveLength(3);
});

test('what a format answers has its media type in the document', () => {
  const { otherTypes = {} } = exportDoc.answers![200]!;
  const types = FORMAT_NAMES.map((name) => FORMATS[name].contentType.split(';')[0]!);
  expect(Object.keys(otherTypes)).toEqual(
    expect.arrayContaining(types.filter((type) => !type.endsWith('/json'))),
  );
});
