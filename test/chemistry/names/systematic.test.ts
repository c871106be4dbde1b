import { translated } from '../../../src/chemistry/names/chinese.js';
import { readable } from '../../../src/chemistry/names/normalise.js';
import { ordered } from '../../../src/chemistry/names/ordered.js';
import { systematicKey } from '../../../src/chemistry/names/systematic.js';
import { TERMS } from '../../../src/chemistry/names/terms.js';
import { rewritten } from '../../../src/chemistry/names/vocabulary.js';
import examples from './systematic.json' with { type: 'json' };

const key = (name: string): string | undefined => systematicKey(readable(name));

test.each(Object.values(examples.one_key).flat())('%s has one key, however it is written', (name, ...others) => {
  expect(key(name)).toBeDefined();
  for (const other of others) expect(`${other}: ${key(other)}`).toBe(`${other}: ${key(name)}`);
}); // prettier-ignore

test('names of different substances have different keys', () => {
  const names = ['2-chlorophenol', '3-chlorophenol', '4-chlorophenol', '1-chloro-2-methylbenzene', '2-chloro-2-methylbenzene', 'bis(2-chloroethyl) sulfate', '2-chloroethyl chlorosulfate', '2-bromophenol', '2-chloroaniline', '2-chlorobenzoic acid', '2-chloro-4-nitrophenol', '4-chloro-2-nitrophenol', '2,4-dichlorophenol', '2,6-dichlorophenol', 'methyl benzoate', 'ethyl benzoate', '4-methylbenzoic acid', '2-methylpropan-1-ol', '2-methylpropan-2-ol', '1-methyl-2-pyrrolidinone', '1-ethyl-2-pyrrolidinone', 'sodium acetate', 'disodium acetate', 'sodium sulfate', 'sodium hydrogen sulfate', '(+)-2-methylbutanol', '(-)-2-methylbutanol', '(R)-2-methylbutanol', '(S)-2-methylbutanol', '2-methylbut-1-ene', '2-methylbut-2-ene', '2-methylbutane', '1-hydroperoxy-1,2,3,4-tetrahydronaphthalene', '2-hydroperoxy-1,2,3,4-tetrahydronaphthalene', '5-chloro-1H-indazole', '5-chloro-1,2-dihydroindazole', '3-methyl-3H-indazole', '3-methyl-2,3-dihydro-1H-indazole']; // prettier-ignore
  names.push('ethylene-d4', 'ethylene-d3', 'copper chloride (CuCl2)', 'copper chloride (CuCl)', 'hexacyanoruthenate(2-)', 'hexacyanoruthenate(4-)', 'methyl cyanoacetate', 'cyanomethyl acetate', '(2-iodoethyl)benzene', '1-ethyl-2-iodobenzene', '4-(hydroxymethyl)benzoic acid', '4-(carboxymethyl)phenol', '1-(bromomethyl)-3-chlorobenzene', '1-bromo-3-(chloromethyl)benzene', '4-fluoro-2-(trifluoromethyl)aniline', '2-fluoro-4-(trifluoromethyl)aniline', '(2-fluorophenyl)(4-fluorophenyl)methanone', '(2,4-difluorophenyl)(phenyl)methanone', '4-chloro-m-cresol', '3-chloro-p-cresol', 'p-nitro-o-cresol', 'o-nitro-p-cresol', 'butyl 2-methylpentanoate', '2-methylbutyl pentanoate', 'ethyl 2,2,2-trichloroacetate', '2,2,2-trichloroethyl acetate', '(3-hydroxyphenyl) acetate', '3-hydroxyphenylacetate', 'sodium carbonate', 'monosodium carbonate', 'aluminum chloride', 'aluminum monochloride', 'tribenzylamine', 'tritylamine', '1-methyl-2-methylidenecyclohexane', '1,2-dimethylidenecyclohexane', '(aminomethyl)trimethylsilane', '(dimethylamino)dimethylsilane', '2-hydroxyphenyl methylcarbamate', 'methyl (2-hydroxyphenyl)carbamate'); // prettier-ignore
  names.push('(diphenyl)methyl ether', 'dibenzyl ether', '(triphenyl)methyl chloride', 'tribenzyl chloride', '[(diphenyl)methyl]piperazine', 'dibenzylpiperazine', '(4-methoxyphenyl)methyl ketone', '4-methoxybenzyl ketone'); // prettier-ignore
  names.push('2-phenyl-2H-chromene', '2-phenyl-4H-chromene', '3,4-dimethylquinolin-2(1H)-one', '3,4-dihydro-3,4-dimethylquinolin-2(1H)-one', '1,4-dihydro-2,3-dimethylpyrazine', '2,3-dimethylpyrazine', '2,6-dimethylpyridine-3,5-dicarboxylic acid', '1,4-dihydro-2,6-dimethylpyridine-3,5-dicarboxylic acid', '2-methyl-3H-indole', '2-methyl-1H-indole', '2-(3H-indol-3-yl)ethanol', '2-(1H-indol-3-yl)ethanol', '2-methyl-2,3-dihydro-1H-indole', '1,2-dihydropyridazine-3,6-dione', '4,5-dihydropyridazine-3,6-dione', '2-methylphenol', '2-methyl-1-$l^{1}-oxidanylbenzene'); // prettier-ignore
  const keys = names.map((name) => key(name) ?? name);
  expect(names.filter((_, at) => keys.indexOf(keys[at]!) !== at)).toEqual([]);
});

test.each(examples.apart)('%s and %s never have one key', (one, other) => {
  expect(key(one) === undefined || key(one) !== key(other)).toBe(true);
}); // prettier-ignore

test.each([
  ['is no systematic name', 'aspirin', '阿司匹林', 'PDS-000100', '50-78-2', 'C9H8O4', '甲硝唑'],
  ['has the sign of a racemate or a cation, or a star, which are not left out', '±2-propylcyclohexanone', '+/-2-butanol', '4-chloroanisole+', 'benzoic acid *'],
  ['leaves open where groups stand on a benzene ring', 'methylphenol', '甲酚', '甲基苯胺', '甲基苯甲醚', 'dichlorobenzene', '硝基苯甲酸乙酯', 'chlorobenzoic acid'],
])('what %s has no key', (_, ...names) => expect(names.map(key)).toEqual(names.map(() => undefined))); // prettier-ignore

// One group, six, one on the nitrogen, one in the chain.
// prettier-ignore
test.each(['六氯苯', 'pentafluorophenol', 'N-甲基苯胺', 'alpha-methylstyrene', 'trifluoromethylbenzene', '苯甲酸甲酯'])('groups of %s have one place on a benzene ring: it has a key', (name) => expect(key(name)).toBeDefined());

test('the name of a group is not translated: it is a part of names', () => {
  for (const name of ['炔丙基', '丙酰', '氰化', '氯代', '高氯酸盐']) expect(translated(name)).toBeUndefined();
  expect(translated('氰化钾')).toBeDefined();
});

test('a rule is tried wherever it applies, though its words are looked for first', () => {
  const rules = TERMS.rewritings('rule');
  const tried = rules.map(([from, to]) => [from, to, ['']] as const);
  const names = Object.values(examples.one_key).flat(2).map(readable);
  expect(names.map((name) => rewritten(name, rules))).toEqual(names.map((name) => rewritten(name, tried)));
});

test.each(examples.translated)('%s is translated to %s', (chinese, english) => {
  expect(translated(chinese)).toBe(english);
});

test('a Chinese name of which a character is unknown is not translated at all', () => {
  expect(['1,3-二氯苯', '2,5-二甲苯酚'].map(translated)).toEqual([
    '1,3-dichlorobenzene',
    '2,5-dimethylphenol',
  ]);
  expect(translated('阿司匹林')).toBeUndefined();
  expect(translated('硫代硫酸钡')).toBeDefined();
  expect(translated('代硫酸钡')).toBeUndefined();
});

test('a hostile name takes no more time than a long one', () => {
  const nested = ['tri(2-', 'di(α-', 'hexa(', '二('].flatMap((opening) =>
    [9, 16, 20, 30].map((deep) => `${opening.repeat(deep)}methyl${')'.repeat(deep)} chlorobenzene`),
  );
  const repeated = ['1-(2-', 'methyl', '1,2,3,', 'di', '([', '二甲', 'n-'].map((part) => part.repeat(300));
  for (const name of [...nested, ...repeated]) {
    const began = performance.now();
    for (let n = 0; n < 20; n++) key(name.slice(0, 250));
    expect((performance.now() - began) / 20).toBeLessThan(20);
  }
});

test.each([
  ['3-chloro-2-methyl-1-nitrobenzene', '1-nitro-2-methyl-3-chlorobenzene', 'Benzene, 3-chloro-2-methyl-1-nitro-'],
  ['ethyl 4-(2-aminoethyl)benzoate', '4-(2-aminoethyl)benzoic acid, ethyl ester', 'benzoic acid, 4-(2-azanylethyl)-, ethyl ester'],
  ['2-methyl-1-phenylprop-2-en-1-ol', '1-phenyl-2-methylprop-2-en-1-ol'],
  ['(E)-3-(2-chlorophenyl)acrylic acid', '3-(2-chlorophenyl)acrylic acid, (E)-'],
  ['2-nitro-1H-pyrrole', 'pyrrole, 2-nitro-'],
])('%s is one name word by word, however its groups follow each other', (name, ...others) => {
  expect(ordered(readable(name))).toBeDefined();
  for (const other of others) expect(`${other}: ${ordered(readable(other))}`).toBe(`${other}: ${ordered(readable(name))}`);
}); // prettier-ignore

test.each(examples.not_word_by_word)('%s is not %s word by word: %s', (name, other) => {
  expect(ordered(readable(name)) ?? name).not.toBe(ordered(readable(other)));
}); // prettier-ignore
