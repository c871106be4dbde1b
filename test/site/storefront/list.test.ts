import { gzipSync } from 'node:zlib';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { readText } from '../../../src/site/storefront/list-lines.js';
import { asset } from '../../../src/site/storefront/assets.js';
import { workbook } from '../../exchange/import/workbook.js';
import { openBrowser } from '../../support/browser.js';
import { longestTurn } from '../../support/event-loop.js';
import { indexerOfFile } from '../../support/indexer.js';
import { serviceOfFile } from '../../support/service.js';
import { shared } from '../../support/with-own.js';

const service = serviceOfFile();
indexerOfFile(service);
const browser = shared(openBrowser);
const NASTY = `<img src=x onerror="document.title='run'">`;

beforeAll(async () => {
  const made = Array.from({ length: 20 }, (_, n) => ({
    code: `MADE-${100 + n}`,
    name_cn: `造物${n}`,
    name_en: `Madeupine ${'abcdefghijklmnopqrst'[n]}`,
  }));
  const products = [
    { code: 'L-1', name_cn: '阿司匹林', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O4', stock: 2, smiles: 'CC(=O)Oc1ccccc1C(=O)O' },
    { code: 'L-2', name_cn: '阿司匹林', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O4', status: 'custom' },
    { code: 'L-3', name_cn: '咖啡因', name_en: 'caffeine', cas: '58-08-2', mw: 194.19, structure_url: service.origin + asset('icon.svg') },
    { code: 'L-4', name_cn: NASTY, name_en: NASTY },
    ...made,
  ]; // prettier-ignore
  const pushed = await service.write('POST', '/sync/push', products, { Prefer: 'wait=30' });
  expect(pushed.headers.get('preference-applied')).toBe('wait=30');
});

const get = (path: string) => service.call('GET', `/${path}`);

/** Posts the form of the page as a browser does. */
function post(fields: { text?: string; codes?: string; file?: Buffer | string }, path = '/list?lang=en') {
  const form = new FormData();
  if (fields.text !== undefined) form.set('text', fields.text);
  if (fields.codes !== undefined) form.set('codes', fields.codes);
  form.set('file', new Blob([fields.file ?? '']), fields.file === undefined ? '' : 'list');
  return service.call('POST', `/${path}`, { body: form });
}

const UNESCAPED: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
/** What a page says of each line: its text, how surely it is found, and the number of the product. */
function linesOf(page: string): string[][] {
  return [...page.matchAll(/<tr\s+class="(\w+)"\s+data-text="([^"]*)"\s+data-code="([^"]*)"/g)].map(
    ([, outcome, text, code]) => [text!.replaceAll(/&[^;]+;/g, (each) => UNESCAPED[each]!), outcome!, code!],
  );
}

test('a pasted list is a table without a script: what was asked, what was found, how surely, what else it may mean', async () => {
  const text = 'Name\tCAS\n1. Caffeine 50 mg\n\n50-78-2\r\nasprin\nunobtainium\n50-78-3';
  const { status, text: page } = await post({ text });
  expect(status).toBe(200);
  expect(linesOf(page)).toEqual([
    ['Name\tCAS', 'heading', ''],
    ['1. Caffeine 50 mg', 'exact', 'L-3'],
    ['50-78-2', 'exact', 'L-1'],
    ['asprin', 'similar', 'L-1'],
    ['unobtainium', 'none', ''],
    ['50-78-3', 'similar', 'L-1'],
  ]);
  for (const words of [
    'Only similar: please check',
    'Not found',
    'Other possible products (1)',
    'Did you mean',
  ])
    expect(page).toContain(words);
  expect(page).toContain(`${asset('icon.svg')}" alt="Structure of caffeine"`);
  expect(page).toMatch(/src="\/api\/v1\/products\/L-1\/structure\.svg\?v=[0-9a-f]{8}&amp;part=largest"/);
  // The form holds the list, to be changed and looked up again.
  expect(page).toContain('>\n1. Caffeine 50 mg\n'.slice(2));
  const chinese = (await post({ text }, '/list?lang=zh')).text;
  for (const words of ['仅相近，请核对', '未找到', '完全一致', '咖啡因']) expect(chinese).toContain(words);
});

test('one line may be a list of its own, and an address may carry one', async () => {
  const { text } = await get('/list?lang=en&text=aspirin%3B%20caffeine%3B%20L-4');
  expect(linesOf(text)).toEqual([
    ['aspirin', 'exact', 'L-1'],
    ['caffeine', 'exact', 'L-3'],
    ['L-4', 'exact', 'L-4'],
  ]);
  expect(text).not.toContain('<img src=x');
  const found = await get('/?lang=en&q=aspirin%3B%20caffeine');
  const [, link] = /class="as-list" href="([^"]+)"/.exec(found.text)!;
  expect(linesOf((await get(link!.replaceAll('&amp;', '&'))).text).map(([asked]) => asked)).toEqual([
    'aspirin',
    'caffeine',
  ]);
});

test('a line that is too long is looked up without the column or the word that it is cut within', () => {
  const textOf = (line: string) => readText(`x\n${line}`).lines[1]!.text;
  expect(textOf(`50-78-2\taspirin\t${' '.repeat(480)}a sodium salt`)).toBe('50-78-2\taspirin …');
  expect(textOf(`${'x'.repeat(490)} PDS-001859`)).toBe(`${'x'.repeat(490)} …`);
});

test('what somebody chose for a line stands for it', async () => {
  const { text } = await post({ text: 'aspirin\n50-78-2\nx; y', codes: 'L-2\n\nNO-SUCH' });
  expect(linesOf(text)).toEqual([
    ['aspirin', 'chosen', 'L-2'],
    ['50-78-2', 'exact', 'L-1'],
    ['x; y', 'none', ''],
  ]);
  expect(text).toContain('Chosen by you');
});

test.each<[string, Buffer | string, string[][]]>([
  ['CSV with names of columns', '序号,品名,CAS号,数量\n1,,58-08-2,\n2,阿司匹林,50-78-2,5 g\n', [['58-08-2', 'exact', 'L-3'], ['50-78-2\t阿司匹林\t5 g', 'exact', 'L-1']]],
  ['CSV whose names have commas', 'Name\n"aspirin"\ncaffeine, \n', [['aspirin', 'exact', 'L-1'], ['caffeine', 'exact', 'L-3']]],
  ['text', 'caffeine\n\nL-2\n', [['caffeine', 'exact', 'L-3'], ['L-2', 'exact', 'L-2']]],
  ['gzipped text of one line', gzipSync('caffeine'), [['caffeine', 'exact', 'L-3']]],
  ['a workbook with names of columns', Buffer.from(workbook([['Our list'], ['Catalogue number', 'Name'], ['L-3', 'caffeine']])), [['L-3\tcaffeine', 'exact', 'L-3']]],
  ['a workbook without', Buffer.from(workbook([['58-08-2'], ['L-2']])), [['58-08-2', 'exact', 'L-3'], ['L-2', 'exact', 'L-2']]],
])('a file is read: %s', async (_, file, expected) => {
  const { status, text } = await post({ file });
  expect(status).toBe(200);
  expect(linesOf(text)).toEqual(expected);
}); // prettier-ignore

/** A workbook of 1 MB at most that unpacks to 48 MB. */
const bomb = () =>
  Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(48 * 1024 * 1024).fill(32) }));
test.each<[string, Parameters<typeof post>[0], number, string]>([
  ['nothing', {}, 400, 'There is nothing to look up'],
  ['blanks', { text: ' \n\n' }, 400, 'There is nothing to look up'],
  ['a text of more than 1 MB', { text: 'x'.repeat(1024 * 1024 + 1) }, 413, '1 MB at most'],
  ['a file of more than 1 MB', { file: 'x\n'.repeat(600_000) }, 413, '1 MB at most'],
  ['a text that unpacks to more than 4 MB', { file: gzipSync('x\n'.repeat(3_000_000)) }, 200, 'first 1,000 lines'],
  ['one line that unpacks to more than 4 MB', { file: gzipSync('x'.repeat(6_000_000)) }, 400, 'damaged'],
  ['a workbook that unpacks to 48 MB', { file: bomb() }, 413, '1 MB at most'],
  ['an image', { file: Buffer.from('89504e470d0a1a0a00', 'hex') }, 415, 'cannot be read'],
  ['a broken workbook', { file: Buffer.from('504b030400000000', 'hex') }, 400, 'damaged'],
  ['more than 1,000 lines', { text: 'L-3\n'.repeat(1_001) }, 200, 'first 1,000 lines'],
  ['characters that no text has', { text: '\0caffeine\ud800' }, 200, 'Product'],
])('the page says what it cannot read: %s', async (_, fields, status, words) => {
  const answered = await post(fields);
  expect([answered.status, answered.text.includes(words)]).toEqual([status, true]);
  expect(linesOf(answered.text).length).toBeLessThanOrEqual(1_000);
}, 20_000); // prettier-ignore

test.each([' ', '\u3000', 'a;', '(', 'a and ', '1. '])(
  'a line of %j without end keeps nobody waiting',
  async (piece) => {
    for (const length of [18_000, 300_000]) {
      const text = `x${piece.repeat(length / piece.length)}y`;
      const longest = await longestTurn(async () => expect((await post({ text })).status).toBe(200));
      expect(longest).toBeLessThan(1_000);
    }
  },
);

test('a list is a workbook to take away', async () => {
  const answered = await post({ text: 'caffeine 5 g\n=1+1', codes: '\n' }, '/list.xlsx?lang=en');
  expect(answered.headers.get('content-disposition')).toBe('attachment; filename=list.xlsx');
  const sheet = strFromU8(unzipSync(answered.bytes)['xl/worksheets/sheet1.xml']!);
  const cells = [...sheet.matchAll(/<c r="(\w+)"[^>]*>(?:<is><t[^>]*>|<v>)([^<]*)/g)].map(([, at, text]) => [
    at,
    text,
  ]);
  expect(Object.fromEntries(cells)).toMatchObject({
    A1: 'Line', B2: 'caffeine 5 g', C2: '5 g', D2: 'Exact', E2: 'L-3', F2: 'caffeine', G2: '58-08-2', I2: '194.19', B3: '=1+1', D3: 'Not found',
  }); // prettier-ignore
  expect((await post({ text: '' }, '/list.xlsx?lang=en')).text).toContain('There is nothing to look up');
});

test.each([
  ['zh-CN', 1280],
  ['en-GB', 390],
])(
  // prettier-ignore
  'a list is pasted, mended, chosen from, shortened, copied and shared: in %s at %i px, by keyboard, without an error or an obstacle',
  async (language, width) => {
    const zh = language === 'zh-CN';
    const watched = await browser.open({ language, width });
    const { page, errors } = watched;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
    await page.goto(`${service.origin}/list`);
    await page
      .getByLabel(zh ? '您的清单' : 'Your list', { exact: true })
      .fill('aspirin\ncaffein\nunobtainium\nL-4');
    await page.getByRole('button', { name: zh ? '逐行检索' : 'Look up', exact: true }).press('Enter');
    const rows = page.locator('table.found tbody tr');
    await rows.nth(3).waitFor();
    expect(await watched.violations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const count = async () => (await page.locator('.only').textContent())!.match(/\d+/g)!.join(' ');
    expect(await count()).toBe('4 2 1 1');

    await rows.nth(0).locator('summary').press('Enter');
    await rows
      .nth(0)
      .getByRole('button', { name: zh ? '选择' : 'Use this' })
      .press('Enter');
    await rows
      .nth(0)
      .getByText(zh ? '由您选定' : 'Chosen by you')
      .waitFor();

    await rows
      .nth(1)
      .getByRole('button', { name: zh ? '修改' : 'Edit' })
      .press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type('e');
    await page.keyboard.press('Enter');
    await rows
      .nth(1)
      .getByText(zh ? '完全一致' : 'Exact')
      .waitFor();
    await rows
      .nth(2)
      .getByRole('button', { name: zh ? '移除' : 'Remove' })
      .press('Enter');
    expect(await count()).toBe('3 3 0 0');

    await page.getByRole('button', { name: zh ? '复制表格' : 'Copy table' }).click();
    await page.getByRole('button', { name: zh ? '已复制' : 'Copied' }).waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied.split('\n').map((line) => line.split('\t')[2])).toEqual(['L-2', 'L-3', 'L-4']);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: zh ? '下载 Excel' : 'Download as Excel' }).click();
    await page.getByRole('button', { name: zh ? '正在检索…' : 'Searching…' }).waitFor();
    expect((await download).suggestedFilename()).toBe('list.xlsx');

    const { page: other } = await browser.open({ language, width });
    await other.goto(page.url());
    await other.locator('table.found tbody tr').nth(2).waitFor();
    const codes = await other
      .locator('table.found tbody tr')
      .evaluateAll((all) =>
        all.map((row) => (row as unknown as { dataset: Record<string, string> }).dataset['code']),
      );
    expect(codes).toEqual(['L-2', 'L-3', 'L-4']);
    await other.locator('[data-language]').click();
    await other
      .locator('table.found')
      .getByText(zh ? 'Chosen by you' : '由您选定')
      .waitFor();
    await other.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await watched.violations()).toEqual([]);
    expect(await page.title()).not.toBe('run');
    expect(errors).toEqual([]);
  },
  60_000,
);

/** Asks for all of the list that a page shows, in four actions. @returns the lines of the inquiry, as they are stored */
async function askForAll(page: Page): Promise<Record<string, string | null>[]> {
  await page.getByRole('button', { name: 'Add all to quote list' }).click();
  await page.getByLabel('Name').fill('Wang Fang');
  await page.getByLabel('E-mail').fill('wang@example.com');
  await page.getByRole('button', { name: /^Request a quote \(/ }).click();
  await page.getByText('We have received your request').waitFor();
  return service.db.any(
    `SELECT code, product_name, quantity, note, suggested FROM inquiry_lines
      WHERE inquiry_id = (SELECT max(id) FROM inquiries) ORDER BY line`,
  );
}

test('from a pasted list of 20 to a sent inquiry in five actions, on a telephone', async () => {
  const { page, errors } = await browser.open({ language: 'en', width: 390, height: 600 });
  await page.goto(`${service.origin}/list`);
  const made = Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? `MADE-${100 + n}` : `造物${n} 10 mg`));
  const pasted = [...made, 'caffeine 5 g', 'asprin', '50-78-2', 'unobtainium'].join('\n');

  await page.getByLabel('Your list', { exact: true }).fill(pasted);
  await page.getByRole('button', { name: 'Look up' }).click();
  const asked = await askForAll(page);
  // Also where two mean the same product, or are the same.
  expect(asked).toHaveLength(20);
  const { x, y } = (await page.locator('.sent h2').boundingBox())!;
  expect(await page.evaluate(`document.elementFromPoint(${x + 9}, ${y + 9}).tagName`)).toBe('H2');
  const line = { code: null, product_name: null, quantity: null, note: null, suggested: null };
  expect(asked[0]).toEqual({ ...line, code: 'MADE-100' });
  expect(asked[1]).toEqual({ ...line, code: 'MADE-101', product_name: '造物1 10 mg', quantity: '10 mg' });
  expect(asked.slice(17)).toEqual([
    { ...line, product_name: 'asprin', suggested: 'L-1' }, // nobody has said that it is this one
    { ...line, code: 'L-1' },
    { ...line, product_name: 'unobtainium' },
  ]);
  expect(errors).toEqual([]);
});

test('of a list the doubtful lines stand first or alone, are settled where they stand, and the list keeps its order', async () => {
  const watched = await browser.open({ language: 'en' });
  const { page, errors } = watched;
  const list = 'unobtainium\ncaffeine 5 g\nasprin\nL-2';
  await page.goto(`${service.origin}/list#${new URLSearchParams({ text: list }).toString()}`);
  const rows = page.locator('table.found tbody tr');
  const shown = () => page.locator('table.found tbody tr:visible td.asked').allInnerTexts();
  await rows.nth(3).waitFor();
  expect(await rows.nth(1).getByRole('cell', { name: '5 g', exact: true }).innerText()).toBe('5 g');
  await page.getByRole('radio', { name: 'To check 1' }).check();
  expect(await shown()).toEqual(['asprin']);
  expect(await watched.violations()).toEqual([]);
  await page.getByRole('radio', { name: 'All 4' }).check();
  await page.getByLabel('Sort by').selectOption('To check first');
  expect(await shown()).toEqual(['asprin', 'unobtainium', 'caffeine 5 g', 'L-2']);
  // The one that is settled leaves those that are shown, and the focus stays near.
  await page.getByRole('radio', { name: 'To check 1' }).check();
  await rows.first().getByRole('button', { name: 'Use this' }).first().click();
  await page.getByRole('radio', { name: 'To check 0' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('radio', { name: 'All 4' }).check();
  await rows.first().getByText('Chosen by you').waitFor();
  expect(await rows.first().getAttribute('data-code')).toBe('L-1');
  await page.getByLabel('Filter these lines').fill('caff');
  expect(await shown()).toEqual(['caffeine 5 g']);
  expect(await page.getByLabel('Your list', { exact: true }).inputValue()).toBe(list);
  expect(await page.locator('.only').textContent()).toMatch(/To check\s+0/);
  expect(errors).toEqual([]);
});

test('lines that mean the same stay as many; for more than an inquiry takes it says which were left out', async () => {
  const { page } = await browser.open({ language: 'en' });
  const look = async (lines: string[]): Promise<void> => {
    await page.goto(`${service.origin}/list`);
    await page.getByLabel('Your list', { exact: true }).fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Look up' }).click();
    await page
      .locator('table.found tbody tr')
      .nth(lines.length - 1)
      .waitFor();
    await page.getByRole('button', { name: 'Add all to quote list' }).click();
  };
  await look(Array.from({ length: 30 }, (_, n) => ['50-78-2', 'aspirin', 'asprin'][n % 3]!));
  const lines = page.locator('.asked-for tbody tr');
  await lines.nth(29).waitFor();
  expect(await lines.count()).toBe(30);
  await lines.nth(2).getByText('Perhaps (not confirmed): ').waitFor();
  await look(Array.from({ length: 72 }, (_, n) => `unobtainium ${n}`));
  await page.getByText('Quote list is full. Not added: 2 (unobtainium 70; unobtainium 71)').waitFor();
});

test('an address of another list shows that one; printed, it has a heading over each of its columns, and no other', async () => {
  const { page } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/list?lang=en#text=unobtainium`);
  await page.locator('table.found tbody tr.none').waitFor();
  await page.goto(`${service.origin}/list?lang=en#text=caffeine`);
  await page.locator('table.found tbody tr.exact').waitFor();
  await page.emulateMedia({ media: 'print' });
  const cells = (part: string) => page.locator(`table.found ${part} tr >> :is(th, td):visible`).count();
  expect([await cells('thead'), await cells('tbody')]).toEqual([5, 5]);
});

test('cells of a spreadsheet, repeated products and what is typed meanwhile are all kept', async () => {
  const { page, errors } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/list`);
  const field = page.getByLabel('Your list', { exact: true });
  await field.fill('unobtainium\t100 mg\ncaffeine 5 g\ncaffeine 10 g');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.locator('table.found tbody tr').nth(2).waitFor();
  await field.fill('typed since');
  await page.locator('table.found tbody tr').nth(0).getByRole('button', { name: 'Remove' }).waitFor();
  const asked = await askForAll(page);
  expect(asked).toEqual([
    expect.objectContaining({ code: null, product_name: 'unobtainium', quantity: '100 mg' }),
    expect.objectContaining({ code: 'L-3', product_name: 'caffeine 5 g', quantity: '5 g' }),
    expect.objectContaining({ code: 'L-3', product_name: 'caffeine 10 g', quantity: '10 g' }),
  ]);
  await page.goto(`${service.origin}/list`);
  await field.fill('caffeine\naspirin');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.locator('table.found tbody tr').nth(1).waitFor();
  await field.fill('typed since');
  await page.locator('table.found tbody tr').nth(0).getByRole('button', { name: 'Remove' }).click();
  expect(await page.locator('table.found tbody tr').count()).toBe(1);
  expect(await field.inputValue()).toBe('typed since');
  expect(errors).toEqual([]);
});

test('a list that could not be looked up stays in its field when a row of the old one is removed', async () => {
  const { page } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/list#text=caffeine%0Aaspirin`);
  const rows = page.locator('table.found tbody tr');
  await rows.nth(1).waitFor();
  const field = page.getByLabel('Your list', { exact: true });
  await field.fill('unobtainium');
  const lines = (await page.locator('#list-form').getAttribute('data-lines'))!;
  await page.route(`**${lines}*`, (route) => route.fulfill({ status: 429, body: '' }), { times: 1 });
  const answered = page.waitForResponse(`**${lines}*`);
  await page.getByRole('button', { name: 'Look up' }).click();
  await answered;
  await page.locator('#list-form:not([aria-busy])').waitFor();
  await rows.first().getByRole('button', { name: 'Remove' }).click();
  expect(await rows.count()).toBe(1);
  expect(await field.inputValue()).toBe('unobtainium');
});

test('rows that are edited one after the other are both looked up, however late the first answer comes', async () => {
  const { page, errors } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/list#text=unobtainium%0Aimpossibilium`);
  const rows = page.locator('table.found tbody tr');
  await rows.nth(1).waitFor();
  const lines = (await page.locator('#list-form').getAttribute('data-lines'))!;
  let answer = (): void => {};
  const isSecondThere = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    `**${lines}*`,
    async (route) => {
      await isSecondThere;
      await route.continue();
    },
    { times: 1 },
  );
  for (const [at, line] of ['L-2', 'L-3'].entries()) {
    await rows.nth(at).locator('[data-act=edit]').click();
    await rows.nth(at).locator('.asked input').fill(line);
    await rows.nth(at).locator('.asked input').press('Enter');
  }
  await rows.nth(1).and(page.locator('.exact')).waitFor();
  answer();
  await rows.nth(0).and(page.locator('.exact')).waitFor();
  expect(await page.getByLabel('Your list', { exact: true }).inputValue()).toBe('L-2\nL-3');
  expect(errors).toEqual([]);
});

test('a list that is pasted into the search field goes on to the page of lists, whole', async () => {
  const { page, errors } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/`);
  const lines = Array.from({ length: 40 }, (_, n) =>
    n < 20 ? `MADE-${100 + n}` : `nothing of this name ${n}`,
  );
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(lines.join('\n'))});
    document.querySelector('#q').dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }`);
  await page.getByRole('link', { name: 'Look up this list line by line' }).click();
  await page.locator('table.found tbody tr').nth(39).waitFor();
  expect(await page.locator('tr.exact').count()).toBe(20);
  expect(errors).toEqual([]);
});

test.each(['/list?lang=en', '/?lang=en'])('a file is dropped on %s', async (path) => {
  const { page } = await browser.open({ language: 'en' });
  await page.goto(service.origin + path);
  const files = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['Name,Qty\\ncaffeine,5 g\\n'], 'list.csv'));
    return dropped;
  })()`);
  await page.dispatchEvent('form.search', 'drop', { dataTransfer: files });
  await page.locator('tr.exact').getByText('caffeine', { exact: true }).waitFor();
  expect(await page.locator('textarea').inputValue()).toBe('caffeine\t5 g');
});

test('a list is looked up and downloaded without a script', async () => {
  const { page } = await browser.open({ language: 'en', script: false });
  await page.goto(`${service.origin}/list`);
  await page.locator('textarea').fill('caffeine\nunobtainium');
  await page.getByRole('button', { name: 'Look up' }).click();
  expect(await page.locator('table.found tbody tr').count()).toBe(2);
  expect(await page.locator('main button:visible').allInnerTexts()).toEqual(['Look up', 'Download as Excel']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as Excel' }).click();
  expect((await download).suggestedFilename()).toBe('list.xlsx');
});
