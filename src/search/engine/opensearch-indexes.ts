import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ANSWER, taken, unlessMissing } from './client.js';
import type { EngineClient } from './client.js';
import { DOCUMENTS_PAGE, EngineRefusal, EngineTrouble, Refused } from './engine.js';
import type { Depth, IndexedDocument, Indexes, Sent } from './engine.js';
import { SETTINGS } from './opensearch-settings.js';

const REASON = z.object({ reason: z.string().nullish() });
const ERROR = REASON.extend({ type: z.string(), caused_by: REASON.optional() });
/** What `_bulk` answers. */
const TAKEN = z.object({
  items: z.array(
    z.record(z.string(), z.object({ _id: z.string(), status: z.number(), error: ERROR.optional() })),
  ),
});

/** An index as the cluster describes it. One that it made by itself, for a change that came before the index, has no analysis. */
const INDEX = z.object({
  mappings: z.unknown(),
  settings: z.object({ index: z.object({ uuid: z.string(), analysis: z.unknown().optional() }) }),
});

/** Refreshes follow each other no faster, ms: each makes a part of the index of its own. */
const REFRESH_MS = 250;
/** It was written with a greater number already: that one counts. */
const CONFLICT = 409;

/** The indexes of a cluster of OpenSearch. The live one is an alias of an index whose name begins with its own. */
export class OpenSearchIndexes implements Indexes {
  readonly sentBytes = 4 * 1024 * 1024;
  readonly settings = SETTINGS;
  private readonly client: EngineClient;
  private readonly shape: object;
  private readonly refreshes = new Map<string, { begun: number; next: Promise<void> | undefined }>();

  /** @param shape settings of new indexes beside ours */
  constructor(client: EngineClient, shape: object) {
    this.client = client;
    this.shape = shape;
  }

  /** An index that the cluster made by itself counts for none: its documents cannot even be listed. */
  async identity(name: string): Promise<string | undefined> {
    const index = (await unlessMissing(this.read(name)))?.settings.index;
    return index?.analysis === undefined ? undefined : index.uuid;
  }

  async settingsOf(name: string): Promise<object> {
    const { mappings, settings } = await this.read(name);
    return [mappings, settings.index.analysis];
  }

  async count(name: string): Promise<number | undefined> {
    const shape = z.object({ count: z.int() });
    return (await unlessMissing(this.client.ask(shape, 'GET', `${name}/_count`)))?.count;
  }

  async create(name: string): Promise<void> {
    if ((await this.identity(name)) !== undefined) return;
    await this.drop(name); // where the cluster made one by itself
    const { settings, mappings } = this.settings;
    const body = { settings: { ...settings, ...this.shape }, mappings };
    const asked = this.client.ask(ANSWER, 'PUT', `${name}?wait_for_active_shards=1`, { body });
    await taken(
      asked.catch((error: unknown) => {
        // A node that was given up has made it meanwhile.
        if (!(error instanceof EngineRefusal && error.code === 'resource_already_exists_exception'))
          throw error;
      }),
    );
  }

  send(name: string, documents: { id: number; json: string }[], order: number): Promise<Sent> {
    const actions = documents.map(({ id, json }) => `${action('index', id, order)}\n${json}\n`);
    return this.bulk(name, actions);
  }

  remove(name: string, ids: number[], order: number): Promise<Sent> {
    const actions = ids.map((id) => `${action('delete', id, order)}\n`);
    return this.bulk(name, actions);
  }

  async swap(live: string, other: string, _signal: AbortSignal, sent?: () => unknown): Promise<void> {
    const found = (await unlessMissing(this.client.ask(ANSWER, 'GET', `${live}/_alias`))) ?? {};
    await sent?.();
    const actions = [
      ...Object.keys(found).map((index) =>
        index === live ? { remove_index: { index } } : { remove: { index, alias: live } },
      ),
      { add: { index: other, alias: live } },
    ];
    await this.client.ask(ANSWER, 'POST', '_aliases', { body: { actions } });
  }

  async beside(live: string, prefix: string): Promise<string[]> {
    const shape = z.record(z.string(), z.object({ aliases: z.looseObject({}) }));
    const found = await this.client.ask(shape, 'GET', `${prefix}*/_alias`);
    return Object.keys(found).filter((name) => !(live in found[name]!.aliases));
  }

  async drop(name: string): Promise<void> {
    await unlessMissing(this.client.ask(ANSWER, 'DELETE', name));
  }

  async *documents(name: string, depth: Depth): AsyncGenerator<IndexedDocument[]> {
    const size = DOCUMENTS_PAGE[depth];
    for (let after: number | undefined; ;) {
      const page = await this.fetch(name, depth, {
        query: { match_all: {} },
        size,
        sort: ['id'],
        ...(after !== undefined && { search_after: [after] }),
      });
      yield page;
      after = page.at(-1)?.id;
      if (page.length < size) return;
    }
  }

  documentsOf(name: string, ids: number[], depth: Depth): Promise<IndexedDocument[]> {
    return this.fetch(name, depth, { query: { terms: { id: ids } }, size: ids.length });
  }

  private read(name: string): Promise<z.infer<typeof INDEX>> {
    const first = z.record(z.string(), z.unknown()).transform((found) => Object.values(found)[0]);
    return this.client.ask(first.pipe(INDEX), 'GET', name);
  }

  private async bulk(name: string, lines: string[]): Promise<Sent> {
    const begun = performance.now();
    const { items } = await taken(this.client.ask(TAKEN, 'POST', `${name}/_bulk`, { body: lines.join('') }));
    for (const { _id, status, error } of items.flatMap((item) => Object.values(item))) {
      if (!error || status === CONFLICT) continue;
      const reason = `${error.type} of \`${_id}\`: ${error.caused_by?.reason ?? error.reason}`;
      throw status === 400 ? new Refused(reason, true) : new EngineTrouble(reason);
    }
    const sent = performance.now();
    return {
      shown: async (signal) => {
        await this.refresh(name, signal);
        return { waiting: (performance.now() - sent) / 1_000, working: (sent - begun) / 1_000 };
      },
    };
  }

  /** Waits for a refresh that begins after this: at once, or when the last one is long enough ago, for all who wait. */
  private refresh(name: string, signal: AbortSignal): Promise<void> {
    const last = this.refreshes.get(name) ?? { begun: -Infinity, next: undefined };
    this.refreshes.set(name, last);
    last.next ??= (async () => {
      const pause = last.begun + REFRESH_MS - performance.now();
      await sleep(Math.max(0, pause), undefined, { signal }).finally(() => (last.next = undefined));
      last.begun = performance.now();
      // Not even one shard may have failed.
      const shape = z.object({ _shards: z.object({ failed: z.literal(0) }) });
      await this.client.ask(shape, 'POST', `${name}/_refresh`);
    })();
    return last.next;
  }

  private async fetch(name: string, depth: Depth, search: object): Promise<IndexedDocument[]> {
    const isWhole = depth === 'whole';
    const body = { ...search, _source: isWhole, ...(!isWhole && { docvalue_fields: ['id', 'v'] }) };
    const path = `${name}/_search?allow_partial_search_results=false`;
    const { hits } = await this.client.ask(isWhole ? WHOLE : VERSIONS, 'POST', path, { body });
    return hits.hits;
  }
}

const hitsOf = <T>(hit: z.ZodType<T>) => z.object({ hits: z.object({ hits: z.array(hit) }) });
const WHOLE = hitsOf(z.object({ _source: z.custom<IndexedDocument>() }).transform(({ _source }) => _source));
const VERSIONS = hitsOf(
  z
    .object({ fields: z.object({ id: z.tuple([z.number()]), v: z.tuple([z.string()]).default(['']) }) })
    .transform(({ fields }): IndexedDocument => ({ id: fields.id[0], v: fields.v[0] })),
);

const action = (what: 'index' | 'delete', id: number, version: number): string =>
  JSON.stringify({ [what]: { _id: String(id), version, version_type: 'external_gte' } });
