import { refuseSmiles } from '../../../src/chemistry/structures/smiles.js';

test.each(['O[C@@H]', 'C[C@H]C', '[C@H]', 'CC(=O)[C@@H]', 'C([C@H])1CC1'])(
  'a stereo centre with too few neighbours is refused, as it would be filled with hydrogens: %s',
  (text) => {
    expect(refuseSmiles(text)).toMatch(/too few neighbours/);
  },
);

test.each([
  'C[C@H](O)C(O)=O',
  '[C@](F)(Cl)Br',
  'C1[C@H](O)CC1',
  'NC(Br)=[C@]=C(O)C',
  'C[S@](=O)CC',
  'O[C@H]1CC[C@@H](O)CC1',
  'C[C@]12CC[C@H]3C(CCC4=CC(=O)CC[C@@]34C)C1CC[C@@H]2O',
  'C[C@]1(CCCO1)O.[13C@H](F)(Cl)Br',
])('a stereo centre with its neighbours is read: %s', (text) => {
  expect(refuseSmiles(text)).toBeUndefined();
});

test.each(['C=1CC-1', 'C=1CC#1', 'C=%12CC-%12'])(
  'a ring whose ends name two bonds is refused: %s',
  (text) => {
    expect(refuseSmiles(text)).toMatch(/different bonds/);
  },
);
