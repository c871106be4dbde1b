import { readFile } from 'node:fs/promises';
import { startSearch } from '../../search/text/catalogue.js';
import { httpAssistant, PRODUCTS } from './client.js';
import type { Assistant } from './client.js';
import examples from './procurement.json' with { type: 'json' };
import { shared } from '../../support/with-own.js';

const service = shared(() => startSearch([...PRODUCTS, ...examples.more]));
let assistant: Assistant;
beforeAll(async () => {
  assistant = await httpAssistant(service.origin);
});

type Ask = Assistant['ask'];
const BUYER = { name: 'Jane Doe', email: 'jane@example.com' };
// oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the tasks
const codesOf = (products: any[]): string[] => products.map(({ code }): string => code).sort();

/** The values that a path such as `data.*.code` leads to; those of all members in the order of their texts. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the tasks
function taken(answer: any, [name, ...rest]: string[]): unknown {
  if (name === undefined) return answer;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read by the tasks
  if (name === '*') return answer.map((each: any) => taken(each, rest)).sort();
  return taken(answer[name], rest);
}

type Task = [task: string, calls: number, work: (ask: Ask) => Promise<unknown>, found: unknown];
/** What a buyer's assistant is asked to do in one call, and what it finds at a place of the answer. */
const SINGLE = (
  examples.tasks as [task: string, tool: string, args: object, place: string, found: unknown][]
).map(([task, tool, args, place, found]): Task => [
  task,
  1,
  async (ask) => taken(await ask(tool, args), place.split('.')),
  found,
]);
/** What takes more, or more of the answer: in how many calls it can be done, and how. */
const TASKS: Task[] = [
  ...SINGLE,
  [
    '这十二行清单里哪些有货？',
    1,
    async (ask) => {
      const identifiers = ['1. 阿司匹林 10g', 'PDS-2', '103-90-2', 'ibuprofen', '咖啡因 5 g', 'PDS-101', '氨氯地平', 'Amlodipine Impurity D', '67-56-1', 'unobtainium', '', '58-08-2'].map((line) => line || '-'); // prettier-ignore
      const { results } = await ask('resolve_identifiers', { identifiers });
      return codesOf(
        results.flatMap(({ product }: { product: { in_stock: boolean } | null }) =>
          product?.in_stock ? product : [],
        ),
      );
    },
    ['PDS-1', 'PDS-100', 'PDS-102', 'PDS-104', 'PDS-104'],
  ],
  [
    'Formulas and weights for a table of three substances',
    1,
    async (ask) =>
      (await ask('resolve_identifiers', { identifiers: ['50-78-2', 'caffeine', '氨氯地平'] })).results.map(
        ({ product: { formula, mw } }: { product: { formula: string; mw: number } }) => [formula, mw],
      ),
    [
      ['C9H8O4', 180.16],
      ['C8H10N4O2', 194.19],
      ['C20H25ClN2O5', 408.88],
    ],
  ],
  [
    'Which standards do you have?',
    2,
    async (ask) => {
      const { categories } = await ask('list_categories');
      const category = categories.find((name: string) => name === '标准品');
      return codesOf((await ask('list_products', { category })).data);
    },
    ['PDS-1', 'PDS-100', 'PDS-104'],
  ],
  [
    'What has changed since this morning, two pages of it',
    2,
    async (ask) => {
      const first = await ask('list_products', { changed_since: '2000-01-01', page_size: 10 });
      const second = await ask('list_products', {
        changed_since: '2000-01-01',
        page_size: 10,
        cursor: first.next_cursor,
      });
      return [first.data.length, second.data.length, second.next_cursor, first.total];
    },
    [10, 5, null, 15],
  ],
  [
    'How do the two paracetamols differ?',
    2,
    async (ask) => {
      const { results } = await ask('resolve_identifiers', { identifiers: ['paracetamol'] });
      const [{ product, others }] = results;
      const { different } = await ask('compare_products', { codes: [product.code, ...others] });
      return different.map(({ field }: { field: string }) => field);
    },
    ['synonyms', 'status'],
  ],
  [
    'Compare impurities A and D with each other and with one that is not there',
    1,
    async (ask) => {
      const { different, not_found: missing } = await ask('compare_products', {
        codes: ['PDS-101', 'PDS-102', 'PDS-999'],
      });
      const weights = different.find(({ field }: { field: string }) => field === 'mw');
      return [weights.values.map(({ value }: { value: number }) => value), missing];
    },
    [[538.98, 406.86], ['PDS-999']],
  ],
  [
    'The whole record of impurity D, for a dossier',
    2,
    async (ask) => {
      const { results } = await ask('search', { query: '氨氯地平杂质D' });
      return (await ask('fetch', { id: results[0].id })).metadata.formula;
    },
    'C20H23ClN2O5',
  ],
  [
    'Ask for a price of 100 mg of caffeine',
    2,
    async (ask) => {
      const { results } = await ask('resolve_identifiers', { identifiers: ['caffeine'] });
      const { id } = await ask('request_quote', {
        code: results[0].product.code,
        quantity: '100 mg',
        ...BUYER,
      });
      return service.db.one('SELECT code, quantity, name, email FROM inquiries WHERE id = $1', [id]);
    },
    { code: 'PDS-104', quantity: '100 mg', ...BUYER },
  ],
  [
    'Ask for something that you do not have',
    1,
    async (ask) => {
      const { id } = await ask('request_quote', { product_name: 'unobtainium', ...BUYER });
      return service.db.one('SELECT product_name FROM inquiries WHERE id = $1', [id]);
    },
    { product_name: 'unobtainium' },
  ],
  [
    'Ask for a price of three things at once, in milligrams',
    1,
    async (ask) => {
      const items = ['PDS-101', 'PDS-102', 'PDS-104'].map((code) => ({ code, quantity: '50 mg' }));
      const { id } = await ask('request_quote', { items, ...BUYER });
      return service.db.map('SELECT code FROM inquiry_lines WHERE inquiry_id = $1', [id], ({ code }) => code);
    },
    ['PDS-101', 'PDS-102', 'PDS-104'],
  ],
  [
    'What is tagged HPCL?',
    2,
    async (ask) => {
      const refused = await ask('list_products', { tag: 'HPCL' }).catch(({ message }) => message as string);
      const [, tag] = /nearest: ([^,]+)/.exec(refused)!;
      return codesOf((await ask('list_products', { tag })).data);
    },
    ['PDS-1', 'PDS-100'],
  ],
  [
    'How many lines of this order of sixty do you have?',
    1,
    async (ask) => {
      const lines = ['caffeine 25 g', '88150-42-9', 'unobtainium', '氨氯地平杂质D 5mg'];
      const identifiers = Array.from({ length: 60 }, (_, n) => lines[n % lines.length]!);
      const { table } = await ask('resolve_identifiers', { identifiers });
      return (table as string).split('\n').filter((line) => line.split(',')[1] === 'exact').length;
    },
    45,
  ],
  [
    'A drawing of caffeine, for the order form',
    1,
    async (ask) => {
      const { structure } = await ask('get_product', { code: '58-08-2' });
      return (await fetch(structure.drawing_url)).headers.get('content-type');
    },
    'image/webp',
  ],
];

test('a call for a price that is repeated within ten minutes sends one inquiry', async () => {
  const ask = (quantity: string) =>
    assistant.ask('request_quote', { product_name: 'kryptonite', quantity, ...BUYER });
  const [first, again, other] = [await ask('1 g'), await ask('1 g'), await ask('2 g')];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

const made: { calls: number; characters: number }[] = [];

test.each(TASKS)('%s (%i)', async (_, calls, work, expected) => {
  const task = { calls: 0, characters: 0 };
  made.push(task);
  const found = await work(async (name, args) => {
    task.calls++;
    const answer = await assistant.ask(name, args);
    task.characters += JSON.stringify(answer).length;
    return answer;
  });
  expect(found).toEqual(expected);
  expect(task.calls).toBe(calls);
});

test('thirty tasks take 1.3 calls each at most, and answers that an assistant has room for', () => {
  const mean = (of: 'calls' | 'characters'): number =>
    made.reduce((sum, task) => sum + task[of], 0) / TASKS.length;
  expect(made).toHaveLength(30);
  expect(mean('calls')).toBeLessThanOrEqual(1.3);
  expect(mean('characters')).toBeLessThanOrEqual(2_500);
  expect(Math.max(...made.map(({ calls }) => calls))).toBe(2);
});

test('each tool has examples, and they can be asked: their products are those of the sample', async () => {
  const { tools } = await assistant.client.listTools();
  const sample = await readFile('infra/sample/products.ndjson', 'utf8');
  const inCatalogue: Record<string, string> = { 'PDS-001859': 'PDS-1', 'PDS-000113': 'PDS-104' };
  for (const { name, description = '' } of tools) {
    const examples = [...description.matchAll(/^Example: (.+)$/gm)].map(([, text]) => text!);
    expect([name, examples.length]).not.toEqual([name, 0]);
    for (const example of examples) {
      const asked = example.replaceAll(/PDS-\d{6}/g, (code) => {
        expect(sample).toContain(`"code": "${code}"`);
        return inCatalogue[code]!;
      });
      await assistant.ask(name, JSON.parse(asked));
    }
  }
});

test('two hundred identifiers have room in one answer: a line for each, and details of those in doubt', async () => {
  const names = ['PDS-101', '88150-42-9', 'caffeine', 'asprin', 'unobtainium'];
  const identifiers = Array.from({ length: 200 }, (_, n) => names[n % names.length]!);
  const answer = await assistant.ask('resolve_identifiers', { identifiers });
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(12_000);
  const lines: string[] = answer.table.split('\n');
  expect(lines.slice(0, 6)).toEqual([
    'index,match,code,cas,formula,mw,in_stock',
    '0,exact,PDS-101,88150-62-3,C28H27ClN2O7,538.98,0',
    '1,exact,PDS-100,88150-42-9,C20H25ClN2O5,408.88,1',
    '2,exact,PDS-104,58-08-2,C8H10N4O2,194.19,1',
    '3,similar,PDS-1,50-78-2,C9H8O4,180.16,1',
    '4,none,,,,,',
  ]);
  expect([lines.length, answer.omitted]).toEqual([201, undefined]);
  expect(answer.results[0]).toMatchObject({ index: 3, identifier: 'asprin', match: 'similar' });
});

test.each(examples.refused as [string, string, object, string][])(
  '%s is a tool error that says so',
  async (_, name, args, says) => {
    expect(await assistant.refusal(name, args)).toMatch(new RegExp(says));
  },
);
