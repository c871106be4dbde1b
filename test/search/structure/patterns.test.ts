import { OURSELVES } from '../../../src/platform/limits/limit.js';
import { readResult } from '../../../src/search/structure/find-modes.js';
import { LibraryIndex } from '../../../src/search/structure/library-index.js';
import { searchLibrary } from '../../../src/search/structure/library-search.js';
import { openLibraryThreads } from '../../../src/search/structure/library-threads.js';
import { openRdKit } from '../../../src/chemistry/structures/rdkit.js';
import examples from './patterns.json' with { type: 'json' };

// What a search by a pattern finds is what RDKit says of each structure by itself.

/** Canonical SMILES by what is peculiar to each. */
const PATTERNS = [
  '[r5]', '[r6]', '[r3]', '[Nr6]', '[R1]', '[R2]', '[R3]', '[R0]', '[!R1]', '[!R2;c]', '[c;R2]', '[nr5]', '[r5;R2]', '[C;!$([R2])]',
  '[NX3;r6]1CCOCC1', '[v]', '[v0]', '[v2]', '[v3]', '[v4]', '[v5]', '[Sv6]', '[Pv5]', '[#7v4]', '[#7v3]', '[o,s;v2]', '[c;!v4]',
  '[C@H]', '[^2]', '[C;^3]', '[r{5-6}]', '[k5]', '[$(C/C=C/C)]', 'C/C=C/C', 'C/C=C\\C', 'C(/C)=C/C', '[#6]/[#6]=[#6]/[#6]', 'c/C=C/c', 'C\\C', 'c/c',
]; // prettier-ignore

test('each pattern finds what RDKit finds in each structure, again where it was found before', async () => {
  const [rdkit, threads] = await Promise.all([openRdKit(), openLibraryThreads()]);
  const all = Object.values(examples.structures);
  const index = new LibraryIndex();
  for (const [at, each] of (await threads.describe(all)).entries()) index.set(at + 1, each!);
  for (const text of [...PATTERNS, ...PATTERNS.slice(0, 3)]) {
    const asked = { kind: 'smarts', text } as const;
    const sought = await threads.read(asked, 10_000, OURSELVES);
    if (typeof sought === 'string') throw new Error(`${text} was not read`);
    const wanted = { asked, mode: 'substructure', threshold: 0 } as const;
    const until = performance.now() + 10_000;
    const { results } = await searchLibrary({ index, threads, wanted, sought, until, holder: OURSELVES });
    const found = Array.from(results, (result) => all[readResult(result).product - 1]!);
    const part = rdkit.get_qmol(text)!;
    const judged = all.filter(
      (smiles) => rdkit.get_mol(smiles)!.get_substruct_match(part, '{"useChirality":true}') !== '{}',
    );
    expect([text, found.sort()]).toEqual([text, judged.sort()]);
  }
});
