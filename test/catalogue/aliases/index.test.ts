import { differences } from '../../../indexer/verify.js';
import { tip } from '../../../src/catalogue/changes/log.js';
import { connect, disconnect } from '../../../src/platform/database/connect.js';
import { documentsOf, openIndexerFixture } from '../../indexer/fixture.js';
import { shared } from '../../support/with-own.js';

const fixture = shared(openIndexerFixture);
beforeAll(async () => {
  fixture.start();
});
beforeEach(() => fixture.db.none('TRUNCATE aliases; DELETE FROM products'));

const add = (sql: { cas?: string; code?: string; text: string }, db = fixture.db) =>
  db.none(
    `INSERT INTO aliases (cas, code, text, kind, source) VALUES ($[cas], $[code], $[text], 'brand', 'test')`,
    {
      cas: null,
      code: null,
      ...sql,
    },
  );
const product = (code: string, cas = 'N/A', db = fixture.db) =>
  db.none(`INSERT INTO products (code, cas, name_cn, source) VALUES ($1, $2, '名', 'test')`, [code, cas]);

/** The aliases of each product in the index, once it has everything. */
async function indexed(): Promise<Record<string, string[]>> {
  await fixture.caughtUp();
  const { meili, uid } = fixture.parts;
  const { results } = await meili
    .index<{ product: string; aliases: string[] }>(uid)
    .getDocuments({ fields: ['product', 'aliases'], limit: 100 });
  return Object.fromEntries(results.map(({ product, aliases }) => [JSON.parse(product).code, aliases]));
}

test('an alias that is added, changed or removed is so in the documents of its products, which stay as they are', async () => {
  await product('A', '50-78-2');
  await product('B', '50-78-2');
  await product('C');
  const before = await fixture.db.any('SELECT * FROM products ORDER BY id');
  await add({ cas: '50-78-2', text: 'Aspro' });
  await add({ code: 'C', text: 'Mix' });
  expect(await indexed()).toEqual({ A: ['Aspro'], B: ['Aspro'], C: ['Mix'] });
  await fixture.db.none(`UPDATE aliases SET text = 'Aspro Clear' WHERE text = 'Aspro'`);
  await fixture.db.none(`DELETE FROM aliases WHERE text = 'Mix'`);
  expect(await indexed()).toEqual({ A: ['Aspro Clear'], B: ['Aspro Clear'], C: [] });
  await fixture.db.none(`UPDATE aliases SET cas = NULL, code = 'C'`);
  expect(await indexed()).toEqual({ A: [], B: [], C: ['Aspro Clear'] });
  expect(await fixture.db.any('SELECT * FROM products ORDER BY id')).toEqual(before);
  await fixture.db.none('TRUNCATE aliases');
  expect(await indexed()).toEqual({ A: [], B: [], C: [] });
});

test('a product that comes later, or gets the CAS number later, has the aliases of its number', async () => {
  await add({ cas: '103-90-2', text: 'Tylenol' });
  await add({ code: 'LATER', text: 'Mix' });
  await product('LATER', '103-90-2');
  await product('CHANGED');
  await fixture.db.none(`UPDATE products SET cas = '103-90-2' WHERE code = 'CHANGED'`);
  expect(await indexed()).toEqual({ LATER: ['Tylenol', 'Mix'], CHANGED: ['Tylenol'] });
});

test('an alias waits for a product that another transaction is writing, so that neither is indexed without the other', async () => {
  const other = connect(fixture.databaseUrl, { name: 'other' });
  try {
    let added: Promise<unknown> | undefined;
    await other.tx(async (tx) => {
      await product('BESIDE', '64-17-5', tx as never);
      added = add({ cas: '64-17-5', text: 'Weingeist' });
      expect(await Promise.race([added, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe(
        'waits',
      );
    });
    await added;
    expect(await indexed()).toEqual({ BESIDE: ['Weingeist'] });
  } finally {
    await disconnect(other);
  }
});

test('a verification finds a document whose aliases are not those of its product', async () => {
  const { parts, db } = fixture;
  await product('V', '50-78-2');
  await add({ cas: '50-78-2', text: 'Aspro' });
  await indexed();
  const [id] = Object.keys(await documentsOf(parts));
  const found = () => tip(db).then((at) => differences(parts, parts.uid, () => Promise.resolve(at)));
  expect(await found()).toMatchObject({ checked: 1, stale: [] });
  await db.none(
    `ALTER TABLE aliases DISABLE TRIGGER USER; UPDATE aliases SET text = 'Other'; ALTER TABLE aliases ENABLE TRIGGER USER`,
  );
  expect(await found()).toMatchObject({ stale: [Number(id)] });
});
