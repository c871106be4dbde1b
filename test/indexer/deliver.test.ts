import { Deliverer } from '../../indexer/deliver.js';
import { makeDocuments } from '../../indexer/documents.js';
import { meilisearchServer } from '../../src/search/engine/meilisearch.js';
import { engine } from '../support/engine.js';
import { documentsOf, openIndexerFixture } from './fixture.js';
import { shared } from '../support/with-own.js';

const never = new AbortController().signal;

const fixture = shared(openIndexerFixture);

test('products go to the engine in requests of bounded size, and it has them all', async () => {
  const { parts } = fixture;
  await parts.indexes.create(parts.uid, never);
  const ids = await fixture.insert('A', 9);
  const [first] = (await makeDocuments(parts, ids)).documents;
  const size = Buffer.byteLength(first!.json) + 1; // of each of them
  for (const sentBytes of [2 * size, size]) {
    const indexes = Object.assign(parts.engine.indexes(), { sentBytes });
    const delivery = await new Deliverer({ ...parts, indexes }, parts.uid, never).deliver(ids);
    await delivery.indexed;
  }
  expect(Object.keys(await documentsOf(parts)).map(Number)).toEqual(ids);
  const { results } = await parts.meili.tasks.getTasks({ indexUids: [parts.uid] });
  const received = results.flatMap((task) => task.details?.receivedDocuments ?? []).toReversed();
  expect(received).toEqual([2, 2, 2, 2, 1, ...Array<number>(9).fill(1)]);
});

test('an engine that answers before it has the whole body: its answer counts', async () => {
  const json = `${JSON.stringify({ id: 1, text: 'x'.repeat(1_000) })}\n`.repeat(15_000);
  const indexes = meilisearchServer({ url: engine().url, key: 'another key' }).indexes();
  await expect(indexes.send('any', [{ id: 1, json }], 1)).rejects.toMatchObject({ status: 403 });
});
