import { documentOf } from '../../../indexer/document.js';
import { keysOf } from '../../../indexer/keys.js';
import { blankProduct } from '../../../src/catalogue/products/fields.js';
import { aliasKeys, aliasKeysOfQuery, aliasMeant, aliasStarts } from '../../../src/chemistry/names/alias.js';
import { plan, planSuggestions } from '../../../src/search/text/plan.js';
import { readTyped } from '../../../src/search/text/typed.js';

const INCHI_KEY = 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N';
const UNII = 'R16CO5Y76E';

test.each([INCHI_KEY, UNII, `UNII-${UNII}`])('%s is found whole', (text) => {
  const [key = '', ...others] = aliasKeys(text, null);
  expect(key).toMatch(/^#/);
  expect(others).toEqual([]);
  for (const typed of [text, text.replace(/^UNII-/, 'unii '), text.replace(/^UNII-/, '')])
    expect(aliasKeysOfQuery(typed.toLowerCase())).toContain(key);
  expect(aliasMeant(text.toLowerCase(), [text])).toBe(text);
});

test('of several names that a text begins, the shortest is meant', () => {
  const names = ['paracetamolo', 'Paracetamolum', 'paracetamol'];
  expect(aliasMeant('para', names)).toBe('paracetamol');
  expect(aliasMeant('paracetamolo', names)).toBe('paracetamolo');
});

test('an InChI key is found without its dashes, too', () => {
  expect(aliasKeysOfQuery(INCHI_KEY.replaceAll('-', '').toLowerCase())).toContain(
    aliasKeys(INCHI_KEY, null)[0],
  );
});

test.each(['Tylenol', 'vitamin b12', 'DB00945', 'EC 200-064-1', 'ibuprofene', 'carbomer34', '1234567890'])(
  '%s is a name',
  (text) => {
    expect(aliasKeys(text, null).some((key) => key.startsWith('#'))).toBe(false);
  },
);

test('the first letters of an identifier tell nothing, eight do', () => {
  expect(aliasStarts('r1')).toEqual(['r1']);
  expect(aliasStarts('r16co5y7')).toEqual(['r16co5y7', '#r16co5y7']);
  expect(aliasStarts('bsynrymutxbx')).toContain('#bsynrymutxbx');
  expect(aliasMeant('r1', [UNII])).toBeUndefined();
  expect(aliasMeant('r16co5y7', [UNII])).toBe(UNII);
  expect(JSON.stringify(planSuggestions(readTyped('bs')))).not.toContain('#');
});

const storedWith = (...aliases: string[]) => ({
  ...blankProduct('A-1', 'sync'),
  name_cn: '阿司匹林',
  id: 1,
  version: '1',
  aliases: aliases.map((text) => ({ text, lang: null })),
  series_size: 0,
  inquiries: 0,
  in_stock: false,
  updated_at: '2026-01-01T00:00:00.000Z',
});

test('an alias that says of which substance a product is an impurity is found as one', () => {
  const { keys } = keysOf(storedWith('Carbamazepine EP impurity A'));
  for (const query of ['carbamazepine impurity A', 'EP impurity A of carbamazepine', '卡马西平杂质A']) {
    const { tiers } = plan(readTyped(query), ['carbamazepine']);
    const sought = tiers
      .filter(({ name }) => name.startsWith('impurity'))
      .flatMap(({ parts }) => parts.flat());
    expect(sought.some(({ key }) => keys.some(({ kind, text }) => kind === 'impurity' && text === key))).toBe(
      true,
    );
  }
});

test('an identifier is no word of a document and no text to be misspelt', () => {
  const stored = storedWith(INCHI_KEY, UNII, 'Tylenol');
  const { keys } = keysOf(stored);
  const of = (kind: string): string[] => keys.filter((key) => key.kind === kind).map(({ text }) => text);
  expect(of('alias')).toEqual([
    `#${INCHI_KEY.replaceAll('-', '').toLowerCase()}`,
    `#${UNII.toLowerCase()}`,
    'tylenol',
  ]);
  expect(of('half')).toEqual(['<7:tyl', '>7:enol']);
  expect(documentOf(stored).s_alias).toEqual(['tylenol']);
});
