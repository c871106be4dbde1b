import fc from 'fast-check';
import { disjoint } from '../../../src/search/text/tier.js';
import * as planner from '../../../src/search/text/plan.js';
import { readTyped } from '../../../src/search/text/typed.js';

const plan = (text: string, alsoCalled?: string[]) => planner.plan(readTyped(text), alsoCalled);
const meaningOf = (text: string): string => planner.meaningOf(readTyped(text));
const planSuggestions = (text: string) => planner.planSuggestions(readTyped(text));

/** A tier in a line: its name, its condition, and in `{}` the words it looks for. */
const shown = (query: string): string[] =>
  plan(query).map(({ name, filter = '', q, words, fields, whole, unless }) => {
    const looked = q === undefined ? '' : `{${q.trim()}}${fields ? ` in ${fields.join(', ')}` : ` ${words}`}`;
    const ifNamed = whole === undefined ? '' : `or ${whole} if named`;
    return [name, filter, looked, ifNamed, unless && `unless ${unless}`].filter(Boolean).join(' ');
  });

// The readable table of the planner: what is typed, and how it is read, the surest first.
const TABLE: [query: string, ...tiers: string[]][] = [
  ['', 'everything'],
  ['!?', 'everything'],
  ['50-78-2', 'cas k_cas = "50-78-2"', 'cas_synonym k_exact = "50782"'],
  ['15687-72-1', 'cas k_cas = "15687-72-1"', 'cas_synonym k_exact = "15687721"', 'mended k_cas IN ["65687-72-1", "15187-72-1", "15387-72-1", "15587-72-1", "15787-72-1", "15987-72-1", "15682-72-1", "15687-27-1", "15687-77-1", "15687-72-6"] unless found', 'mended k_cas IN ["125687-72-1", "156876-72-1", "156877-29-1", "156877-21-3"] unless found'],
  ['1975/9/2', 'code k_code = "197592"', 'synonym k_exact = "197592"', 'mended k_cas = "75-09-2"'],
  ['buy CO', 'name k_exact = "buyco"', 'alias k_alias = "buyco"', 'formula k_formula = "c1o1"', 'name k_name = "co"', 'synonym k_exact = "co"', 'alias k_alias = "co"', 'near_name k_exact IN ["~co", "*co"]', 'name_start k_name STARTS WITH "co"', 'alias_start k_alias STARTS WITH "co"', 'sound k_py = "co"', 'sound k_py STARTS WITH "co"', 'words {co} all or "co" if named'],
  ['M.W. 180.16', 'weight mw >= 180.15 AND mw <= 180.17'],
  ['CAS号：５０－７８－２', 'cas k_cas = "50-78-2"', 'cas_synonym k_exact = "50782"'],
  ['50-7', 'cas_start k_cas STARTS WITH "50-7"', 'name s_en = "50-7"', 'name k_name = "507"', 'synonym k_exact = "507"', 'alias k_alias = "507"', 'near_name k_exact = "~507"', 'name_start s_en STARTS WITH "50-7"', 'name_start k_name STARTS WITH "507"', 'alias_start k_alias STARTS WITH "507"', 'words {50 7} all or "50-7" if named', 'words {50 7} last or "50-7" if named unless found'],
  ['50782', 'cas k_cas = "50-78-2"', 'cas_synonym k_exact = "50782"', 'code k_code = "50782"', 'cas_start k_cas STARTS WITH "50782-"', 'cas_start k_cas STARTS WITH "50782"', 'code_start k_code STARTS WITH "50782"', 'cas_start k_cas STARTS WITH "507-82" OR k_cas STARTS WITH "50-78-2"', 'name k_name = "50782"', 'alias k_alias = "50782"', 'near_name k_exact = "~50782"', 'name_start k_name STARTS WITH "50782"', 'alias_start k_alias STARTS WITH "50782"', 'spelling {50782} in k_name, k_syn unless named', 'words {50782} all or "50782" if named'],
  ['PDS-000100', 'code k_code = "pds000100"', 'name s_en = "pds-000100"', 'name k_name = "pds000100"', 'synonym k_exact = "pds000100"', 'alias k_alias = "pds000100"', 'code_start k_code STARTS WITH "pds000100"', 'near_name k_exact = "~pds000100"', 'name_start s_en STARTS WITH "pds-000100"', 'name_start k_name STARTS WITH "pds000100"', 'alias_start k_alias STARTS WITH "pds000100" OR k_alias STARTS WITH "#pds000100"', 'mended_code k_code IN ["pds100", "pds0100", "pds00100", "pds0000100", "pds00000100", "dps000100", "psd000100"] unless named', 'spelling {pds000100} in k_name, k_syn unless named', 'words {pds 000100} all or "pds-000100" if named'],
  ['aspirin', 'name k_name = "aspirin"', 'synonym k_exact = "aspirin"', 'alias k_alias = "aspirin"', 'near_name k_exact IN ["~aspirin", "*aspirin"]', 'sound k_exact = "%aspirin"', 'name_start k_name STARTS WITH "aspirin"', 'alias_start k_alias STARTS WITH "aspirin"', 'sound k_py = "aspirin"', 'sound k_py STARTS WITH "aspirin"', 'name_end k_end STARTS WITH "niripsa" unless named', 'spelling k_exact = "^aspirin" unless named', 'spelling {aspirin} in k_name, k_syn unless named', 'words {aspirin} all or "aspirin" if named'],
  ['THF', 'name k_name = "thf"', 'abbreviation k_cas = "109-99-9"', 'synonym k_exact = "thf"', 'alias k_alias = "thf"', 'formula k_formula = "f1th1"', 'near_name k_exact IN ["~thf", "*thf"]', 'name_start k_name STARTS WITH "thf"', 'alias_start k_alias STARTS WITH "thf"', 'sound k_py = "thf"', 'sound k_py STARTS WITH "thf"', 'words {thf} all or "thf" if named'],
  ['NaCl', 'formula k_formula = "cl1na1"', 'name k_name = "nacl"', 'synonym k_exact = "nacl"', 'alias k_alias = "nacl"', 'near_name k_exact IN ["~nacl", "*nacl"]', 'name_start k_name STARTS WITH "nacl"', 'alias_start k_alias STARTS WITH "nacl"', 'sound k_py = "nacl"', 'sound k_py STARTS WITH "nacl"', 'words {nacl} all or "nacl" if named'],
  ['甲基亚砜', 'name k_name = "甲基亚砜"', 'synonym k_exact = "甲基亚砜"', 'alias k_alias = "甲基亚砜"', 'near_name k_exact IN ["~甲基亚砜", "*甲基亚砜"]', 'spelling k_exact = "钾基亚砜" OR k_alias = "钾基亚砜" unless named', 'name_start k_name STARTS WITH "甲基亚砜"', 'alias_start k_alias STARTS WITH "甲基亚砜"', 'phrase {"甲 基 亚 砜"} all', 'sound k_py = "jiajiyafeng"', 'sound k_exact = "%jiajiyafeng" unless named', 'spelling k_exact IN ["?基亚砜", "甲?亚砜", "甲基?砜", "甲基亚?"] unless named', 'named_part k_exact IN ["甲基亚", "基亚砜"] OR k_alias IN ["甲基亚", "基亚砜"] unless found', 'sound k_py STARTS WITH "jiajiyafeng" unless found', 'words k_pairs IN ["甲基", "基亚", "亚砜"] {甲 基 亚 砜} last unless found'],
  ['lidocaine HCl', 'name s_en = "lidocaine hydrochloride"', 'name k_name IN ["lidocainehcl", "lidocainehydrochloride"]', 'synonym k_exact IN ["lidocainehcl", "lidocainehydrochloride"]', 'alias k_alias IN ["lidocainehcl", "lidocainehydrochloride"]', 'systematic k_exact = "=DFbllKsbCWNvEwhh"', 'near_name k_exact IN ["~lidocainehydrochloride", "*lidocainehydrochloride"]', 'spelling k_exact = "iidocainehcl" OR k_alias = "iidocainehcl" unless named', 'sound k_exact = "%lidocainehcl"', 'name_start s_en STARTS WITH "lidocaine hcl"', 'name_start k_name STARTS WITH "lidocainehcl" OR k_name STARTS WITH "lidocainehydrochloride"', 'alias_start k_alias STARTS WITH "lidocainehcl" OR k_alias STARTS WITH "#lidocainehcl"', 'sound k_py = "lidocainehcl"', 'sound k_py STARTS WITH "lidocainehcl"', 'parent k_exact IN ["lidocaine", "~lidocaine"]', 'parent k_alias = "lidocaine"', 'spelling k_exact = "^lidocainehidroclorid" unless named', 'phrase {"lidocaine hydrochloride"} all unless named', 'spelling {lidocainehcl} in k_name, k_syn unless named', 'words {lidocaine hydrochloride} all or "lidocaine hydrochloride" if named', 'named_part k_exact = "lidocaine" OR k_alias = "lidocaine" unless found', 'words {lidocaine hydrochloride} last or "lidocaine hydrochloride" if named unless found'],
  ['布洛芬 EP 杂质 E', 'name k_name = "布洛芬ep杂质e"', 'synonym k_exact = "布洛芬ep杂质e"', 'alias k_alias = "布洛芬ep杂质e"', 'impurity k_exact = "#布洛芬#e#ep"', 'impurity k_exact = "#布洛芬#e#unnamed"', 'near_name k_exact IN ["~布洛芬ep杂质e", "*布洛芬ep杂质e"]', 'spelling k_exact = "布洛酚ep杂质e" OR k_alias = "布洛酚ep杂质e" unless named', 'name_start k_name STARTS WITH "布洛芬ep杂质e"', 'alias_start k_alias STARTS WITH "布洛芬ep杂质e"', 'phrase {"布 洛 芬" "ep" "杂 质" "e"} all', 'sound k_py = "buluofenzazhi"', 'words {布 洛 芬 ep 杂 质 e} last unless found'],
  ['(−)-limonene', 'name s_en = "(-)-limonene"', 'name k_name = "limonene" AND k_exact = "limonene-"', 'synonym k_exact = "limonene-"', 'alias k_alias = "limonene"', 'near_name k_exact IN ["limonene", "~limonene", "*limonene"]', 'sound k_exact = "%limonene"', 'name_start s_en STARTS WITH "(-)-limonene"', 'name_start k_name STARTS WITH "limonene"', 'alias_start k_alias STARTS WITH "limonene" OR k_alias STARTS WITH "#limonene"', 'sound k_py = "limonene"', 'sound k_py STARTS WITH "limonene"', 'spelling {limonene} in k_name, k_syn unless named', 'words {limonene} all or "(-)-limonene" if named'],
  ['2-chlorophenol', 'name s_en = "2-chlorophenol"', 'name k_name = "2chlorophenol"', 'synonym k_exact = "2chlorophenol"', 'alias k_alias = "2chlorophenol"', 'systematic k_exact = "=EFsJw7KalE2W7Eut"', 'near_name k_exact = "~2chlorophenol"', 'name_start s_en STARTS WITH "2-chlorophenol"', 'name_start k_name STARTS WITH "2chlorophenol"', 'alias_start k_alias STARTS WITH "2chlorophenol"', 'spelling {2chlorophenol} in k_name, k_syn unless named', 'words {chlorophenol} all or "2-chlorophenol" if named'],
  ['2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester', 'name s_en = "2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester"', 'name k_name = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester"', 'synonym k_exact = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester"', 'alias k_alias = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester"', 'systematic k_exact = "=591Q5jXY9q4xgRvf"', 'near_name k_exact = "~26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester"', 'name_start s_en STARTS WITH "2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester"', 'name_start k_name STARTS WITH "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester"', 'alias_start k_alias STARTS WITH "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester"', 'spelling {26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester} in k_name, k_syn unless named', 'words {dimethyl nitrophenyl dihydropyridine dicarboxylic acid dimethyl ester} all or "2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester" if named', 'named_part k_exact = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethyl" OR k_alias = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethyl" unless found', 'named_part k_exact = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicacid" OR k_alias = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicacid" unless found', 'named_part k_exact = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylic" OR k_alias = "26dimethyl42nitrophenyl14dihydropyridine35dicarboxylic" unless found', 'named_part k_exact = "aciddimethylester" OR k_alias = "aciddimethylester" unless found', 'named_part k_exact = "dimethylester" OR k_alias = "dimethylester" unless found', 'named_part k_exact = "aciddimethyl" OR k_alias = "aciddimethyl" unless found', 'named_part k_exact = "dimethyl" OR k_alias = "dimethyl" unless found', 'words {dimethyl nitrophenyl dihydropyridine dicarboxylic acid dimethyl ester} last or "2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester" if named unless found'],
  ['1,3-二氯苯', 'name k_name = "13二氯苯"', 'synonym k_exact = "13二氯苯"', 'alias k_alias = "13二氯苯"', 'systematic k_exact = "=wWzOBIAfgotBV0I_"', 'translated k_name = "13dichlorobenzene"', 'translated k_exact = "13dichlorobenzene"', 'near_name k_exact = "~13二氯苯"', 'name_start k_name STARTS WITH "13二氯苯"', 'alias_start k_alias STARTS WITH "13二氯苯"', 'phrase {"1,3-" "二 氯 苯"} all', 'sound k_py = "erlvben"', 'words k_pairs IN ["二氯", "氯苯"] {二 氯 苯} last unless found'],
]; // prettier-ignore

test.each(TABLE)('%s', (query, ...tiers) => {
  expect(shown(query)).toEqual(tiers);
});

test('an ion, a place on a ring, a prime or a star makes no abbreviation, but NAD+ and o-DCB are some', () => {
  const isShort = (text: string) => plan(text).some(({ name }) => name === 'abbreviation');
  for (const ion of [
    'Ga3+',
    'Ga 3+',
    'Ga³⁺',
    'Ga+3',
    'Ga(3+)',
    'E2+',
    'p-CP',
    'P-CP',
    'D-MF',
    'DMF*',
    "DMF'",
    'B[a]P',
  ])
    expect([ion, isShort(ion)]).toEqual([ion, false]);
  for (const short of ['GA3', 'GA-3', 'NAD+', 'E2', 'o-DCB', 'L-DOPA', 'N-BS'])
    expect([short, isShort(short)]).toEqual([short, true]);
});

test('an abbreviation with a digit is none for a formula, but an element is', () => {
  const first = (text: string) =>
    plan(text).find(({ name }) => ['abbreviation', 'formula'].includes(name))?.name;
  expect(['VB2', 'CO2'].map(first)).toEqual(['abbreviation', 'formula']);
});

test.each([
  ['B-carotene', 'betacarotene'],
  ['r-丁内酯', 'gamma丁内酯'],
  ['伽马丁内酯', 'gamma丁内酯'],
  ['17a-hydroxyprogesterone', '17alphahydroxyprogesterone'],
  ['邻苯二甲酸二正丁酯', '邻苯二甲酸二丁酯'],
  ['溴代丁烷', '溴丁烷'],
  ['8enzene', 'benzene'],
  ['5alicylic acid', 'salicylicacid'],
  ['chlorofonn', 'chloroform'],
])('%s may be written for %s', (text, key) => {
  const slips = plan(text).find(({ name, unless }) => name === 'spelling' && unless === 'named');
  expect(slips!.filter).toContain(`"${key}"`);
});

test('an impurity is looked for under every name of its parent', () => {
  const tier = plan('acetaminophen EP impurity K', ['paracetamol']).find(({ name }) => name === 'impurity');
  expect(tier!.filter).toContain('k_exact IN ["#acetaminophen#k#ep", "#paracetamol#k#ep"]');
});

test('a product number of digits and dashes is one, whatever else it may be', () => {
  expect(plan('100-200-30')[0]).toMatchObject({
    name: 'code',
    filter: expect.stringContaining('k_code = "10020030"'),
  });
});

test.each([
  'o'.repeat(299) + '1',
  'aspirin caffeine naproxen ibuprofen '.repeat(9),
  '一种萘普生与咖啡因 '.repeat(30),
])('the plan of %s is bounded', (text) => {
  expect(plan(text).length).toBeLessThan(30);
  expect(JSON.stringify(plan(text)).length).toBeLessThan(200_000);
});

test('later tiers leave out what the filters of earlier ones find, so that counts add up', () => {
  // Those of the last resort are asked only where the others find nothing.
  const tiers = disjoint(plan('acetic acid').filter(({ unless }) => unless !== 'found'));
  const own: string[] = [];
  for (const { filter = '', q } of tiers) {
    for (const earlier of own) expect(filter).toContain(`NOT ${earlier}`);
    if (q === undefined) own.push(filter.split(' AND NOT ')[0]!);
  }
});

test('spellings of one query have one meaning, and so one cached answer; capitals of formulas count', () => {
  expect(meaningOf(' Ａｓｐｉｒｉｎ  ')).toBe(meaningOf('aspirin'));
  expect(meaningOf('對乙醯氨基酚')).toBe(meaningOf('对乙酰氨基酚'));
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

test('whatever is typed makes a plan in which quotes stay quoted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (query) => {
      for (const { filter = '' } of plan(query)) {
        // Without the quoted values only words of the language are left.
        const rest = filter.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '');
        expect(rest).toMatch(/^[a-zA-Z_=()[\], ]*$/);
      }
    }),
    { numRuns: 300 },
  );
});

test('nothing is suggested for nothing, and no vague spelling while typing', () => {
  expect(planSuggestions('  ')).toEqual([]);
  expect(planSuggestions('asp').map(({ name }) => name)).toEqual([
    'name',
    'name_start',
    'alias_start',
    'words',
  ]);
  expect(planSuggestions('aspir').map(({ name }) => name)).toEqual([
    'name',
    'synonym',
    'alias',
    'name_start',
    'alias_start',
    'name_end',
    'words',
  ]);
  // What it begins is one list, so that the likeliest comes first.
  const [names, others] = planSuggestions('th').filter(({ behind }) => behind !== undefined);
  expect(names!.filter).toBe('k_name STARTS WITH "th"');
  for (const part of ['k_alias STARTS WITH "th"', 'k_py STARTS WITH "th"', '"109-99-9"'])
    expect(others!.filter).toContain(part);
});

test('a text of any length is cut, not refused', () => {
  const tiers = plan('阿司匹林'.repeat(5_000));
  for (const { filter = '', q = '' } of tiers) expect(filter.length + q.length).toBeLessThan(20_000);
});
