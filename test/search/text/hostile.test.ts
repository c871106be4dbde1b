import fc from 'fast-check';
import { saltForm, bareForm, parentsOf } from '../../../src/chemistry/names/salts.js';
import { Hit, judgeInTurns } from '../../../src/search/text/found.js';
import { highlighter } from '../../../src/search/text/highlight.js';
import { parentIn, meaningOf, plan, planSuggestions } from '../../../src/search/text/plan.js';
import { flatForm } from '../../../src/chemistry/names/stereo.js';
import { systematicKey } from '../../../src/chemistry/names/systematic.js';
import { readTyped } from '../../../src/search/text/typed.js';
import { HOSTILE_TEXTS, longestProduct } from './hostile.js';

/**
 * The time that this process works on it, ms: neighbours on a busy machine do not count. The least of four runs, for the
 * first one is compiled, and the collector may come into another.
 */
function workOf(work: () => unknown): number {
  const times = [0, 1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

describe.each(HOSTILE_TEXTS)('%s', (_what, given) => {
  test('are read and planned without holding the event loop', () => {
    const work = workOf(() => {
      const typed = readTyped(given);
      parentIn(typed);
      meaningOf(typed);
      plan(typed, ['acetaminophen']);
      planSuggestions(typed);
    });
    expect(work).toBeLessThan(50);
  });

  test('as the name of a product they are understood as fast', () => {
    const { form } = readTyped(given);
    expect(workOf(() => parentsOf(flatForm(bareForm(saltForm(form)))))).toBeLessThan(50);
    expect(workOf(() => systematicKey(saltForm(form)))).toBeLessThan(50);
  });

  test('are highlighted in a page of the longest products without holding the event loop', () => {
    const typed = readTyped(given);
    const products = Array.from({ length: 200 }, (_, i) => longestProduct(i, given));
    const work = workOf(() => {
      const highlights = highlighter(typed);
      for (const product of products) highlights(product);
    });
    expect(work).toBeLessThan(60);
  });
});

test('of whatever is typed at most 300 characters are read, in every form', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('㍿', '\ufdfa', 'ο', '&#x3372;', '😀', ' ', 'e\u0301', '齉'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 600,
    size: 'max',
  }); // prettier-ignore
  fc.assert(
    fc.property(text, (given) => {
      const typed = readTyped(given);
      expect(Array.from(typed.text).length).toBeLessThanOrEqual(300);
      expect(Array.from(typed.form).length).toBeLessThanOrEqual(300);
      expect(readTyped(typed.text)).toEqual(typed);
    }),
  );
});

test('a page whose time is up comes without further highlights, and says so', () => {
  const product = longestProduct(1, 'acid');
  expect(highlighter(readTyped('acid'), 10_000)(product)?.name_en).not.toEqual([]);
  expect(highlighter(readTyped('acid'), 0)(product)).toBeUndefined();
});

test('a page is judged in several turns of the event loop, each product once', async () => {
  let turn = 0;
  let counting = true;
  const count = (): void => {
    turn++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const judgedIn: number[] = [];
  const judge = (): { match: 'similar' } => {
    judgedIn.push(turn);
    return { match: 'similar' };
  };
  const hits = Array.from({ length: 200 }, (_, id) => new Hit({ id, json: '{}' }, 'name', judge));
  await judgeInTurns(hits);
  await judgeInTurns(hits);
  counting = false;
  expect(judgedIn).toHaveLength(200);
  const most = Math.max(...judgedIn.map((each) => judgedIn.filter((other) => other === each).length));
  expect(most).toBeLessThanOrEqual(10);
});
