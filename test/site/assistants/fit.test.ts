import { cutTexts, ROOM } from '../../../src/site/assistants/fit.js';

test('an answer that is too long has its texts cut, never an address, a number or a structure', () => {
  const address = `https://catalogue.example/media/${'7'.repeat(40)}`;
  const values = (value: string) => Array.from({ length: 10 }, (_, n) => ({ code: `P-${n}`, value }));
  const structure = { smiles: 'C'.repeat(600), inchikey: 'A'.repeat(27), formula: 'C600' };
  const answer = { structure, values: [values('long '.repeat(1_000)), values(address), values('1066-33-7')] };
  const cut = cutTexts(answer);
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(ROOM);
  expect(cut.structure).toEqual(structure);
  expect(cut.values[0]![0]!.value).toMatch(/^long .*…$/);
  expect(cut.values.slice(1)).toEqual(answer.values.slice(1));
});
