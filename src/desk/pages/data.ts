import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import type { RecentlyRejected } from '../../platform/access/fault.js';
import type { BulkCount, BulkEdit, BulkChange, Rename } from '../../catalogue/bulk/bulk.js';
import type { Term } from '../../catalogue/terms/term.js';
import type { Demanded } from '../../search/demand/demanded.js';
import type { Entry } from '../../catalogue/history/entry.js';
import type { ImportOutcome, MappedColumn, SeenFile } from '../../exchange/import/outcome.js';
import type { Quality } from '../../catalogue/quality/checks.js';
import type { AccountChange } from '../account.js';
import type { IndexOverview } from '../index-overview.js';
import { query, send } from './call.js';
import type { Explain } from './call.js';
import { changedFields, created } from './changes.js';
import { API, PUBLIC } from './session.js';

/** The fields that identify a record, where that is not its `id`; of several together they are one. */
const KEYS: Record<string, string[]> = {
  products: ['code'],
  categories: ['name'],
  tags: ['tag'],
  profiles: ['name'],
  demand: ['text'],
  aliases: ['cas', 'code', 'text'],
  terms: ['kind', 'value'],
};
const identified = (resource: string, record: object): RaRecord => {
  const { [resource]: keys = ['id'] } = KEYS;
  const values = keys.map((key) => (record as Record<string, unknown>)[key]);
  return { ...record, id: (values.length === 1 ? values[0] : JSON.stringify(values)) as string };
};

/** Where the records of a resource are, where its name does not say it. */
const PLACES: Record<string, string> = {
  aliases: `${PUBLIC}/aliases`,
  profiles: `${PUBLIC}/export/profiles`,
  deleted: '/deleted-products',
};
const at = (resource: string): string => PLACES[resource] ?? `/${resource}`;
const place = (resource: string, id: unknown): string => `${at(resource)}/${encodeURIComponent(String(id))}`;
/** The same of the public API. */
const publicPlace = (resource: string, id: unknown): string =>
  `${PUBLIC}/${resource}/${encodeURIComponent(String(id))}`;

/** What is deleted by a list of what is to go: where, and the list. */
const REMOVALS: Record<string, (ids: unknown[]) => [path: string, list: object]> = {
  products: (codes) => [`${PUBLIC}/products/batch`, { codes }],
  categories: (names) => [`${PUBLIC}/categories`, { names }],
  aliases: (ids) => [
    at('aliases'),
    {
      aliases: ids.map((id) => {
        const [cas, code, text] = JSON.parse(String(id)) as (string | null)[];
        return { cas, code, text };
      }),
    },
  ],
};

/** The addresses of files. */
export const FILES = {
  products: (format: 'csv' | 'xlsx', filters: object) => `${API}/export${query({ ...filters, format })}`,
  /** a drawing of what a name means */
  drawing: (smiles: string) => `${API}/drawing${query({ smiles })}`,
  names: (of: 'aliases' | 'terms', filters: object) => `${API}/${of}/export${query(filters)}`,
  demand: (filters: object) => `${API}/demand/export${query(filters)}`,
  inquiries: (filters: object) => `${API}/inquiries/export${query(filters)}`,
  /** the rejected rows of an import, as a file like the imported one */
  rejected: (id: unknown) => `${API}/sync-log/${String(id)}/rejected`,
};

/** What became of a table: counts, and its lines at fault. */
export interface TableOutcome {
  invalid: number;
  errors: { line: number; field: string | null; reason: string; message: string }[];
  /** of lines that were stored */
  warnings?: TableOutcome['errors'];
}

export interface ImportProgress {
  done: number;
  all: number;
  created?: number;
  updated?: number;
  unchanged?: number;
}

/** The outcome of an import, or of its preview, which has no place in the sync log. */
export interface ImportReport extends ImportOutcome {
  import_id?: number;
  /** of its rejected rows, how many are kept */
  rejected_kept?: number;
}

/** A bulk edit that is asked for. */
export type BulkRequest = { change: BulkChange; filter?: object; codes?: string[] } | { rename: Rename };

export type DemandRecord = Demanded & RaRecord;

/** What is doubtful about a product, as an import would warn of it and the checks would find it. */
export interface Doubts {
  warnings: { field: string; reason: string; message: string; value: string | number | null }[];
  findings: { check: string; title: { en: string; cn: string } }[];
}

/** What products of an export profile lack of what it wants. */
export interface ProfileGaps {
  profile: string;
  title: string;
  fields: string[];
  products: number;
  lacking: number;
}

/** A file that was delivered. */
export interface Delivery {
  id: number;
  at: string;
  by: string;
  recipient: string;
  scope: string;
  count: number;
  file: string;
  sha256: string;
}

/** How many inquiries wait; the share of those that are taken on a day, %, where it is nearly used up. */
export interface OpenInquiries {
  open: number;
  day_percent: number | null;
}

/** The data provider of react-admin, with what else the pages need. */
export interface OfficeData extends DataProvider, ReturnType<typeof officeCalls> {}

/** The API client of the pages. Failures are thrown as HttpError. */
export const createData = (explain: Explain): OfficeData => ({
  ...recordCalls(explain),
  ...officeCalls(explain),
});

const callsOf = (explain: Explain) => {
  const call = async <T = unknown>(method: string, path: string, json?: unknown): Promise<T> =>
    (await send(explain, method, path, json)).json();
  const dataOf = async <T>(method: string, path: string, json?: unknown): Promise<T> =>
    (await call<{ data: T }>(method, path, json)).data;
  return { call, dataOf };
};

/** What react-admin asks for. */
function recordCalls(explain: Explain): DataProvider {
  const { call, dataOf } = callsOf(explain);
  const one = async (
    resource: string,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<{ data: any }> => ({
    data: identified(resource, await dataOf<object>(method, path, json)),
  });
  const getOne = (resource: string, id: unknown) => one(resource, 'GET', place(resource, id));
  const remove = async (resource: string, ids: unknown[]): Promise<void> => {
    const removal = REMOVALS[resource]?.(ids);
    if (removal) await call('DELETE', ...removal);
    else for (const id of ids) await call('DELETE', place(resource, id));
  };

  return {
    async getList(
      resource: string,
      { pagination: { page, perPage } = { page: 1, perPage: 200 }, ...list }: GetListParams,
    ) {
      const { field = '', order } = list.sort ?? {};
      const sort = resource === 'products' && field !== '' && `${order === 'DESC' ? '-' : ''}${field}`;
      const asked = { page, page_size: perPage, ...(sort && { sort }), ...list.filter };
      const answer = await call<{ data: object[]; total?: number; more?: boolean }>(
        'GET',
        at(resource) + query(asked),
      );
      const { data, total = (page - 1) * perPage + data.length, more = false, ...meta } = answer;
      return {
        data: data.map((record) => identified(resource, record)) as never[],
        meta,
        ...(more ? { pageInfo: { hasNextPage: true, hasPreviousPage: page > 1 } } : { total }),
      };
    },
    getOne: (resource, { id }) => getOne(resource, id),
    async getMany(resource, { ids }) {
      const found = await Promise.all(ids.map((id) => getOne(resource, id)));
      return { data: found.map(({ data }) => data) };
    },
    getManyReference: () => Promise.reject(new Error('no resource refers to another')),
    create: (resource, { data }) => one(resource, 'POST', `/${resource}`, created(data)),
    async update(resource, params) {
      const changes = changedFields(resource, params);
      if (resource !== 'products') return one(resource, 'PUT', place(resource, params.id), changes);
      await call('PUT', publicPlace(resource, params.id), changes);
      return getOne(resource, params.id);
    },
    updateMany: () => Promise.reject(new Error('records are updated one by one')),
    async delete(resource, { id }) {
      await remove(resource, [id]);
      return { data: { id } as never };
    },
    async deleteMany(resource, { ids }) {
      await remove(resource, ids);
      return { data: ids };
    },
  };
}

/** What else the pages need. */
const officeCalls = (explain: Explain) => ({
  ...catalogueCalls(explain),
  ...exchangeCalls(explain),
  ...importCalls(explain),
  ...runningCalls(explain),
});

/** Products, and the names and images about them. */
function catalogueCalls(explain: Explain) {
  const { call, dataOf } = callsOf(explain);
  return {
    countBulkEdit: (request: BulkRequest) => dataOf<BulkCount>('POST', '/bulk-edits/count', request),
    /** @returns its number, and that of an undo */
    beginBulkEdit: async (request: BulkRequest & { confirm: number; merge: boolean }) =>
      (await dataOf<{ id: number }>('POST', '/bulk-edits', request)).id,
    undoBulkEdit: async (id: number) => (await dataOf<{ id: number }>('POST', `/bulk-edits/${id}/undo`)).id,
    stopBulkEdit: (id: number) => call('POST', `/bulk-edits/${id}/stop`),
    /** the last ones, the newest first */
    bulkEdits: () => dataOf<BulkEdit[]>('GET', '/bulk-edits'),
    doubts: (product: Record<string, unknown>) => dataOf<Doubts>('POST', '/product-doubts', created(product)),
    history: (code: string, cursor: string | null) =>
      call<{ data: Entry[]; next_cursor: string | null }>(
        'GET',
        `${publicPlace('products', code)}/history${query({ cursor })}`,
      ),
    /** what it was before a change, or one field of it. @returns the fields that changed */
    async bringBack(code: string, id: number, field?: string) {
      const path = `${place('products', code)}/bring-back`;
      return (await call<{ updated_fields: string[] }>('POST', path, { id, field })).updated_fields;
    },
    valuesOf: (field: 'source' | 'series', start?: string) =>
      dataOf<string[]>('GET', `/product-values${query({ field, start })}`),
    translateName: (text: string, to: 'cn' | 'en') =>
      dataOf<{ name: string; origin: 'catalogue' | 'service' } | null>(
        'GET',
        `/translate${query({ text, to })}`,
      ),
    addName: (resource: 'categories' | 'tags', name: string) =>
      call<{ added: number; skipped: number; warnings?: { value: string }[] }>(
        'POST',
        `${PUBLIC}/${resource}`,
        { [resource === 'tags' ? 'tag' : 'name']: name },
      ),
    /** @returns whether a product has its number @throws Error that says what is wrong with it */
    async addAlias(alias: Record<string, string>): Promise<boolean> {
      const { errors, warnings } = await call<{
        errors: { reason: string; message: string }[];
        warnings: unknown[];
      }>('PUT', at('aliases'), { aliases: [alias] });
      const [fault] = errors;
      if (fault) throw new Error(explain.fault({ code: fault.reason, message: fault.message }));
      return warnings.length === 0;
    },
    /** @param term with the name that it had */
    nameTerm: (term: Term & { was: string | null }) => call('PUT', '/terms', term),
    async upload(file: File, group: string): Promise<{ id: number; url: string }> {
      // What an image is its content says, but a name of another ending, as .jfif, would be refused.
      const name = /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.name) ? file.name : `${file.name || 'image'}.png`;
      return call('PUT', `${publicPlace('media', name)}${query({ group })}`, file);
    },
    mediaGroups: () => dataOf<string[]>('GET', '/media-groups'),
    moveMedia: (ids: number[], group: string) => call('POST', '/media/move', { ids, group }),
    productsShowing: (image: number) =>
      call<{ data: string[]; total: number }>('GET', `/media/${image}/products`),
    quality: () => call<Quality>('GET', `${PUBLIC}/quality`),
    /** what products lack for each export profile */
    gaps: async () =>
      (await call<{ profiles: ProfileGaps[] }>('GET', `${PUBLIC}/quality?profiles=true`)).profiles,
  };
}

/** Files in and out. */
function exchangeCalls(explain: Explain) {
  const { call, dataOf } = callsOf(explain);
  return {
    importTable: (of: 'aliases' | 'terms', file: File) => call<TableOutcome>('POST', `/${of}/import`, file),
    /** @returns with the ETag that stands for it */
    async profile(name: string) {
      const answer = await send(explain, 'GET', place('profiles', name));
      const { data }: { data: { built_in: boolean; definition: object } } = await answer.json();
      return { ...data, tag: answer.headers.get('ETag')! };
    },
    /** @throws HttpError that names what is wrong with the definition */
    previewProfile: (definition: object) =>
      dataOf<{ headers: string[]; rows: (string | number | boolean | null)[][] }>(
        'POST',
        '/profiles/preview',
        definition,
      ),
    /** @param tag of what it replaces, none where it replaces none @throws HttpError 412 where that has changed */
    async putProfile(name: string, definition: object, tag: string | undefined): Promise<void> {
      const headers: Record<string, string> = tag ? { 'If-Match': tag } : { 'If-None-Match': '*' };
      await (await send(explain, 'PUT', place('profiles', name), definition, { headers })).json();
    },
    deliveries: (profile: string) =>
      dataOf<Delivery[]>('GET', `${place('profiles', profile)}/deliveries${query({ limit: 100 })}`),
    /** What a profile would deliver; as a delivery it is put on record. */
    async profileFile(profile: string, what: { scope: string; recipient: string }, isDelivery: boolean) {
      const answer = await (isDelivery
        ? send(explain, 'POST', `${place('profiles', profile)}/deliveries${query(what)}`)
        : send(explain, 'GET', `${PUBLIC}/export${query({ profile, ...what })}`));
      const name = /filename="(.+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? profile;
      return { file: await answer.blob(), name };
    },
  };
}

/** Imports. */
function importCalls(explain: Explain) {
  const { call } = callsOf(explain);
  return {
    /** @returns null where the file cannot be read: its preview says why */
    columnsOf: async (
      file: File,
      encoding: string | undefined,
      signal: AbortSignal,
    ): Promise<SeenFile | null> =>
      (await (await send(explain, 'POST', `/import/columns${query({ encoding })}`, file, { signal })).json())
        .data,
    forgetMapping: (name: string) => call('DELETE', `/import-mappings/${encodeURIComponent(name)}`),
    rememberMapping: (
      name: string,
      mapping: { header: string; source: string | null; columns: MappedColumn[] },
    ) => call('PUT', `/import-mappings/${encodeURIComponent(name)}`, mapping),
    async importFile(
      file: File,
      {
        isPreview,
        encoding,
        mapping,
      }: { isPreview: boolean; encoding?: string | undefined; mapping?: MappedColumn[] | undefined },
      onProgress: (progress: ImportProgress) => void,
      signal: AbortSignal,
    ): Promise<ImportReport> {
      const how = query({ name: file.name, encoding, columns: mapping && JSON.stringify(mapping) });
      const path = `${isPreview ? '/import/preview' : '/import'}${how}`;
      const answer = await send(explain, 'POST', path, file, { signal });
      for await (const line of linesOf(answer.body!, explain)) {
        const { progress, error, outcome } = JSON.parse(line) as ImportLine;
        if (progress) onProgress(progress);
        if (error) throw new Error(explain.fault(error));
        if (outcome) return outcome;
      }
      throw new Error(explain.away());
    },
  };
}

/** A line of the answer to an import. */
interface ImportLine {
  progress?: ImportProgress;
  outcome?: ImportReport;
  error?: { code: string; message: string };
}

/** Who works here, what waits for them, and what runs. */
function runningCalls(explain: Explain) {
  const { call, dataOf } = callsOf(explain);
  return {
    staffNames: () => dataOf<string[]>('GET', '/staff-names'),
    changeStaff: (id: unknown, change: AccountChange) => call('PUT', place('staff', id), change),
    /** @returns the password, which is shown once */
    resetPassword: (id: unknown) =>
      dataOf<{ name: string; password: string }>('POST', `${place('staff', id)}/password`),
    signOutEverywhere: (id: unknown) => call('DELETE', `${place('staff', id)}/sessions`),
    changePassword: (current: string, wanted: string) => call('PUT', '/password', { current, wanted }),
    /** counted up to 1,000 */
    openInquiries: () => dataOf<OpenInquiries>('GET', '/inquiries/open'),
    recentlyRejected: () => dataOf<RecentlyRejected>('GET', '/sync-log/rejected'),
    ignoreDemand: (text: string, ignored: boolean) => call('PUT', '/demand/ignored', { text, ignored }),
    indexStatus: () => dataOf<IndexOverview>('GET', '/index'),
    requestIndex: (what: 'rebuild' | 'check') => call('POST', `/index/${what}`),
    switchWebhook: (id: unknown, on: boolean) =>
      call('POST', `${place('webhooks', id)}/${on ? 'enable' : 'disable'}`),
    testWebhook: (id: unknown) =>
      dataOf<{ ok: boolean; status?: number; error?: string }>('POST', `${place('webhooks', id)}/test`),
  };
}

async function* linesOf(body: ReadableStream<Uint8Array>, explain: Explain): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  const next = () =>
    reader.read().catch(() => {
      throw new Error(explain.away()); // the browser says it in its own words
    });
  let rest = '';
  for (let read = await next(); !read.done; read = await next()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}
