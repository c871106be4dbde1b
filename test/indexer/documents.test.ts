import { isUnavailable } from '../../src/database/connect.js';
import { documentOf } from '../../indexer/document.js';
import { openDocuments } from '../../indexer/documents.js';
import { productsById } from '../../src/products/store.js';
import { openStand } from './stand.js';
import type { Stand } from './stand.js';

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
afterAll(() => stand.close());

test('threads make the documents of products as they are in the table, each where it is said to end; what is gone is left out', async () => {
  const ids = await stand.insert('A', 700);
  await stand.db.none('DELETE FROM products WHERE id = $1', [ids[3]]);
  // One alone, and others together, that are longer than most: the room that is made for them at first does not do.
  await stand.db.none(`UPDATE products SET ai_summary = repeat('说', 2000) WHERE id = ANY($1)`, [
    ids.slice(300, 602),
  ]);
  const slices = [ids.slice(0, 300), ids.slice(300, 601), ids.slice(601, 602), ids.slice(602)];
  const parts = await Promise.all(slices.map((slice) => stand.parts.documents.of(slice)));
  const told = parts.flatMap(({ made, ndjson }) =>
    made.map(({ id, code, end }, i) => {
      const line = Buffer.from(ndjson.subarray(made[i - 1]?.end ?? 0, end)).toString();
      expect(line.endsWith('\n')).toBe(true);
      return { id, code, document: JSON.parse(line) as unknown };
    }),
  );
  const rows = await productsById(stand.db, ids);
  expect(rows).toHaveLength(699);
  expect(told.toSorted((a, b) => a.id - b.id)).toEqual(
    rows
      .toSorted((a, b) => a.id - b.id)
      .map((row) => ({ id: row.id, code: row.code, document: documentOf(row) })),
  );
});

test('where Postgres is away, the error of a thread says so as one of this thread would', async () => {
  const away = openDocuments('postgres://nobody@127.0.0.1:1/none');
  const error: unknown = await away.of([1]).catch((thrown: unknown) => thrown);
  await away.close();
  expect(isUnavailable(error)).toBe(true);
});
