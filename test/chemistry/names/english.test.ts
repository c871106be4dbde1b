import { inEnglish } from '../../../src/chemistry/names/english.js';
import { readable } from '../../../src/chemistry/names/normalise.js';

const called = (text: string): string | undefined => inEnglish(readable(text))[0];

test.each([
  ['D-Asp', 'd-aspartic acid'],
  ['DL-Phe', 'dl-phenylalanine'],
  ['H-Nle-OH', 'l-norleucine'],
  ['H-β-Ala-OH', 'beta-alanine'],
  ['H-Gly-Gly-OH', 'glycylglycine'],
  ['Phe-Gly', 'l-phenylalanylglycine'],
  ['β-Ala-L-His', 'beta-alanyl-l-histidine'],
  ['D-Ala-D-Ala', 'd-alanyl-d-alanine'],
  ['Boc-Ser-OH', 'boc-l-serine'],
  ['Z-D-Val-OH', 'z-d-valine'],
  ['Ac-Cys-OH', 'n-acetyl-l-cysteine'],
  ['H-Gly-OEt·HCl', 'glycine ethyl ester hydrochloride'],
  ['L-Cys·HCl·H2O', 'l-cysteine hydrochloride monohydrate'],
])('%s is called %s', (text, name) => {
  expect(called(text)).toBe(name);
});

test.each(['Met', 'his', 'Ala', 'serine', 'D-glucose', 'pro-drug', 'L-Glu-X', 'phe-'])(
  '%s is no code of amino acids',
  (text) => {
    expect(called(text)).toBeUndefined();
  },
);

test.each([
  ['酸性红18', ['acid red 18', 'c.i. acid red 18']],
  ['分散蓝 1号', ['disperse blue 1', 'c.i. disperse blue 1']],
  ['C.I. 溶剂黄14', ['solvent yellow 14', 'c.i. solvent yellow 14']],
  ['Acid Red 18', ['c.i. acid red 18']],
  ['CI Acid Red 18', ['acid red 18', 'c.i. acid red 18']],
  ['酸性红', []],
  ['酸性红2G', []],
])('the dye %s is called %j', (text, names) => {
  expect(inEnglish(readable(text))).toEqual(names);
});
