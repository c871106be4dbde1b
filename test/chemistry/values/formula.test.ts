import { weightOfElements } from '../../../src/chemistry/values/atoms.js';
import { elementsOf, formulaKey, readFormula } from '../../../src/chemistry/values/formula.js';

/** One formula as people and catalogues write it. */
test.each([
  ['Na2HPO4·12H2O', 'Na2HPO4⋅12H2O', 'Na2HPO4•12H2O', 'Na2HPO4∙12H2O', 'Na2HPO4・12H2O', 'Na2HPO4.12H2O', 'Na2HPO4 12H2O'],
  ['CaSO4·1/2H2O', 'CaSO4·½H2O', 'CaSO4·0.5H2O', 'CaSO4.0.5H2O', 'CaSO4⋅½H2O'],
  ['[13C]6H12O6', '(13C)6H12O6', '13C6H12O6'],
  ['C6[2H]6', 'C6D6'],
  ['(C2H4O)n'],
  ['C10H15NO (HCl)', 'C10H15NO.HCl', 'C10H15NO·HCl', 'C10H16ClNO'],
  ['[C8H20N]+[Cl]-', 'C8H20ClN', 'C8H20N·Cl'],
  ['CuSO4·5H2O', 'CuSO4.5H2O', 'CuSO4(5H2O)', 'CuSO4 x 5 H2O'],
])('%s is found as it is stored, and by its other spellings', (stored, ...typed) => {
  for (const each of [stored, ...typed]) expect([each, readFormula(each).keys]).toEqual([each, expect.arrayContaining([formulaKey(stored)])]);
}); // prettier-ignore

test('an isotope is no other formula, and weighs what it weighs', () => {
  expect(formulaKey('13C6H12O6')).not.toBe(formulaKey('C6H12O6'));
  expect(weightOfElements(elementsOf('13C6H12O6')!)).toBeCloseTo(186.1, 0);
  expect(weightOfElements(elementsOf('[13C]6H12O6')!)).toBeCloseTo(186.1, 0);
  expect(weightOfElements(elementsOf('CaSO4·0.5H2O')!)).toBeCloseTo(145.1, 0);
});

test.each(['2H2O', '3H2O', '[Cu(NH3)4]2+', 'SO42-', 'C18H20FN3O4·HCl·½H2O'])('%s is one formula', (text) => {
  expect(elementsOf(text)).toBeDefined();
});

test.each(['Iron (II)', 'aspirin/caffeine', 'B[a]P', 'CO (gas)', '10/20'])('%s is none', (text) => {
  expect(readFormula(text).keys).toEqual([]);
});
