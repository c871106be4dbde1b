import { translated } from '../../../src/chemistry/names/chinese.js';
import { readable } from '../../../src/chemistry/names/normalise.js';
import { ordered } from '../../../src/chemistry/names/ordered.js';
import { systematicKey } from '../../../src/chemistry/names/systematic.js';

const key = (name: string): string | undefined => systematicKey(readable(name));

test.each([
  ['2-acetyl-3-oxodecanoic acid ethyl ester', '2-acetyl-3-oxodecanoic acid-ethyl ester'],
  ['6-amino-9H-purine', '6-amino9H-purine'],
  ['4-cyclohexylphenol', '4-cyclohexanylphenol'],
  ['1,4-diethylbenzene', '对二乙苯', '1,4-二乙基苯'],
  ['sodium 3-hydroxybenzoate', '3-hydroxybenzoate sodium'],
  ['calcium dibutyrate', 'calcium(II) dibutyrate'],
  // substituents in another order, older words, index names
  ['2-chloro-4-nitrophenol', '4-nitro-2-chlorophenol', 'Phenol, 2-chloro-4-nitro-'],
  ['2-hydroxybenzoic acid', 'Benzoic acid, 2-hydroxy-', 'o-hydroxybenzoic acid', '邻羟基苯甲酸', '2-羟基苯甲酸', '2-oxidanylbenzoic acid'],
  ['4-methylphenol', 'p-methylphenol', 'p-cresol', '4-hydroxytoluene', '1-hydroxy-4-methylbenzene', '对甲苯酚', '对甲酚'],
  ['1,3-dichlorobenzene', 'm-dichlorobenzene', 'Benzene, 1,3-dichloro-', '间二氯苯', '1,3-二氯苯', '1,3-bis(chloranyl)benzene'],
  ['1-bromo-4-nitrobenzene', '4-bromonitrobenzene', '对硝基溴苯', '4-溴硝基苯'],
  ['4-acetamidophenol', 'p-acetamidophenol', '4-(acetylamino)phenol', '4-乙酰氨基苯酚', '对乙酰氨基苯酚'],
  ['ethyl benzoate', 'benzoic acid ethyl ester', 'Benzoic acid, ethyl ester', '苯甲酸乙酯'],
  ['sodium acetate', 'acetic acid, sodium salt', '乙酸钠'],
  ['magnesium sulfate heptahydrate', 'magnesium sulfate, heptahydrate'],
  ['2-amino-2-methyl-1,3-propanediol', '2-amino-2-methylpropane-1,3-diol'],
  ['dimethyl butanedioate', 'dimethyl succinate'],
  ['potassium hydrogen phthalate', '邻苯二甲酸氢钾'],
  ['dimethyl 2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylate', '1,4-dihydro-2,6-dimethyl-4-(2-nitrophenyl)-3,5-pyridinedicarboxylic acid dimethyl ester'],
  ['2-[2-(2,6-dichloroanilino)phenyl]acetic acid', '2-[2-[[2,6-bis(chloranyl)phenyl]amino]phenyl]ethanoic acid'],
  ['4-amino-N-(5-methylisoxazol-3-yl)benzenesulfonamide', '4-azanyl-N-(5-methyl-1,2-oxazol-3-yl)benzenesulfonamide'],
  ['2-Propanol, 1-[(1-methylethyl)amino]-3-(1-naphthalenyloxy)-', '1-(isopropylamino)-3-(1-naphthyloxy)propan-2-ol'],
  ['1-naphthalen-1-yloxy-3-(propan-2-ylamino)propan-2-ol', '1-(isopropylamino)-3-(1-naphthyloxy)propan-2-ol'],
  ['2-[4-(2-methylpropyl)phenyl]propanoic acid', 'Benzeneacetic acid, α-methyl-4-(2-methylpropyl)-', 'α-methyl-4-isobutylphenylacetic acid'],
  ['5-[(3,4,5-trimethoxyphenyl)methyl]pyrimidine-2,4-diamine', '5-(3,4,5-trimethoxybenzyl)pyrimidine-2,4-diamine'],
  ['1-methyl-2-pyrrolidinone', '1-methylpyrrolidin-2-one', '1-甲基-2-吡咯烷酮'],
  ['4-(1-methylethyl)phenol', '4-isopropylphenol', '4-propan-2-ylphenol'],
  ['N-propan-2-ylacetamide', 'N-isopropylacetamide'],
  ['benzyl acetate', 'acetic acid, phenylmethyl ester', 'phenylmethyl acetate'],
  ['ethyl methyl malonate', 'methyl ethyl malonate', 'malonic acid, ethyl methyl ester'],
  ['dimethyl sulfite', 'sulfurous acid, dimethyl ester'],
  ['4-(methylthio)benzaldehyde', '4-methylsulfanylbenzaldehyde', '4-(methylsulfanyl)benzaldehyde'],
  ['2-propylpentanoic acid', '2-propylvaleric acid', '2-丙基戊酸'],
  // what is written directly in front of a group stands on it, with brackets or without
  ['4-(dimethylamino)phenol', '4-dimethylaminophenol', 'Phenol, 4-(dimethylamino)-'],
  ['4-chloro-2-methylbenzyl alcohol', '2-methyl-4-chlorobenzyl alcohol'],
  ['bis(4-methoxy-2-nitrophenyl) disulfide', 'bis(2-nitro-4-methoxyphenyl)disulfide'],
  ['2-chloroethyl dodecanoate', 'dodecanoic acid,2-chloroethyl ester'],
  ['2-(4-methylphenyl)sulfonylethanol', 'Ethanol, 2-[(4-methylphenyl)sulfonyl]-'],
  ['dichloro(diphenyl)stannane', 'bis(chloranyl)-diphenyl-stannane', 'dichlorodiphenylstannane'],
  ['1-[(pyridin-2-ylmethyl)amino]propan-2-ol', '1-(pyridin-2-ylmethylamino)propan-2-ol', '1-[(2-pyridinylmethyl)amino]-2-propanol'],
  ['trans-4-chlorocyclohexanol', 'Cyclohexanol, 4-chloro-, trans-'],
  ['1,3,7-trimethylxanthine', '1,3,7-三甲基黄嘌呤'],
  ['4-amino-N-(5-methylisoxazol-3-yl)benzenesulfonamide', 'Benzenesulfonamide, 4-amino-N-(5-methyl-3-isoxazolyl)-'],
  ['pyridine-4-carbohydrazide', '4-Pyridinecarboxylic acid, hydrazide'],
  // the hydrogen of rings
  ['7-chloro-1-methyl-5-phenyl-3H-1,4-benzodiazepin-2-one', '7-chloro-1,3-dihydro-1-methyl-5-phenyl-2H-1,4-benzodiazepin-2-one', '7-chloro-1-methyl-5-phenyl-1H-1,4-benzodiazepin-2(3H)-one'],
  ['1,3-dimethyl-7H-purine-2,6-dione', '1,3-dimethylpurine-2,6-dione', '1H-Purine-2,6-dione, 3,7-dihydro-1,3-dimethyl-'],
  ['5-fluoro-1H-pyrimidine-2,4-dione', '5-fluoropyrimidine-2,4(1H,3H)-dione', '2,4(1H,3H)-Pyrimidinedione, 5-fluoro-'],
  ['1-cyclopropyl-6-fluoro-4-oxoquinoline-3-carboxylic acid', '3-Quinolinecarboxylic acid, 1-cyclopropyl-6-fluoro-1,4-dihydro-4-oxo-'],
  ['1,5-dihydro-4H-pyrazolo[3,4-d]pyrimidin-4-one', '1,2-dihydropyrazolo[3,4-d]pyrimidin-4-one'],
  ['2-methyl-1H-indole', '2-methylindole'],
  // groups within brackets, parents of one ring, functional classes
  ['1-(2-bromophenyl)urea', '1-(o-bromophenyl)urea'],
  ['1-(4-methylphenyl)-1H-imidazole', '1-(p-tolyl)-1H-imidazole'],
  ['2-bromo-5-fluoroaniline', '2-bromo-5-fluoro-phenylamine'],
  ['3-cyano-4-methylaniline', '(3-cyano-4-methylphenyl)amine'],
  ['2-hydroxy-3-methoxybenzaldehyde', '3-methoxy-2-hydroxybenzenecarboxaldehyde'],
  ['4-methyl-3-isopropylphenol', '1-hydroxy-3-isopropyl-4-methylbenzene'],
  ['4-iodobenzyl bromide', '(4-iodanyl-phenyl)methyl bromide'],
  ['2-(ethylthio)ethanol', '2-(ethylsulfanyl)ethyl alcohol'],
  ['2-(4-chlorophenyl)ethanamine', '2-(4-chlorophenyl)ethylamine', '2-(4-chlorophenyl)ethan-1-amine'],
  ['1-(3,4-dichlorophenyl)ethanone', 'methyl 3,4-dichlorophenyl ketone', '1-(3,4-dichlorophenyl)ethan-1-one'],
])('%s has one key, however it is written', (name, ...others) => {
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

test.each([
  ['2-(1-hydroxypropan-2-yl)phenol', '2-(1-hydroxy-1-methylethyl)phenol'],
  ['2-(2-hydroxypropan-2-yl)phenol', '2-(2-hydroxy-1-methylethyl)phenol'],
  ['1-chloropropan-2-yl acetate', '1-chloro-1-methylethyl acetate'],
  ['N-(1-hydroxybutan-2-yl)acetamide', 'N-(1-hydroxy-1-methylpropyl)acetamide'],
  ['3-ethylsulfanyl-5-methyl-1H-1,2,4-triazole', '3-ethyl-5-methylsulfanyl-1H-1,2,4-triazole'],
  ['2-ethylsulfanyl-4-methylpyrimidine', '2-ethyl-4-methylsulfanylpyrimidine'],
  ['1-ethylsulfanyl-4-methylbenzene', '1-ethyl-4-methylsulfanylbenzene'],
  ['1-ethylthio-4-methylbenzene', '1-ethyl-4-methylthio-benzene'],
  ['4-methylsulfanylaniline', '4-amino-methylthiophenol'],
  ['chloroheptafluoropropane', 'heptachlorofluoropropane'],
  ['bromoheptafluoropropane', 'heptabromofluoropropane'],
  ['nonachlorofluorobutane', 'chlorononafluorobutane'],
  ['chloroundecafluoropentane', 'undecachlorofluoropentane'],
  ['phenylmethylcarbinol', 'benzyl carbinol'],
  ['phenylmethylethanolamine', 'benzylethanolamine'],
  ['N-(2-hydroxyethyl)-N-phenylmethylamine', 'N-benzyl-N-(2-hydroxyethyl)amine'],
  ['phenylmethyldichlorosilane', 'benzyldichlorosilane'],
  ['ethyl isopropyl methylphosphonate', 'ethyl methyl isopropylphosphonate'],
  ['methyl ethyl butylmalonate', 'methyl butyl ethylmalonate'],
  ['ethylphosphonic acid butyl methyl ester', 'butylphosphonic acid ethyl methyl ester'],
  ['ethyl diphenylphosphinite', 'diphenyl ethylphosphinite'],
  ['2-chloroacetanilide', 'o-chloroacetanilide'],
  ['4-chloroacetoacetanilide', 'p-chloroacetoacetanilide'],
  ['3-nitro-4-toluidine', '4-methyl-3-nitroaniline'],
  ['2-amino-5-toluenesulfonic acid', '2-amino-5-methylbenzenesulfonic acid'],
  ['4-chloro-methylphenol', 'chloro-4-methylphenol'],
  ['p-chlorocresol', 'chloro-p-cresol'],
  ['p-chloronitrotoluene', 'chloro-p-nitrotoluene'],
  ['monophenylbutazone', 'phenylbutazone'],
  ['monoethyl malonic acid', 'ethylmalonic acid'],
  ['monobenzyl hydroquinone', 'benzylhydroquinone'],
  ['aluminum monostearate', 'aluminum stearate'],
  ['calcium monophosphate', 'calcium phosphate'],
  ['4-diazanylbenzoic acid', '4-diaminobenzoic acid'],
  ['dioxidanylethane', 'dihydroxyethane'],
])('%s and %s never have one key', (one, other) => {
  expect(key(one) === undefined || key(one) !== key(other)).toBe(true);
}); // prettier-ignore

test('what is no systematic name has no key', () => {
  for (const name of ['aspirin', '阿司匹林', 'PDS-000100', '50-78-2', 'C9H8O4', '甲硝唑'])
    expect(`${name}: ${key(name)}`).toBe(`${name}: undefined`);
});

test('the sign of a racemate or a cation and a star are not left out: such a name has no key', () => {
  for (const name of ['±2-propylcyclohexanone', '+/-2-butanol', '4-chloroanisole+', 'benzoic acid *'])
    expect(`${name}: ${key(name)}`).toBe(`${name}: undefined`);
});

test('a name that leaves open where groups stand on a benzene ring has no key', () => {
  for (const name of ['methylphenol', '甲酚', '甲基苯胺', '甲基苯甲醚', 'dichlorobenzene', '硝基苯甲酸乙酯', 'chlorobenzoic acid'])
    expect(`${name}: ${key(name)}`).toBe(`${name}: undefined`);
  // One group, six, one on the nitrogen, one in the chain: there is one place.
  for (const name of ['六氯苯', 'pentafluorophenol', 'N-甲基苯胺', 'alpha-methylstyrene', 'trifluoromethylbenzene', '苯甲酸甲酯'])
    expect(`${name}: ${key(name)}`).not.toBe(`${name}: undefined`);
}); // prettier-ignore

test('the name of a group is not translated: it is a part of names', () => {
  for (const name of ['炔丙基', '丙酰', '氰化', '氯代', '高氯酸盐']) expect(translated(name)).toBeUndefined();
  expect(translated('氰化钾')).toBeDefined();
});

test.each([
  ['顺式-1,2-二氯乙烯', 'cis-1,2-dichloroethene'],
  ['反式二苯乙烯', 'trans-stilbene'],
  ['13-顺式维甲酸', '13-cis-retinoic acid'],
  ['2,4-二氯苯氧乙酸', '2,4-dichlorophenoxyacetic acid'],
  ['4-乙酰氧基苯甲酸', '4-acetoxybenzoic acid'],
  ['吡啶-3-甲酸', 'pyridine-3-carboxylic acid'],
  ['苯-1,4-二甲酸', 'benzene-1,4-dicarboxylic acid'],
  ['3-吡啶甲酰胺', '3-pyridinecarboxamide'],
  ['2-噻吩甲醛', '2-thiophenecarbaldehyde'],
  ['喹啉-8-醇', 'quinolin-8-ol'],
  ['n-2-嘧啶基乙酰胺', 'n-2-pyrimidinylacetamide'],
  ['氯化钴', 'cobalt chloride'],
  ['硝酸铁', 'ferric nitrate'],
  ['硫酸亚铁', 'ferrous sulfate'],
])('%s is translated to %s', (chinese, english) => {
  expect(translated(chinese)).toBe(english);
});

test('a Chinese name of which a character is unknown is not translated at all', () => {
  expect(translated('1,3-二氯苯')).toBe('1,3-dichlorobenzene');
  expect(translated('2,5-二甲苯酚')).toBe('2,5-dimethylphenol');
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

test.each([
  ['2-ethyl-3-(methylthio)pyrazine', '3-methyl-2-ethylthiopyrazine', 'which group stands on sulfur'],
  ['1-methyl-4-hexadecylpyridinium 4-methylbenzenesulfonate', '4-methyl-1-hexadecylpyridinium 4-methylbenzenesulfonate', 'two places'],
  ['1-ethyl-2-methylquinolinium 4-methylbenzenesulfonate', '1-ethyl-4-methylquinolinium 2-methylbenzenesulfonate', 'places of two words'],
  ['1-(trichloromethylsulfanyl)pyrazole', '1-(methyltrichlorosulfanyl)pyrazole', 'the order within brackets'],
  ['1-ethynyl-2-fluorobenzene', '2-fluoroethynylbenzene', 'what fluorine stands on'],
  ['1,2,4-trioxolane', '4-oxo-1,2-dioxolane', 'oxygen of a ring'],
  ['2-(2-chlorophenyl)ethyl alcohol', '2-chloro-2-phenylethyl alcohol', 'what chlorine stands on'],
  ['tetrabutylammonium tetraphenylborate', 'tetraphenylammonium tetrabutylborate', 'groups of two ions'],
])('%s is not %s word by word: %s', (name, other) => {
  expect(ordered(readable(name)) ?? name).not.toBe(ordered(readable(other)));
}); // prettier-ignore
