import fc from 'fast-check';
import { KEY_KINDS, maskOf, WHOLE } from '../../../src/search/text/keys.js';
import type { Lookup, Tier } from '../../../src/search/text/tier.js';
import * as planner from '../../../src/search/text/plan.js';
import { readTyped } from '../../../src/search/text/typed.js';

const plan = (text: string, alsoCalled?: string[]) => planner.plan(readTyped(text), alsoCalled);
const meaningOf = (text: string): string => planner.meaningOf(readTyped(text));
const planSuggestions = (text: string) => planner.planSuggestions(readTyped(text));

/** A look-up: the kinds of keys, and `=` the key, `^` how it begins, or `~` what is near it. */
const lookedUp = ({ kinds, key, begins, near }: Lookup): string => {
  const names = kinds === maskOf(WHOLE) ? ['whole'] : KEY_KINDS.filter((_, at) => (kinds >> at) & 1);
  return near ? `${near.most} off ${near.name}` : `${names.join('/')}${begins ? '^' : '='}${key}`;
};

/** A tier in a line: its name, and what it looks up. */
const tierShown = ({ name, parts, weights, unless }: Tier): string => {
  const looked = parts.map((lookups) => [...new Set(lookups.map(lookedUp))].join(' ')).join(' AND ');
  const range = weights && `${weights.least}..${weights.most}`;
  return [name, looked, range, unless && `unless ${unless}`].filter(Boolean).join(' ');
};

/** A plan, line by line: by keys, by words, and what is looked for if there are none. */
const shown = (query: string): string[] => {
  const { tiers, words, late } = plan(query);
  const asked = words && `{${words.q}} ${words.match}${words.whole ? ` or {${words.whole}} if named` : ''}`;
  return [
    ...tiers.map(tierShown),
    ...(asked ? [asked] : []),
    ...late.map((tier) => `late ${tierShown(tier)}`),
  ];
};

// The readable table of the planner: what is typed, and how it is read, the surest first.
const TABLE: [query: string, ...tiers: string[]][] = [
  ['', '{} all'],
  ['!?', '{} all'],
  ['50-78-2', 'cas cas=50-78-2', 'cas_synonym whole=50782'],
  ['15687-72-1', 'cas cas=15687-72-1', 'cas_synonym whole=15687721', 'late mended cas=65687-72-1 cas=15187-72-1 cas=15387-72-1 cas=15587-72-1 cas=15787-72-1 cas=15987-72-1 cas=15682-72-1 cas=15687-27-1 cas=15687-77-1 cas=15687-72-6', 'late mended cas=125687-72-1 cas=156876-72-1 cas=156877-29-1 cas=156877-21-3'],
  ['1975/9/2', 'code number=197592', 'synonym whole=197592', 'mended cas=75-09-2'],
  ['buy CO', 'name whole=buyco', 'alias alias=buyco', 'formula formula=c1o1', 'name name=co', 'synonym whole=co', 'alias alias=co', 'near_name whole=~co whole=*co', 'name_start name^co', 'alias_start alias^co', 'sound pinyin/initials=co', 'sound pinyin/initials^co', '{co} all or {"co"} if named'],
  ['M.W. 180.16', 'weight 180.15..180.17'],
  ['CAS号：５０－７８－２', 'cas cas=50-78-2', 'cas_synonym whole=50782'],
  ['50-7', 'cas_start cas^50-7', 'name spelled=50-7', 'name name=507', 'synonym whole=507', 'alias alias=507', 'near_name whole=~507', 'name_start spelled^50-7', 'name_start name^507', 'alias_start alias^507', '{50 7} some or {"50-7"} if named'],
  ['50782', 'cas cas=50-78-2', 'cas_synonym whole=50782', 'code number=50782', 'cas_start cas^50782-', 'cas_start cas^50782', 'code_start number^50782', 'cas_start cas^507-82 cas^50-78-2', 'name name=50782', 'alias alias=50782', 'near_name whole=~50782', 'name_start name^50782', 'alias_start alias^50782', 'spelling 1 off 50782 unless named', '{50782} all or {"50782"} if named'],
  ['PDS-000100', 'code number=pds000100', 'name spelled=pds-000100', 'name name=pds000100', 'synonym whole=pds000100', 'alias alias=pds000100', 'code_start number^pds000100', 'near_name whole=~pds000100', 'name_start spelled^pds-000100', 'name_start name^pds000100', 'alias_start alias^pds000100 alias^#pds000100', 'spelling 1 off pds000100 unless named', 'spelling 2 off pds000100 unless named', 'mended_code number=pds100 number=pds0100 number=pds00100 number=pds0000100 number=pds00000100 number=dps000100 number=psd000100 unless named', '{pds 000100} all or {"pds-000100"} if named'],
  ['aspirin', 'name name=aspirin', 'synonym whole=aspirin', 'alias alias=aspirin', 'near_name whole=~aspirin whole=*aspirin', 'sound whole=%aspirin', 'name_start name^aspirin', 'alias_start alias^aspirin', 'sound pinyin/initials=aspirin', 'sound pinyin/initials^aspirin', 'spelling 1 off aspirin unless named', 'name_end ending^niripsa unless named', 'spelling whole=^aspirin unless named', '{aspirin} all or {"aspirin"} if named'],
  ['THF', 'name name=thf', 'abbreviation cas=109-99-9', 'synonym whole=thf', 'alias alias=thf', 'formula formula=f1th1', 'near_name whole=~thf whole=*thf', 'name_start name^thf', 'alias_start alias^thf', 'sound pinyin/initials=thf', 'sound pinyin/initials^thf', '{thf} all or {"thf"} if named'],
  ['NaCl', 'formula formula=cl1na1', 'name name=nacl', 'synonym whole=nacl', 'alias alias=nacl', 'near_name whole=~nacl whole=*nacl', 'name_start name^nacl', 'alias_start alias^nacl', 'sound pinyin/initials=nacl', 'sound pinyin/initials^nacl', 'spelling 1 off nacl unless named', '{nacl} all or {"nacl"} if named'],
  ['甲基亚砜', 'name name=甲基亚砜', 'synonym whole=甲基亚砜', 'alias alias=甲基亚砜', 'near_name whole=~甲基亚砜 whole=*甲基亚砜', 'spelling whole=钾基亚砜 alias=钾基亚砜 unless named', 'name_start name^甲基亚砜', 'alias_start alias^甲基亚砜', '{"甲 基 亚 砜"} all', 'late sound pinyin/initials=jiajiyafeng', 'late sound whole=%jiajiyafeng', 'late spelling whole=?基亚砜 whole=甲?亚砜 whole=甲基?砜 whole=甲基亚?', 'late named_part whole=甲基亚 whole=基亚砜 alias=甲基亚 alias=基亚砜', 'late sound pinyin/initials^jiajiyafeng', 'late words pair=甲基 pair=基亚 pair=亚砜'],
  ['lidocaine HCl', 'name spelled=lidocaine hydrochloride', 'name name=lidocainehcl name=lidocainehydrochloride', 'synonym whole=lidocainehcl whole=lidocainehydrochloride', 'alias alias=lidocainehcl alias=lidocainehydrochloride', 'systematic whole==DFbllKsbCWNvEwhh', 'near_name whole=~lidocainehydrochloride whole=*lidocainehydrochloride', 'spelling whole=iidocainehcl alias=iidocainehcl unless named', 'sound whole=%lidocainehcl', 'name_start spelled^lidocaine hcl', 'name_start name^lidocainehcl name^lidocainehydrochloride', 'alias_start alias^lidocainehcl alias^#lidocainehcl', 'sound pinyin/initials=lidocainehcl', 'sound pinyin/initials^lidocainehcl', 'parent whole=lidocaine whole=~lidocaine', 'parent alias=lidocaine', 'spelling 1 off lidocainehcl unless named', 'spelling 2 off lidocainehcl unless named', 'spelling whole=^lidocainehcl unless named', '{lidocaine hydrochloride} some or {"lidocaine hydrochloride"} if named', 'late named_part whole=lidocaine alias=lidocaine'],
  ['布洛芬 EP 杂质 E', 'name name=布洛芬ep杂质e', 'synonym whole=布洛芬ep杂质e', 'alias alias=布洛芬ep杂质e', 'impurity whole=#布洛芬#e#ep', 'impurity whole=#布洛芬#e#unnamed', 'near_name whole=~布洛芬ep杂质e whole=*布洛芬ep杂质e', 'spelling whole=布洛酚ep杂质e alias=布洛酚ep杂质e unless named', 'name_start name^布洛芬ep杂质e', 'alias_start alias^布洛芬ep杂质e', '{"布 洛 芬" "ep" "杂 质" "e"} all', 'late sound pinyin/initials=buluofenzazhi', 'late words pair=布洛 pair=洛芬 pair=杂质'],
  ['(−)-limonene', 'name spelled=(-)-limonene', 'name name=limonene AND whole=limonene-', 'synonym whole=limonene-', 'alias alias=limonene', 'near_name whole=limonene whole=~limonene whole=*limonene', 'sound whole=%limonene', 'name_start spelled^(-)-limonene', 'name_start name^limonene', 'alias_start alias^limonene alias^#limonene', 'sound pinyin/initials=limonene', 'sound pinyin/initials^limonene', 'spelling 1 off limonene unless named', 'spelling 2 off limonene unless named', '{limonene} all or {"(-)-limonene"} if named'],
  ['2-chlorophenol', 'name spelled=2-chlorophenol', 'name name=2chlorophenol', 'synonym whole=2chlorophenol', 'alias alias=2chlorophenol', 'systematic whole==EFsJw7KalE2W7Eut', 'near_name whole=~2chlorophenol', 'name_start spelled^2-chlorophenol', 'name_start name^2chlorophenol', 'alias_start alias^2chlorophenol', 'spelling 1 off 2chlorophenol unless named', 'spelling 2 off 2chlorophenol unless named', '{chlorophenol} all or {"2-chlorophenol"} if named'],
  ['2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester', 'name spelled=2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester', 'name name=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester', 'synonym whole=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester', 'alias alias=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester', 'systematic whole==591Q5jXY9q4xgRvf', 'near_name whole=~26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester', 'name_start spelled^2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester', 'name_start name^26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester', 'alias_start alias^26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester', 'spelling 1 off 26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester unless named', 'spelling 2 off 26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethylester unless named', '{dimethyl nitrophenyl dihydropyridine dicarboxylic acid dimethyl ester} some or {"2,6-dimethyl-4-(2-nitrophenyl)-1,4-dihydropyridine-3,5-dicarboxylic acid dimethyl ester"} if named', 'late named_part whole=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethyl alias=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicaciddimethyl', 'late named_part whole=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicacid alias=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylicacid', 'late named_part whole=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylic alias=26dimethyl42nitrophenyl14dihydropyridine35dicarboxylic', 'late named_part whole=aciddimethylester alias=aciddimethylester', 'late named_part whole=dimethylester alias=dimethylester', 'late named_part whole=aciddimethyl alias=aciddimethyl', 'late named_part whole=dimethyl alias=dimethyl'],
  ['1,3-二氯苯', 'name name=13二氯苯', 'synonym whole=13二氯苯', 'alias alias=13二氯苯', 'systematic whole==wWzOBIAfgotBV0I_', 'translated name=13dichlorobenzene', 'translated whole=13dichlorobenzene', 'near_name whole=~13二氯苯', 'name_start name^13二氯苯', 'alias_start alias^13二氯苯', '{"1,3-" "二 氯 苯"} all', 'late sound pinyin/initials=erlvben', 'late words pair=二氯 pair=氯苯'],
]; // prettier-ignore

test.each(TABLE)('%s', (query, ...tiers) => {
  expect(shown(query)).toEqual(tiers);
});

test('an ion, a place on a ring, a prime or a star makes no abbreviation, but NAD+ and o-DCB are some', () => {
  const isShort = (text: string) => plan(text).tiers.some(({ name }) => name === 'abbreviation');
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
    plan(text).tiers.find(({ name }) => ['abbreviation', 'formula'].includes(name))?.name;
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
  const slips = plan(text).tiers.find(({ name, unless }) => name === 'spelling' && unless === 'named');
  expect(tierShown(slips!)).toContain(`whole=${key} `);
});

test('an impurity is looked for under every name of its parent', () => {
  const { tiers } = plan('acetaminophen EP impurity K', ['paracetamol']);
  const tier = tiers.find(({ name }) => name === 'impurity');
  expect(tierShown(tier!)).toBe('impurity whole=#acetaminophen#k#ep whole=#paracetamol#k#ep');
});

test('a product number of digits and dashes is one, whatever else it may be', () => {
  expect(shown('100-200-30')[0]).toBe('code number=10020030');
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

test('nothing is suggested for nothing, and no vague spelling while typing', () => {
  expect(planSuggestions('asp').tiers.map(({ name }) => name)).toEqual(['name', 'name_start', 'alias_start']);
  expect(planSuggestions('aspir').tiers.map(({ name }) => name)).toEqual([
    'name',
    'synonym',
    'alias',
    'name_start',
    'alias_start',
    'name_end',
  ]);
  // What it begins is one list, so that the likeliest comes first.
  const [names, others] = planSuggestions('th').tiers.filter(({ behind }) => behind !== undefined);
  expect(tierShown(names!)).toBe('name_start name^th');
  for (const part of ['alias^th', 'pinyin/initials^th', 'cas=109-99-9'])
    expect(tierShown(others!)).toContain(part);
});

test('a text of any length is cut, not refused', () => {
  expect(shown('阿司匹林'.repeat(5_000)).join().length).toBeLessThan(40_000);
});
