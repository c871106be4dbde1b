import { partsOfList } from '../../../src/search/text/list.js';
import { partRead, readTyped } from '../../../src/search/text/typed.js';
import { withoutWishes } from '../../../src/search/text/wishes.js';
import examples from './list.json' with { type: 'json' };

test.each(examples.lists as [string, string[]][])('%j is a list', (text, texts) => {
  expect(partsOfList(text)).toEqual({ texts, sure: true });
});

test.each(examples.doubtful as [string, string[]][])('%j may be a list', (text, texts) => {
  expect(partsOfList(text)).toEqual({ texts, sure: false });
});

test.each(examples.none)('%j is none', (text) => {
  expect(partsOfList(text)).toBeUndefined();
});

test('an item of a sure list may be a list itself', () => {
  const within = readTyped('aspirin, caffeine; ethanol').list!.items.map(({ list }) =>
    list?.items.map(({ text }) => text),
  );
  expect(within).toEqual([['aspirin', 'caffeine'], undefined]);
});

test('a list is cut at 25 items, and lines that were broken within brackets stay together', () => {
  expect(readTyped(Array.from({ length: 60 }, (_, i) => `A${i}`).join('\n')).list?.items).toHaveLength(25);
  expect(readTyped('①阿司匹林②咖啡因').list?.items).toHaveLength(2);
  expect(readTyped('3\t阿司匹林\n4\t咖啡因').list?.items.map(({ text }) => text)).toEqual([
    '阿司匹林',
    '咖啡因',
  ]);
  expect(readTyped('2-[2-(2,6-dichloroanilino)\nphenyl]acetic acid\ncaffeine').list?.items).toHaveLength(2);
});

test('of a list that is too long, the part that the cut goes through is left out, as is half a word of any text', () => {
  const name = 'x'.repeat(90);
  // 300 characters end behind “sodium acetate”, or within a product number.
  const long = (separator: string, end: string): string => [name, name, name, end].join(separator);
  const textsOf = (given: string) => readTyped(given).list?.items.map(({ text }) => text);
  for (const separator of ['\n', '; ', '；', '、']) {
    const given = long(separator, 'sodium acetate'.padStart(30 - 3 * separator.length) + ' trihydrate');
    expect(textsOf(given)).toEqual([name, name, name]);
  }
  expect(textsOf(long(', ', 'sodium acetate'.padStart(24) + ' trihydrate'))).toEqual([name, name, name]);
  const numbers = Array.from({ length: 40 }, (_, at) => `PDS-${100_000 + at}`);
  expect(textsOf(numbers.join(' '))).toEqual(numbers.slice(0, 25));
  expect(textsOf(`${'PDS-1000 '.repeat(33)}PDS-1234`)).not.toContain('PDS-');
  expect(readTyped(`${'x '.repeat(146)}PDS-001859`).text).not.toContain('PDS');
  // To join lines takes more characters than to break them.
  const lines = Array.from({ length: 20 }, (_, at) => `name-${String.fromCharCode(97 + at)}-of-14`);
  for (const text of textsOf(lines.join('\n'))!) expect(lines).toContain(text);
});

test('what is handed on of a long text is read as the same, also a structure', () => {
  const chain = `CC${'C(F)'.repeat(80)}=O`;
  for (const given of ['aspirin', 'aspirin; '.repeat(50), 'a '.repeat(400), 'a'.repeat(400)])
    expect(readTyped(partRead(given))).toEqual(readTyped(given));
  for (const given of [chain, `SMILES: ${chain}`])
    expect(readTyped(partRead(given)).structure).toEqual({ kind: 'smiles', text: chain });
});

test.each(Object.values(examples.wishes).flat())('%s without wishes is %s', (text, name) => {
  expect(withoutWishes(text)).toBe(name);
});

test.each([
  ['InChI: 1S/CH4O/c1-2/h2H,1H3', 'inchikey'],
  ['InChI: InChI=1S/CH4O/c1-2/h2H,1H3', 'inchikey'],
  ['InChIKey: OKKJLVBELUTLKV-UHFFFAOYSA-N', 'inchikey'],
  ['InChIKey=OKKJLVBELUTLKV-UHFFFAOYSA-N', 'inchikey'],
  ['SMILES: CCO', 'smiles'],
  ['NOCl', undefined],
  ['smiles', undefined],
])('%s is read as a structure by what stands in front of it: %s', (text, kind) => {
  expect(readTyped(text).structure?.kind).toBe(kind);
  if (kind === 'inchikey') expect(readTyped(text).structure?.text).toBe('OKKJLVBELUTLKV-UHFFFAOYSA-N');
});
