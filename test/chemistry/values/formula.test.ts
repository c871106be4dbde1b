import { weightOfElements } from '../../../src/chemistry/values/atoms.js';
import { elementsOf, formulaKey, readFormula } from '../../../src/chemistry/values/formula.js';
import examples from './formula.json' with { type: 'json' };

/** One formula as people and catalogues write it. */
test.each(examples.spellings)('%s is found as it is stored, and by its other spellings', (stored, ...typed) => {
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
