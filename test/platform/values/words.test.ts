import { filled, wordsIn } from '../../../src/platform/values/words.js';
import type { Text, Texts } from '../../../src/platform/values/words.js';
import pages from '../../../src/site/storefront/texts.json' with { type: 'json' };

test('a text is filled by the names of its places, in the form for its number', () => {
  expect(filled('{a} of {b}, {c}', { a: 1, b: '<b>' })).toBe('1 of <b>, {c}');
  expect([1, '1', 2, '1,000'].map((n) => filled('1 line |||| {n} lines', { n }))).toEqual([
    '1 line',
    '1 line',
    '2 lines',
    '1,000 lines',
  ]);
  expect(wordsIn({ a: { zh: '甲', en: 'a' }, in: { b: { zh: '乙', en: 'b' } } }, 'zh')).toEqual({
    a: '甲',
    in: { b: '乙' },
  });
});

test('a text of the public pages has the same places in both languages, and words in each', () => {
  const all = (texts: Texts): [string, Text][] =>
    Object.entries(texts).flatMap(([id, text]): [string, Text][] =>
      typeof text['zh'] === 'string' ? [[id, text as Text]] : all(text as Texts),
    );
  const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [id, { zh, en }] of all(pages)) {
    expect([id, placesOf(zh)]).toEqual([id, placesOf(en)]);
    expect([id, zh.length > 0, en.length > 0]).toEqual([id, true, true]);
  }
});
