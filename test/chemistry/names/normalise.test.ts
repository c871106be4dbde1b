import fc from 'fast-check';
import {
  capBytes,
  compact,
  hasHan,
  lettersOf,
  oneOff,
  pairsOf,
  readable,
  spaceHan,
} from '../../../src/chemistry/names/normalise.js';
import examples from './normalise.json' with { type: 'json' };

test.each(examples.alike)('%s: all spellings have one readable form', (_what, ...spellings) => {
  expect(new Set(spellings.map(readable))).toEqual(new Set([readable(spellings[0]!)]));
});

test('what differs in meaning stays apart', () => {
  expect(readable('o-xylene')).not.toBe(readable('p-xylene'));
  expect(readable('(+)-menthol')).not.toBe(readable('(-)-menthol'));
  expect(compact('甲醇')).not.toBe(compact('甲醛'));
  expect(compact('C2H6O')).not.toBe(compact('C26HO'));
});

test('a sharp s by itself is the Greek letter that it looks like', () => {
  expect(readable('ß-Carotene')).toBe(readable('β-carotene'));
  expect(readable('Weißöl')).toBe('weißol');
});

test('a sign of less or more that is no tag stays', () => {
  expect(readable('tricyclo[4.1.1.0<2,4>]octane')).toBe('tricyclo[4.1.1.0<2,4>]octane');
  expect(readable('5,7-dichloro & 5-chloro')).toBe('5,7-dichloro & 5-chloro');
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'α',
        'N',
        '₂',
        '<i>',
        '</sub>',
        '.beta.',
        '對',
        '砜',
        "'",
        '–',
        '（',
        ' ',
        '７',
        '&',
        'é',
      ),
    )
    .map((parts) => parts.join('')),
);

test('compact holds letters and digits alone, and is made alike from the text and from its readable form', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(compact(each)).toMatch(/^[\p{L}\p{N}]*$/u);
      expect(lettersOf(readable(each))).toBe(compact(each));
    }),
    { numRuns: 500 },
  );
});

test('a readable text has no blanks at its ends, no double ones, and no capitals', () => {
  fc.assert(
    fc.property(text, (each) => {
      const form = readable(each);
      expect(form).toBe(form.trim().replace(/\s+/g, ' '));
      expect(form).toBe(form.toLowerCase());
    }),
    { numRuns: 500 },
  );
});

test('the order of the letters does not depend on what stands around a name', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(compact(`阿司匹林 ${each}`).startsWith('阿司匹林')).toBe(true);
    }),
  );
});

test('each Han character stands as a word of its own, all else as it was', () => {
  expect(spaceHan('二甲基亚砜 dmso-d6')).toBe('二 甲 基 亚 砜 dmso-d6');
  expect(spaceHan('1,3-丁二烯')).toBe('1,3- 丁 二 烯');
  fc.assert(
    fc.property(text, (each) => {
      const form = readable(each);
      expect(spaceHan(form).replaceAll(' ', '')).toBe(form.replaceAll(' ', ''));
      if (!hasHan(form)) expect(spaceHan(form)).toBe(form);
    }),
  );
});

test('a text is cut by bytes between characters', () => {
  expect(capBytes('阿司匹林', 7)).toBe('阿司');
  expect(capBytes('a😀b', 4)).toBe('a');
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 40 }), (each, bytes) => {
      const cut = capBytes(each, bytes);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
      expect(each.startsWith(cut)).toBe(true);
    }),
  );
});

test('pairs of neighbours and names with a blank are made of whole characters, rare ones too', () => {
  expect(pairsOf('2-甲基苯-a-酚醛')).toEqual(['&甲基', '&基苯', '&酚醛']);
  expect(pairsOf('𠀀𠀁酸')).toEqual(['&𠀀𠀁', '&𠀁酸']);
  expect(oneOff('𠀀甲酸')).toEqual(['?甲酸', '𠀀?酸', '𠀀甲?']);
  expect([pairsOf('甲'), oneOff('甲醇'), oneOff('甲基a酸')]).toEqual([[], [], []]);
});

test('signs of trade marks are no letters, and Nordic and Polish letters are folded', () => {
  expect(readable('Triton™ X-100')).toBe('triton x-100');
  expect(readable('Tween℠ 80®')).toBe('tween 80');
  expect(readable('Sørensen, Łódź, Æther')).toBe('sorensen, lodz, aether');
});
