import { codeNeighbours } from '../../../src/search/text/codes.js';
import { plan } from '../../../src/search/text/plan.js';
import type { Tier } from '../../../src/search/text/tier.js';
import { readTyped } from '../../../src/search/text/typed.js';
import examples from './codes.json' with { type: 'json' };

const keysOf = ({ parts }: Tier): string[] => parts.flat().map(({ key }) => key);

test.each(examples.codes)('%s may be %s', (form, key) => {
  expect(codeNeighbours(form)).toContain(key);
});

test('a code is no neighbour of its own, and has few', () => {
  expect(codeNeighbours('pds-001859')).not.toContain('pds001859');
  expect(codeNeighbours('pds-001859').length).toBeLessThan(10);
  expect(codeNeighbours('pds-001859-1')).not.toContain('pds018591');
  expect(codeNeighbours('aspirin')).toEqual([]);
});

test('codes are mended where a text that looks like one names nothing', () => {
  const mended = plan(readTyped('PDS-1859')).tiers.find(({ name }) => name === 'mended_code');
  expect(keysOf(mended!)).toContain('pds001859');
  expect(mended?.unless).toBe('named');
  expect(plan(readTyped('vitamin b1')).tiers.some(({ name }) => name === 'mended_code')).toBe(false);
});

test('a number with a digit too many or too few is mended, after those with another digit', () => {
  const mendedOf = (text: string): string[][] =>
    plan(readTyped(text))
      .late.filter(({ name }) => name === 'mended')
      .map(keysOf);
  const [changed, counted] = mendedOf('1033-90-2');
  expect(changed).not.toContain('103-90-2');
  expect(counted).toContain('103-90-2');
  for (const text of ['103-9-2', '103-900-2', '13-90-2', '103-90-20'])
    expect(mendedOf(text).flat()).toContain('103-90-2');
  expect(mendedOf('58-08-02').flat()).toContain('58-08-2');
  expect(mendedOf('103-90-2')).toEqual([]);
  // A number of the European list is another one.
  expect(mendedOf('200-659-6')).toEqual([]);
});

test('what looks like a dash or a digit is read as one', () => {
  for (const text of ['58一08一2', '58ー08ー2', '58-O8-2'])
    expect(keysOf(plan(readTyped(text)).tiers[0]!)).toEqual(['58-08-2']);
  expect(keysOf(plan(readTyped('I5687-27-1')).tiers[0]!)).toEqual(['15687-27-1']);
});

test('two codes with a stroke between them are a list', () => {
  expect(readTyped('PDS-001859/PDS-000106').list?.items.map(({ text }) => text)).toEqual([
    'PDS-001859',
    'PDS-000106',
  ]);
  expect(readTyped('AB-12/CD-345').list).toBeUndefined();
});
