import { aliasIn } from '../../../src/chemistry/structures/given.js';
import { Random } from '../../support/random.js';
import { startWithStructures } from './catalogue.js';
import { shared } from '../../support/with-own.js';

// Structures that were spoiled, in writes and in searches: each is read, or refused by name; none is an error of the service,
// and afterwards it reads as before. SEED=n makes others, FULL=1 makes 10,000.

const SEED = Number(process.env['SEED'] ?? 1);
const COUNT = process.env['FULL'] ? 10_000 : 1_000;
const BATCH = 200;

/** A chain of carbons. */
const molfileOf = (atoms: number): string => `
  made by hand

${String(atoms).padStart(3)}${String(atoms - 1).padStart(3)}  0  0  0  0            999 V2000
${Array.from({ length: atoms }, (_, i) => `${i.toFixed(4).padStart(10)}    0.0000    0.0000 C   0  0`).join('\n')}
${Array.from({ length: atoms - 1 }, (_, i) => `${String(i + 1).padStart(3)}${String(i + 2).padStart(3)}  1  0`).join('\n')}
M  END`;
const WHOLE = {
  smiles: [
    'CC(=O)Oc1ccccc1C(=O)O',
    'C[C@H](N)C(=O)O.Cl',
    '[2H]C([2H])([2H])[N+](C)(C)CC([O-])=O',
    'C12C3C4C1C5C2C3C45',
    `C1${'C'.repeat(250)}1`,
    'F/C=C/F',
  ],
  molfile: [molfileOf(3), molfileOf(300)],
  inchi: [
    'InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)',
    'InChI=1S/C3H7NO2/c1-2(4)3(5)6/h2H,4H2,1H3,(H,5,6)/t2-/m0/s1',
    'InChI=1S/ClH.Na/h1H;/q;+1/p-1',
  ],
  smarts: ['[#6;R]~[#7,#8]', '[$([NX3;H2]),$([OX2])]C(=O)', 'c1ccccc1-[!#1]'],
};
type Kind = keyof typeof WHOLE;
const SIGNS = [
  ...'CNOcno()[]=#@+-/.%0123456789HRX*$~&,;! \n',
  '9999',
  '[Og]',
  'M  END',
  '(((((',
  '/t2-',
  '²',
  '\0',
  '\ud800',
];

const random = new Random(SEED);

/** A structure of this kind with up to four places cut out, doubled or written over. */
function spoiled(kind: Kind): string {
  let text = random.pick(WHOLE[kind]);
  for (let n = 1 + random.below(4); n > 0; n--) {
    const from = random.below(text.length);
    const to = from + random.below(4);
    const put = random.pick([
      '',
      text.slice(from, to).repeat(random.pick([2, 3, 40])),
      random.pick(SIGNS),
      random.pick(SIGNS),
    ]);
    text = text.slice(0, from) + put + text.slice(to);
  }
  return text;
}

const service = shared(() => startWithStructures([{ code: 'ASPIRIN', smiles: WHOLE.smiles[0]! }]));

test('pushes of spoiled structures take the products, and tell of each structure that is not read', async () => {
  for (let done = 0; done < COUNT; done += BATCH) {
    const products = Array.from({ length: BATCH }, (_, i) => {
      const kind = random.pick(['smiles', 'smiles', 'molfile', 'inchi'] as const);
      return { code: `S${i}`, name_cn: '甲', [kind]: spoiled(kind) };
    });
    const begun = performance.now();
    const answer = await service.push({ products });
    expect(answer).toMatchObject({ ok: true, errors: [] });
    expect(performance.now() - begun).toBeLessThan(60_000);
    for (const { field, code } of answer.warnings) {
      expect(['smiles', 'molfile', 'inchi']).toContain(field);
      expect(products.map((product) => product.code)).toContain(code);
    }
  }
}, 600_000);

test('searches by spoiled structures are answered, or refused as bad requests', async () => {
  const seen = new Set<number>();
  for (let done = 0; done < COUNT / 5; done++) {
    const kind = random.pick(['smiles', 'molfile', 'smarts'] as const);
    const mode =
      kind === 'smarts'
        ? 'substructure'
        : random.pick(['exact', 'stereo-blind', 'tautomer', 'substructure', 'similarity']);
    const { status } = await service.find({ [kind]: spoiled(kind), mode });
    seen.add(status);
  }
  expect([...seen].sort((a, b) => a - b)).toEqual([200, 400]);
}, 600_000);

test('afterwards structures are read and found as before', async () => {
  expect(
    await service.push({ products: [{ code: 'Z', name_cn: '甲', inchi: WHOLE.inchi[1]! }] }),
  ).toMatchObject({
    created: 1,
    warnings: [],
  });
  expect(await service.codes({ smiles: WHOLE.smiles[0]!, mode: 'exact' })).toContain('ASPIRIN');
});

test.each([
  ['thousands of labels', 'A  1\nC\n'.repeat(9_000)],
  ['a number of thousands of digits', `M  STY  1 ${'1'.repeat(64_000)}\n`],
])('a molfile with %s is looked through without holding the event loop', (_what, more) => {
  const before = process.cpuUsage();
  expect(aliasIn(molfileOf(3).replace('M  END', `${more}M  END`))).toBeUndefined();
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});
