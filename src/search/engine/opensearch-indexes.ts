import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENTS_PAGE, EngineTrouble, Refused } from './engine.js';
import type { Depth, IndexedDocument, Indexes, Sent } from './engine.js';
import { isUnserved, OpenSearchError, unlessMissing } from './opensearch.js';
import type { OpenSearch } from './opensearch.js';
import { SETTINGS } from './opensearch-settings.js';

/** One item of what `_bulk` answers. */
interface Item {
  _id: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason: string } };
}

/** Refreshes follow each other no faster, ms: each makes a part of the index of its own. */
const REFRESH_MS = 250;
/** It was written with a greater number already: that one counts. */
const CONFLICT = 409;

/**
 * The indexes of a cluster of OpenSearch. The live one is an alias of an index whose name begins with its own.
 * @param shape how many shards an index has, and replicas of each; absent: as the cluster has it
 */
export class OpenSearchIndexes implements Indexes {
  readonly sentBytes = 4 * 1024 * 1024;
  readonly settings: typeof SETTINGS;
  private readonly cluster: OpenSearch;
  private readonly shape: object;
  private readonly refreshes = new Map<string, { begun: number; next: Promise<void> | undefined }>();

  constructor(cluster: OpenSearch, shape: { shards?: number | undefined; replicas?: number | undefined }) {
    this.cluster = cluster;
    this.settings = SETTINGS;
    this.shape = { number_of_shards: shape.shards, number_of_replicas: shape.replicas };
  }

  async identity(name: string): Promise<string | undefined> {
    const answer = await unlessMissing(
      this.cluster.ask<Record<string, { settings: { index: { uuid: string } } }>>('GET', `${name}/_settings`),
    );
    return answer && Object.values(answer)[0]?.settings.index.uuid;
  }

  async hashOfSettings(name: string): Promise<string> {
    const [index] = Object.values(
      await this.cluster.ask<Record<string, { mappings: object; settings: { index: { analysis: object } } }>>(
        'GET',
        name,
      ),
    );
    if (!index) throw new EngineTrouble('what answers is no search engine');
    const { mappings, settings } = index;
    return createHash('sha256')
      .update(JSON.stringify([mappings, settings.index.analysis]))
      .digest('hex');
  }

  async count(name: string): Promise<number | undefined> {
    return (await unlessMissing(this.cluster.ask<{ count: number }>('GET', `${name}/_count`)))?.count;
  }

  async create(name: string): Promise<string> {
    const found = await this.identity(name);
    if (found !== undefined) return found;
    const { settings, mappings } = this.settings;
    const body = { settings: { ...settings, ...this.shape }, mappings };
    await this.cluster.ask('PUT', `${name}?wait_for_active_shards=1`, { body }).catch((error: unknown) => {
      const isRefusal = error instanceof OpenSearchError && error.status === 400;
      if (isRefusal && error.type !== 'resource_already_exists_exception')
        throw new Refused(error.message, true);
      if (!isRefusal) throw error;
    });
    const identity = await this.identity(name);
    if (identity === undefined) throw new EngineTrouble(`the index ${name} went away while it was created`);
    return identity;
  }

  send(name: string, documents: { id: number; json: string }[], order: number): Promise<Sent> {
    const lines = documents.map(({ id, json }) => `${action('index', id, order)}\n${json}\n`);
    return this.bulk(name, lines);
  }

  remove(name: string, ids: number[], order: number): Promise<Sent> {
    return this.bulk(
      name,
      ids.map((id) => `${action('delete', id, order)}\n`),
    );
  }

  /** A swap is done when it is answered. */
  async settled(): Promise<void> {}

  async swap(live: string, other: string, _signal: AbortSignal, sent?: () => unknown): Promise<void> {
    const aliased = await unlessMissing(this.cluster.ask<Record<string, object>>('GET', `_alias/${live}`));
    const isIndex = aliased === undefined && (await this.identity(live)) !== undefined;
    await sent?.();
    const actions = [
      ...Object.keys(aliased ?? {}).map((index) => ({ remove: { index, alias: live } })),
      ...(isIndex ? [{ remove_index: { index: live } }] : []),
      { add: { index: other, alias: live } },
    ];
    await this.cluster.ask('POST', '_aliases', { body: { actions } });
  }

  async beside(live: string, prefix: string): Promise<string[]> {
    const found = await this.cluster.ask<Record<string, { aliases: object }>>('GET', `${prefix}*/_alias`);
    return Object.keys(found).filter((name) => !(live in found[name]!.aliases));
  }

  async drop(name: string): Promise<void> {
    await unlessMissing(this.cluster.ask('DELETE', name));
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

  async prune(): Promise<void> {}

  isAway(error: unknown): boolean {
    return isUnserved(error);
  }

  private async bulk(name: string, lines: string[]): Promise<Sent> {
    const begun = performance.now();
    const { items } = await this.cluster.ask<{ items?: Record<string, Item>[] }>('POST', `${name}/_bulk`, {
      body: lines.join(''),
    });
    if (!Array.isArray(items)) throw new EngineTrouble('what answers is no search engine');
    for (const item of items) refuse(Object.values(item)[0]!);
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
      const { _shards: shards } = await this.cluster.ask<{ _shards: { failed: number } }>(
        'POST',
        `${name}/_refresh`,
      );
      if (shards.failed > 0) throw new EngineTrouble('a shard could not be refreshed');
    })();
    return last.next;
  }

  private async fetch(name: string, depth: Depth, search: object): Promise<IndexedDocument[]> {
    const isWhole = depth === 'whole';
    const body = { ...search, _source: isWhole, ...(!isWhole && { docvalue_fields: ['id', 'v'] }) };
    const path = `${name}/_search?allow_partial_search_results=false`;
    const { hits } = await this.cluster.ask<{
      hits: { hits: { _source: IndexedDocument; fields: { id: [number]; v: [string] } }[] };
    }>('POST', path, { body });
    return hits.hits.map(({ _source, fields }) =>
      isWhole ? _source : { id: fields.id[0], v: fields.v?.[0] ?? '' },
    );
  }
}

const action = (what: 'index' | 'delete', id: number, version: number): string =>
  JSON.stringify({ [what]: { _id: String(id), version, version_type: 'external_gte' } });

/** @throws Refused, EngineTrouble */
function refuse({ _id, status, error }: Item): void {
  if (!error || status === CONFLICT) return;
  const reason = `${error.type} of \`${_id}\`: ${error.caused_by?.reason ?? error.reason}`;
  throw status === 400 ? new Refused(reason, true) : new EngineTrouble(reason);
}
