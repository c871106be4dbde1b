// A field is written down once: this adds one to a copy of the project, by its entry in the table of fields and its
// column in the database, and finds it wherever fields are read, kept, shown and described.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pino from 'pino';
import type * as Document from '../../indexer/document.js';
import type * as Settings from '../../indexer/settings.js';
import { issueKey } from '../../src/access/keys.js';
import { loadConfig } from '../../src/config.js';
import type * as Header from '../../src/import/header.js';
import type * as Main from '../../src/main.js';
import { FIELD_NAMES, FIELDS } from '../../src/products/fields.js';
import type * as Store from '../../src/products/store.js';
import { Client } from '../access/client.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

const ENTRY = `
  {
    name: 'storage',
    kind: 'text',
    max: 20,
    ...written,
    aliases: ['储存条件'],
    faceted: true,
    group: 'chemistry',
    title: { en: 'Storage', cn: '储存条件' },
    example: '2-8 °C',
  },`;

const NAMES = FIELD_NAMES.flatMap((name) => (name === 'series' ? ['storage', name] : [name]));

const copy = join(mkdtempSync(join(process.env['TEST_FOLDER']!, 'one-more-field-')), 'project');
const load = async <T>(file: string): Promise<T> => (await import(join(copy, file))) as T;

let database: TestDatabase;
let gateway: Main.Gateway;
let client: Client;
let key: string;

beforeAll(async () => {
  for (const each of ['src', 'indexer', 'infra', 'package.json', 'tsconfig.json'])
    cpSync(each, join(copy, each), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const table = join(copy, 'src/products/fields.ts');
  const source = readFileSync(table, 'utf8');
  writeFileSync(
    table,
    source.replace(/\n {2}\{\n {4}name: 'series',/, (next) => ENTRY + next),
  );
  writeFileSync(join(copy, 'infra/migrations/99_storage.sql'), 'ALTER TABLE products ADD storage text;');

  database = await freshDatabase();
  const config = loadConfig({
    DATABASE_URL: database.url,
    MEILI_URL: 'http://127.0.0.1:1',
    MEILI_KEY: 'the engine is away',
    DATA_DIR: copy,
    PORT: '0',
  });
  const { startGateway } = await load<typeof Main>('src/main.ts');
  gateway = await startGateway(config, pino({ level: 'silent' }));
  client = new Client(gateway.origin);
  ({ key } = await issueKey(database.db, { name: 'erp', source: 'erp' }));
});
afterAll(async () => {
  client?.close();
  await gateway?.close();
  await database?.drop();
});

const ask = async (path: string, asked = {}): Promise<{ status: number; text: string }> =>
  client.ask(path, { key, ...asked });
const json = async (path: string, asked = {}) => JSON.parse((await ask(path, asked)).text);

test('the types follow', () => {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', copy], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});

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
  const described = { description: 'Storage / 储存条件', maxLength: 20 };
  expect(Product.properties.storage).toMatchObject({ ...described, type: ['string', 'null'] });
  expect(Product.required).toContain('storage');
  expect(PushedProduct.properties.storage).toMatchObject(described);
  expect(PushedProduct.properties['储存条件']).toMatchObject({ maxLength: 20 });
  expect(EditedProduct.properties.storage).toMatchObject(described);

  const { openHeaderSearch } = await load<typeof Header>('src/import/header.ts');
  expect(openHeaderSearch().among(['储存条件'])).toEqual(['储存条件']);

  const { productsById, versionsAfterId } = await load<typeof Store>('src/products/store.ts');
  const { documentOf } = await load<typeof Document>('indexer/document.ts');
  const { SETTINGS } = await load<typeof Settings>('indexer/settings.ts');
  const [first] = await versionsAfterId(database.db, 0, 1);
  const document = documentOf((await productsById(database.db, [first!.id]))[0]!);
  expect(document).toHaveProperty('f_storage', expect.stringMatching(/./));
  expect(JSON.parse(document.product)).toHaveProperty('storage', '-20 °C');
  expect(JSON.stringify(SETTINGS.filterableAttributes)).toContain('"f_storage"');
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
