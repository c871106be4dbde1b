import { setTimeout as sleep } from 'node:timers/promises';
import { MeilisearchApiError } from 'meilisearch';
import { sendProducts } from '../../indexer/deliver.js';
import type { Documents } from '../../indexer/documents.js';
import { addDocuments, createIndex, EngineTrouble, heldVersions, openEngine } from '../../indexer/engine.js';
import { engine } from '../support/engine.js';
import { openStand } from './stand.js';
import type { Stand } from './stand.js';

const never = new AbortController().signal;

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
afterAll(() => stand.close());

test('documents that have gone to the engine leave nothing in memory, and it has them all', async () => {
  const { parts } = stand;
  await createIndex(parts.engine, parts.uid, parts.settings, never);
  const ids = await stand.insert('A', 700);
  const made: Documents[] = [];
  const documents = {
    ...parts.documents,
    async of(slice: number[]) {
      made.push(await parts.documents.of(slice));
      return made.at(-1)!;
    },
  };
  const sent = await sendProducts({ ...parts, documents }, parts.uid, ids, never);
  expect(made.map(({ ndjson }) => ndjson.buffer.byteLength)).toEqual([0, 0, 0]);
  await sent.indexed;
  const held: number[] = [];
  for await (const { results } of heldVersions(parts.engine, parts.uid))
    held.push(...results.map(({ id }) => id));
  expect(held.toSorted((a, b) => a - b)).toEqual(ids);
});

test('an engine that answers before it has the whole body is not sent the rest, and its answer counts', async () => {
  const refusing = openEngine({ meiliUrl: engine().url, meiliKey: 'another key' });
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      yield Buffer.from('{"id":1}\n');
      await sleep(50);
    }
  }
  const refused = addDocuments(refusing, 'any', endless());
  await expect(refused).rejects.toThrow(MeilisearchApiError);
  await expect(refused).rejects.toMatchObject({ response: { status: 403 } });
});

test('where no engine is, that is told, whatever the body', async () => {
  const away = openEngine({ meiliUrl: 'http://127.0.0.1:1' });
  const documents = async function* (): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 3; i++) yield await Promise.resolve(Buffer.from('{"id":1}\n'));
  };
  await expect(addDocuments(away, 'any', documents())).rejects.toThrow(EngineTrouble);
});
