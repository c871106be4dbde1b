import { MeilisearchRequestError } from 'meilisearch';
import { deliver } from '../../indexer/deliver.js';
import { addDocuments, createIndex, indexedDocuments } from '../../indexer/engine.js';
import { openMeilisearch, refusalOf } from '../../src/search/engine/meilisearch.js';
import { engine } from '../support/engine.js';
import { openIndexerFixture } from './fixture.js';
import { shared } from '../support/with-own.js';

const never = new AbortController().signal;

const fixture = shared(openIndexerFixture);

test('products go to the engine in requests of bounded size, and it has them all', async () => {
  const { parts } = fixture;
  await createIndex(parts.engine, parts.uid, parts.settings, never);
  const ids = await fixture.insert('A', 700);
  const delivery = await deliver({ ...parts, taskBytes: 100_000 }, parts.uid, ids, never);
  await delivery.indexed;
  const indexed: number[] = [];
  for await (const documents of indexedDocuments(parts.engine, parts.uid, 'versions'))
    indexed.push(...documents.map(({ id }) => id));
  expect(indexed.toSorted((a, b) => a - b)).toEqual(ids);

  const { results } = await parts.engine.tasks.getTasks({
    indexUids: [parts.uid],
    types: ['documentAdditionOrUpdate'],
  });
  const largest = Math.max(...results.map((task) => task.details?.receivedDocuments ?? 0));
  expect(largest).toBeGreaterThan(1);
  expect(largest * 500).toBeLessThan(100_000); // a document of these has more than 500 bytes
});

const BODY = `${JSON.stringify({ id: 1, text: 'x'.repeat(1_000) })}\n`.repeat(15_000);

test('an engine that answers before it has the whole body: its answer counts', async () => {
  const refusing = openMeilisearch({ url: engine().url, key: 'another key' });
  const error: unknown = await addDocuments(refusing, 'any', BODY).catch((thrown: unknown) => thrown);
  expect(refusalOf(error)?.response.status).toBe(403);
});

test('where no engine is, the error says so', async () => {
  const away = openMeilisearch({ url: 'http://127.0.0.1:1' });
  const error: unknown = await addDocuments(away, 'any', BODY).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MeilisearchRequestError);
  expect(refusalOf(error)).toBeUndefined();
});
