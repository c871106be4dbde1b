import { Deliverer } from '../../indexer/deliver.js';
import { meilisearchServer } from '../../src/search/engine/meilisearch.js';
import { engine } from '../support/engine.js';
import { openIndexerFixture } from './fixture.js';
import { shared } from '../support/with-own.js';

const never = new AbortController().signal;

const fixture = shared(openIndexerFixture);

test('products go to the engine in requests of bounded size, and it has them all', async () => {
  const { parts } = fixture;
  await parts.indexes.create(parts.uid, never);
  const ids = await fixture.insert('A', 700);
  const indexes = Object.assign(parts.engine.indexes(), { sentBytes: 100_000 });
  const delivery = await new Deliverer({ ...parts, indexes }, parts.uid, never).deliver(ids);
  await delivery.indexed;
  const indexed: number[] = [];
  for await (const documents of parts.indexes.documents(parts.uid, 'versions'))
    indexed.push(...documents.map(({ id }) => id));
  expect(indexed.toSorted((a, b) => a - b)).toEqual(ids);

  const { results } = await parts.meili.tasks.getTasks({
    indexUids: [parts.uid],
    types: ['documentAdditionOrUpdate'],
  });
  const largest = Math.max(...results.map((task) => task.details?.receivedDocuments ?? 0));
  expect(largest).toBeGreaterThan(1);
  expect(largest * 500).toBeLessThan(100_000); // a document of these has more than 500 bytes
});

test('an engine that answers before it has the whole body: its answer counts', async () => {
  const json = `${JSON.stringify({ id: 1, text: 'x'.repeat(1_000) })}\n`.repeat(15_000);
  const indexes = meilisearchServer({ url: engine().url, key: 'another key' }).indexes();
  await expect(indexes.send('any', [{ id: 1, json }], 1)).rejects.toMatchObject({ status: 403 });
});
