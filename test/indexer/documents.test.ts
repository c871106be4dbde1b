import { documentOf } from '../../indexer/document.js';
import { makeDocuments } from '../../indexer/documents.js';
import { productsById } from '../../src/catalogue/products/store.js';
import { openIndexerFixture } from './fixture.js';
import { shared } from '../support/with-own.js';

const fixture = shared(openIndexerFixture);

test('documents are made of products as they are in the table; what is gone is left out, what cannot be made is a dead letter', async () => {
  const ids = await fixture.insert('A', 20);
  await fixture.db.none('DELETE FROM products WHERE id = $1', [ids[3]]);
  const failing = ids[5];
  const source = {
    db: fixture.db,
    documentOf(product: Parameters<typeof documentOf>[0]) {
      if (product.id === failing) throw new Error('no such pinyin');
      return documentOf(product);
    },
  };
  const { documents, deadLetters } = await makeDocuments(source, ids);
  const rows = await productsById(fixture.db, ids);
  expect(rows).toHaveLength(19);
  const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;
  expect(
    documents.map(({ json, ...rest }) => ({ ...rest, document: JSON.parse(json) as unknown })).toSorted(byId),
  ).toEqual(
    rows
      .filter(({ id }) => id !== failing)
      .map((row) => ({ id: row.id, code: row.code, document: documentOf(row) }))
      .toSorted(byId),
  );
  expect(deadLetters).toEqual([
    { product_id: failing, code: 'A6', reason: expect.stringContaining('no such pinyin') as string },
  ]);
});
