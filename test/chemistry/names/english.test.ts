import { inEnglish } from '../../../src/chemistry/names/english.js';
import { readable } from '../../../src/chemistry/names/normalise.js';
import examples from './english.json' with { type: 'json' };

const called = (text: string): string | undefined => inEnglish(readable(text))[0];

test.each(examples.amino_acids)('%s is called %s', (text, name) => {
  expect(called(text)).toBe(name);
});

test.each(['Met', 'his', 'Ala', 'serine', 'D-glucose', 'pro-drug', 'L-Glu-X', 'phe-'])(
  '%s is no code of amino acids',
  (text) => {
    expect(called(text)).toBeUndefined();
  },
);

test.each(examples.dyes as [string, string[]][])('the dye %s is called %j', (text, names) => {
  expect(inEnglish(readable(text))).toEqual(names);
});
