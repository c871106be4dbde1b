// A field is written down once: this adds one to a copy of the project, by its entry in the table of fields, its words and the
// migration with its column, and finds it wherever fields are read, kept, shown and described. That the form of the back
// office has an input for every field of the table is in test/desk/products-page.test.ts.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import readWorkbook from 'read-excel-file/node';
import type * as Document from '../../../indexer/document.js';
import type * as Settings from '../../../src/search/engine/meilisearch-settings.js';
import { issueKey } from '../../../src/platform/access/keys.js';
import type * as Words from '../../../src/desk/pages/texts.js';
import type * as BackUp from '../../../src/exchange/backup/backup.js';
import type * as Restore from '../../../src/exchange/backup/restore.js';
import { loadConfig } from '../../../src/platform/config.js';
import type * as Columns from '../../../src/catalogue/products/columns.js';
import type * as Main from '../../../src/main.js';
import { openFolderStore } from '../../../src/catalogue/media/folder-store.js';
import { FIELD_NAMES, FIELDS } from '../../../src/catalogue/products/fields.js';
import type * as Store from '../../../src/catalogue/products/store.js';
import { Client } from '../../support/wire.js';
import { httpAssistant } from '../../site/assistants/client.js';
import { addAccount, PASSWORD } from '../../desk/office.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { closing } from '../../support/with-own.js';

const ENTRY = `  { name: 'storage', kind: 'text', max: 20, ...written, faceted: true, group: 'chemistry' },\n`;
const WORDS_OF_IT = {
  title: { en: 'Storage', cn: '储存条件' },
  aliases: ['储存条件'],
  example: '2-8 °C',
};

/** The migration of the field: its column, and the list of fields of the history that names it too. */
function migration(): string {
  const products = readFileSync('infra/migrations/01_products.sql', 'utf8');
  const [fields] = /(?<=CREATE )FUNCTION changed_fields.*?\$\$;/s.exec(products)!;
  const named = fields.replace(/(?=field_change)/, "field_change('storage', o.storage, n.storage),");
  return `ALTER TABLE products ADD storage text;\nCREATE OR REPLACE ${named}`;
}

const NAMES = FIELD_NAMES.flatMap((name) => (name === 'series' ? ['storage', name] : [name]));

const copy = join(mkdtempSync(join(process.env['TEST_FOLDER']!, 'one-more-field-')), 'project');
const load = async <T>(file: string): Promise<T> => (await import(join(copy, file))) as T;

let database: TestDatabase;
let gateway: Main.Gateway;
let client: Client;
let key: string;
/** What the compiler says of the sources, and of the pages of the back office. */
let types: Promise<string[]>;
const node = (args: string[]) => promisify(execFile)(process.execPath, args);
const compile = (project: string): Promise<string> =>
  node([resolve('test/node_modules/typescript/bin/tsc'), '--noEmit', '-p', project])
    .then(({ stdout }) => stdout)
    .catch(({ stdout }: { stdout: string }) => stdout || 'failed');

beforeAll(async () => {
  await node(['infra/prepare.mjs', 'client']); // the types of the client, which the sources import
  for (const each of ['src', 'indexer', 'infra', 'package.json', 'tsconfig.json'])
    cpSync(each, join(copy, each), { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  mkdirSync(join(copy, 'test'));
  for (const each of ['node_modules', 'test/node_modules', 'src/desk/pages/node_modules'])
    symlinkSync(resolve(each), join(copy, each));
  const table = join(copy, 'src/catalogue/products/fields.ts');
  const source = readFileSync(table, 'utf8');
  const added = source.replace(/ {2}\{ name: 'series',/, (next) => ENTRY + next);
  writeFileSync(table, added);
  const words = join(copy, 'src/catalogue/products/field-words.json');
  const known = JSON.parse(readFileSync(words, 'utf8'));
  writeFileSync(words, JSON.stringify({ ...known, storage: WORDS_OF_IT }));
  writeFileSync(join(copy, 'infra/migrations/99_storage.sql'), migration());
  types = Promise.all([compile(copy), compile(join(copy, 'src/desk/pages'))]);

  database = closing(await freshDatabase());
  const config = loadConfig({
    DATABASE_URL: database.url,
    MEILI_URL: 'http://127.0.0.1:1',
    MEILI_KEY: 'the engine is away',
    DATA_DIR: copy,
    PORT: '0',
  });
  const { startGateway } = await load<typeof Main>('src/main.ts');
  gateway = closing(await startGateway(config, pino({ level: 'silent' })));
  client = new Client(gateway.origin);
  ({ key } = await issueKey(database.db, { name: 'erp', source: 'erp' }));
});

const ask = async (path: string, asked = {}): Promise<{ status: number; text: string }> =>
  client.ask(path, { key, ...asked });
const json = async (path: string, asked = {}) => JSON.parse((await ask(path, asked)).text);

test('a push takes it under its name and its alias, and judges it; answers and exports have it in its place', async () => {
  const pushed = await json('/sync/push', {
    method: 'POST',
    json: [
      { code: 'F-1', name_cn: '一', 储存条件: ' -20 °C ' },
      { code: 'F-2', name_cn: '二', storage: '4 °C' },
      { code: 'F-3', name_cn: '三', storage: 'x'.repeat(21) },
      { code: 'F-4', name_cn: '四' },
    ],
  });
  expect(pushed).toMatchObject({
    created: 3,
    invalid: 1,
    errors: [{ code: 'F-3', field: 'storage', reason: 'too_long' }],
    ignored_fields: [],
  });
  const { data } = await json('/products?sort=code');
  expect(data.map(({ storage }: { storage: unknown }) => storage)).toEqual(['-20 °C', '4 °C', null]);
  expect(Object.keys(data[0])).toEqual(NAMES);
  expect((await json('/products/F-1')).data.storage).toBe('-20 °C');
  const { text } = await ask('/export?format=csv');
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    `\ufeff${NAMES.join(',')}`,
    expect.stringMatching(/^F-1,一,.*,杂质对照品,-20 °C,/),
  ]);
  expect((await json('/export')).data[1].storage).toBe('4 °C');
});

test('PUT changes and clears it', async () => {
  await json('/sync/push', { method: 'POST', json: [{ code: 'F-9', name_cn: '九' }] });
  const edit = (body: object) => json('/products/F-9', { method: 'PUT', json: body });
  expect((await edit({ storage: 'dry' })).updated_fields).toEqual(['storage']);
  expect((await edit({ storage: 'dry', name_en: 'nine' })).updated_fields).toEqual(['name_en']);
  expect((await edit({ storage: null })).updated_fields).toEqual(['storage']);
  expect((await json('/products/F-9')).data.storage).toBeNull();
});

test('the OpenAPI document, the header of a file and the search index know it', async () => {
  const { components } = await json('//api-docs/openapi.json');
  const { Product, PushedProduct, EditedProduct } = components.schemas;
  const described = { description: 'Storage · 储存条件', maxLength: 20 };
  expect(Product.properties.storage).toMatchObject({ ...described, type: ['string', 'null'] });
  expect(Product.required).toContain('storage');
  expect(PushedProduct.properties.storage).toMatchObject(described);
  expect(PushedProduct.properties['储存条件']).toMatchObject({ maxLength: 20 });
  expect(EditedProduct.properties.storage).toMatchObject(described);

  const { columnMeaning } = await load<typeof Columns>('src/catalogue/products/columns.ts');
  expect(columnMeaning('储存条件')).toMatchObject({ field: 'storage' });

  const { productsById, versionsAfterId } = await load<typeof Store>('src/catalogue/products/store.ts');
  const { documentOf } = await load<typeof Document>('indexer/document.ts');
  const { SETTINGS } = await load<typeof Settings>('src/search/engine/meilisearch-settings.ts');
  const [first] = await versionsAfterId(database.db, 0, 1);
  const document = documentOf((await productsById(database.db, [first!.id]))[0]!);
  expect(document).toHaveProperty('f_storage', expect.stringMatching(/./));
  expect(JSON.parse(document.product)).toHaveProperty('storage', '-20 °C');
  expect(JSON.stringify(SETTINGS.filterableAttributes)).toContain('"f_storage"');
});

test('a workbook, and the profile of somebody, have it', async () => {
  const at = { headers: { 'X-API-Key': key } };
  const xlsx = await fetch(`${gateway.origin}/api/v1/export?format=xlsx`, at);
  const [{ data }] = (await readWorkbook(Buffer.from(await xlsx.arrayBuffer()))) as unknown as [
    { data: unknown[][] },
  ];
  expect(data[0]).toEqual(NAMES);
  expect(data[1]![NAMES.indexOf('storage')]).toBe('-20 °C');
  const profile = {
    title: 'Own',
    format: 'csv',
    columns: [{ field: 'code' }, { field: 'storage', format: 'line' }],
  };
  expect((await ask('/export/profiles/own', { method: 'PUT', json: profile })).status).toBe(201);
  expect((await ask('/export?profile=own')).text).toContain('\ufeff货号,储存条件\r\nF-1,-20 °C\r\n');
});

test('the page of a product and the tools for assistants show it', async () => {
  const page = async (lang: string) => (await ask(`//products/F-1?lang=${lang}`)).text;
  expect(await page('en')).toMatch(/<dt>Storage<\/dt>\s*<dd>\s*<span>-20 °C<\/span>/);
  expect(await page('zh')).toContain('<dt>储存条件</dt>');
  const assistant = await httpAssistant(gateway.origin);
  expect(await assistant.ask('get_product', { code: 'F-1' })).toMatchObject({
    product: { storage: '-20 °C' },
  });
});

test('staff edit it and bring it back from the history; a back-up holds it', async () => {
  await addAccount(database.db, 'wang');
  const headers: Record<string, string> = { Origin: gateway.origin, 'X-Back-Office': '1' };
  const office = (method: string, path: string, body: object) =>
    client.ask(path, { method, headers, json: body });
  const credentials = { name: 'wang', password: PASSWORD };
  const signedIn = await office('POST', '//back-office/api/session', credentials);
  headers['Cookie'] = signedIn.headers['set-cookie']![0]!.split(';', 1)[0]!;
  const { WORDS } = await load<typeof Words>('src/desk/pages/texts.ts');
  expect(WORDS.zh.resources.products.fields).toHaveProperty('storage', '储存条件');

  expect((await office('PUT', '/products/F-2', { storage: '' })).status).toBe(200);
  const [{ id, changes }] = (await json('/products/F-2/history')).data;
  expect(changes).toEqual([{ field: 'storage', before: '4 °C', after: null }]);
  expect(
    (await office('POST', '//back-office/api/products/F-2/bring-back', { id, field: 'storage' })).status,
  ).toBe(200);
  expect((await json('/products/F-2')).data.storage).toBe('4 °C');

  const { backUp } = await load<typeof BackUp>('src/exchange/backup/backup.ts');
  const { restore } = await load<typeof Restore>('src/exchange/backup/restore.ts');
  const [folder, images] = [join(copy, 'backup'), openFolderStore(join(copy, 'media'))];
  const { signal } = new AbortController();
  await backUp(database.db, images, folder, { signal });
  await ask('/products/F-2', { method: 'DELETE' });
  await restore(database.db, images, folder, { signal, replace: true });
  expect((await json('/products/F-2')).data.storage).toBe('4 °C');
});

test('the types follow', async () => {
  expect(await types).toEqual(['', '']);
});

test('every bound of the table is one of the database too', async () => {
  const checks = await database.db.map(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = 'products'::regclass AND contype = 'c'`,
    [],
    ({ definition }: { definition: string }) => definition,
  );
  const bounded = (name: string, max: number): boolean =>
    checks.some((check) => new RegExp(`char_length\\(${name}\\).*<= ${max}\\)`).test(check));
  expect(FIELDS.filter(({ name, max }) => max !== undefined && !bounded(name, max))).toEqual([]);
});
