import fc from 'fast-check';
import * as planner from '../../../src/search/text/plan.js';
import { readTyped } from '../../../src/search/text/typed.js';
import examples from './plan.json' with { type: 'json' };

const plan = (text: string, alsoCalled?: string[]) => planner.plan(readTyped(text), alsoCalled);
const meaningOf = (text: string): string => planner.meaningOf(readTyped(text));

test('an ion, a place on a ring, a prime or a star makes no abbreviation, but NAD+ and o-DCB are some', () => {
  const isShort = (text: string) => plan(text).tiers.some(({ name }) => name === 'abbreviation');
  for (const ion of examples.ions) expect([ion, isShort(ion)]).toEqual([ion, false]);
  for (const short of ['GA3', 'GA-3', 'NAD+', 'E2', 'o-DCB', 'L-DOPA', 'N-BS'])
    expect([short, isShort(short)]).toEqual([short, true]);
});

test('an abbreviation with a digit is none for a formula, but an element is', () => {
  const first = (text: string) =>
    plan(text).tiers.find(({ name }) => ['abbreviation', 'formula'].includes(name))?.name;
  expect(['VB2', 'CO2'].map(first)).toEqual(['abbreviation', 'formula']);
});

test('a name of one Han character beside its English one is read as two names', () => {
  for (const text of ['苯 benzene', '䓛/chrysene', 'naphthalene (萘)'])
    expect([text, plan(text).tiers.some(({ name }) => name === 'both_names')]).toEqual([text, true]);
});

test.each(examples.written_for)('%s may be written for %s', (text, key) => {
  const slips = plan(text).tiers.find(({ name, unless }) => name === 'spelling' && unless === 'named');
  expect(slips!.parts.flat().map((lookup) => lookup.key)).toContain(key);
});

test.each([
  'o'.repeat(299) + '1',
  'aspirin caffeine naproxen ibuprofen '.repeat(9),
  '一种萘普生与咖啡因 '.repeat(30),
])('the plan of %s is bounded', (text) => {
  expect(plan(text).tiers.length + plan(text).late.length).toBeLessThan(40);
  expect(JSON.stringify(plan(text)).length).toBeLessThan(200_000);
});

test('spellings of one query have one meaning, and so one cached answer; capitals of formulas count', () => {
  expect(meaningOf(' Ａｓｐｉｒｉｎ  ')).toBe(meaningOf('aspirin'));
  expect(meaningOf('對乙醯氨基酚')).toBe(meaningOf('对乙酰氨基酚'));
  expect(meaningOf('Triton™ X-100')).toBe(meaningOf('Triton X-100'));
  expect(meaningOf('NiS')).not.toBe(meaningOf('nis'));
  const named = readTyped('CO');
  const drawn = { ...named, structure: { kind: 'smiles', text: 'CO' } } as const;
  expect(planner.meaningOf(drawn)).not.toBe(planner.meaningOf(named));
});

test('blanks around a query and between its words do not change its meaning or its plan', () => {
  const word = fc.constantFrom('NiS', 'C9H8O4', 'THF', '50-78-2', '甲基亚砜', 'acid', '(+)-', 'impurity A');
  const blank = fc.constantFrom(' ', '　', '  ', '\t');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), blank, (words, between) => {
      const tidy = words.join(' ');
      const typed = between + words.join(between) + between;
      expect(meaningOf(typed)).toBe(meaningOf(tidy));
      expect(plan(typed)).toEqual(plan(tidy));
    }),
  );
});

test('whatever is typed makes a plan of a few words and short keys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (query) => {
      const { tiers, words, late } = plan(query);
      for (const { key } of [...tiers, ...late].flatMap(({ parts }) => parts.flat()))
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(400);
      expect(words?.q.length ?? 0).toBeLessThan(2_000);
    }),
    { numRuns: 300 },
  );
});

test('of a text that is too long no half word and no half item is read; a single word is cut', () => {
  const read = (text: string): string => readTyped(text).text;
  expect(read('x'.repeat(400))).toBe('x'.repeat(300));
  expect(read(`${'x'.repeat(290)} ${'y'.repeat(20)}`)).toBe(`${'x'.repeat(290)} *`);
  expect(read('acetylsalicylic acid; '.repeat(20))).toBe(Array(13).fill('acetylsalicylic acid').join('; '));
});
