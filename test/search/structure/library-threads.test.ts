import { OURSELVES } from '../../../src/platform/limits/limit.js';
import type { Asked } from '../../../src/search/structure/library-thread.js';
import { LibraryIndex } from '../../../src/search/structure/library-index.js';
import { searchLibrary } from '../../../src/search/structure/library-search.js';
import { openLibraryThreads, TookTooLong } from '../../../src/search/structure/library-threads.js';

// The threads of RDKit serve all searches: none keeps the others from being read, and a call that is given up harms none.

const SMILES = { kind: 'smiles', text: 'CCO' } as const;
/** One branch more than there are: there is no end to the ways in which they could lie. */
const WILD = { kind: 'smarts', text: Array(31).fill('[D4;^3]').join('.') } as const;
let BRANCHES: string;
let ALCOHOLS: string[];
beforeAll(async () => {
  const texts = [`${'C(C(C)(C)C)'.repeat(30)}C`, 'CCO', 'CC', 'OC'];
  const described = await (await openLibraryThreads()).describe(texts);
  [BRANCHES = '', ...ALCOHOLS] = described.map((each) => Buffer.from(each!.molecule).toString('latin1'));
});

test('what is to be read takes the next turn, however much waits to be matched', async () => {
  const threads = await openLibraryThreads();
  await threads.warm();
  let matched = 0;
  const matching = Array.from({ length: 20 }, () =>
    threads.having(WILD, [BRANCHES], 100, OURSELVES).catch(() => undefined).then(() => matched++),
  ); // prettier-ignore
  expect(await threads.read(SMILES, 10_000, OURSELVES)).toMatchObject({ smiles: 'CCO' });
  expect(matched).toBeLessThanOrEqual(3);
  await Promise.all(matching);
});

test('another caller takes the next turn, however much an address has waiting on both threads', async () => {
  const threads = await openLibraryThreads();
  await threads.warm();
  const [address, neighbour] = ['192.0.2.1', '192.0.2.2'].map((id) => ({ id, isKnown: false }));
  let matched = 0;
  const matching = Array.from({ length: 12 }, () =>
    threads.having(WILD, [BRANCHES], 500, address!).catch(() => undefined).then(() => matched++),
  ); // prettier-ignore
  await threads.having({ kind: 'smarts', text: '[OX2H]' }, ALCOHOLS, 10_000, neighbour!);
  expect(matched).toBeLessThanOrEqual(3);
  await Promise.all(matching);
}, 20_000);

test('a call that takes too long ends with its thread, and the next ones are answered', async () => {
  const threads = await openLibraryThreads();
  await threads.warm();
  await expect(threads.having(WILD, [BRANCHES], 50, OURSELVES)).rejects.toThrow(TookTooLong);
  for (let n = 0; n < 3; n++)
    expect([...(await threads.having({ kind: 'smarts', text: '[OX2H]' }, ALCOHOLS, 10_000, OURSELVES))]).toEqual([0, 2]); // prettier-ignore
});

test('what could not be looked at by the end of the time is counted, in the graphs and by RDKit', async () => {
  const threads = await openLibraryThreads();
  const index = new LibraryIndex();
  const described = await threads.describe(['CCO', 'CCN', 'c1ccccc1']);
  for (const [at, each] of described.entries()) index.set(at + 1, each!);
  const missed = async (text: string, ms: number, kind: Asked['kind'] = 'smarts') => {
    const asked = { kind, text };
    const sought = await threads.read(asked, 10_000, OURSELVES);
    if (typeof sought === 'string') throw new Error('was not read');
    const wanted = { asked, mode: 'substructure', threshold: 0 } as const;
    const until = performance.now() + ms;
    const outcome = await searchLibrary({ index, threads, wanted, sought, until, holder: OURSELVES });
    return [outcome.results.length, outcome.missed];
  };
  expect(await missed('[OX2H]', 10_000)).toEqual([1, 0]);
  expect(await missed('[C;^3]', 10_000)).toEqual([2, 0]);
  expect(await missed('C', -1, 'smiles')).toEqual([1, 2]); // the clock is looked at after the first
  expect(await missed('[C;^3]', 0)).toEqual([0, expect.any(Number)]);
});
