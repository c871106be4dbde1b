import { isPattern } from '../../../src/search/structure/pattern.js';

/** A molfile of two atoms and a bond. */
const v2000 = (symbol: string, bond = '  1  2  1  0', property = ''): string =>
  `\n  by hand\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\n    1.0000    0.0000    0.0000 ${symbol.padEnd(3)} 0  0\n${bond}\n${property}M  END\n`;
const v3000 = (atom: string): string =>
  `\n  by hand\n\n  0  0  0  0  0            999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS 2 1 0 0 0\nM  V30 BEGIN ATOM\nM  V30 1 C 0 0 0 0\nM  V30 2 ${atom}\nM  V30 END ATOM\nM  V30 BEGIN BOND\nM  V30 1 1 1 2\nM  V30 END BOND\nM  V30 END CTAB\nM  END\n`;

test.each([
  ['a SMARTS', 'smarts', 'CO', true],
  ['a SMILES', 'smiles', 'CO', false],
  ['a SMILES with any bond', 'smiles', 'C~O', true],
  ['a molfile', 'molfile', v2000('O'), false],
  ['any atom', 'molfile', v2000('A'), true],
  ['a hetero atom', 'molfile', v2000('Q'), true],
  ['argon, which begins as any atom', 'molfile', v2000('Ar'), false],
  ['any bond', 'molfile', v2000('O', '  1  2  8  0'), true],
  ['a bond of a ring', 'molfile', v2000('O', '  1  2  1  0  0  1'), true],
  ['a list of atoms', 'molfile', v2000('L', undefined, 'M  ALS   2  2 F N   O   \n'), true],
  ['V3000', 'molfile', v3000('O 1 0 0 0'), false],
  ['any atom of V3000', 'molfile', v3000('A 1 0 0 0'), true],
  ['a list of V3000', 'molfile', v3000('[N,O] 1 0 0 0'), true],
  ['none of a list of V3000', 'molfile', v3000('NOT [N,O] 1 0 0 0'), true],
] as const)('%s', (_, kind, text, is) => {
  expect(isPattern({ kind, text })).toBe(is);
});
