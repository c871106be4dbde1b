import { longestTurn } from '../../support/event-loop.js';
import { shared } from '../../support/with-own.js';
import { startSearch } from './catalogue.js';
import { rareHan } from './hostile.js';

const tail = rareHan(300);
const service = shared(() =>
  startSearch(
    Array.from({ length: 200 }, (_, i) => ({
      code: `E-${i}`,
      name_cn: `酸${i}${tail.slice(0, 190)}`,
      name_en: `acid ${i} ${'株式 acetylsalicylic '.repeat(9)}`.slice(0, 200),
      synonyms: `acid ${tail.slice(0, 290)}`,
      tags: `标签${i}`,
    })),
    { SEARCH_CACHE: 'off' },
  ),
);

/** What one GET each does to the event loop: it stood for seconds to minutes with the first four. */
const TEXTS = {
  'characters that NFKC makes four of': `acid ${'㍿'.repeat(1_711)}`,
  'some of these': `acid ${'㍿'.repeat(300)}`,
  'rare Han characters': `acid ${rareHan(1_740)}`,
  'misspelt words': `acid ${Array.from({ length: 1_600 }, (_, i) => `acet${(46_656 + i).toString(36)}`).join(' ')}`,
  'a descriptor that could be read in many ways': `acid (${'d,l,'.repeat(70)}!`,
};

describe.each(Object.entries(TEXTS))('%s', (_what, text) => {
  const q = encodeURIComponent(text);
  test.each([
    ['a highlighted search', `/api/v1/products/search?page_size=200&highlight=true&q=${q}`],
    ['suggestions', `/api/v1/products/suggest?q=${q}`],
    ['the storefront', `/?q=${q}`],
    ['the results of the storefront', `/storefront/results?suggest=1&q=${q}`],
  ])(
    '%s of them never hold the event loop',
    async (_where, path) => {
      let status = 0;
      const longest = await longestTurn(async () => {
        const answer = await fetch(service.origin + path.slice(0, 15_500));
        status = answer.status;
        await answer.arrayBuffer();
      });
      expect(status).toBe(200);
      expect(longest).toBeLessThan(250);
    },
    30_000,
  );
});

test('the query is given back as it was typed, however little of it is read', async () => {
  const { query, data } = await service.search(`  ａｃｉｄ ${'㍿'.repeat(1_500)}`, { highlight: true });
  expect(query).toBe(`  ａｃｉｄ ${'㍿'.repeat(1_500)}`);
  expect(data[0]).toHaveProperty('highlight');
});
