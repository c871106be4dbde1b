import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import type { RecentPushes } from '../../platform/access/push-days.js';
import type { BulkCount, BulkEdit, BulkChange, Rename } from '../../catalogue/bulk/bulk.js';
import type { Term } from '../../catalogue/terms/term.js';
import type { Demanded } from '../../search/demand/demanded.js';
import type { DeletedPage, Entry } from '../../catalogue/history/entry.js';
import type { ImportOutcome } from '../../exchange/import/outcome.js';
import type { Quality } from '../../catalogue/quality/checks.js';
import type { Product } from '../../catalogue/products/fields.js';
import type { Mode } from '../../search/structure/find-modes.js';
import type { Account, AccountChange, StaffRole } from '../account.js';
import type { IndexOverview } from '../index-overview.js';
import { openCall, query, send } from './call.js';
import { changedFields, created } from './changes.js';
import { API, PUBLIC } from './session.js';
import type { Explain } from './call.js';
import { NEEDS } from './needs.js';
import type { OpenInquiries } from './needs.js';

/** The fields that identify a record; of others it is their `id`. */
const KEYS: Record<string, string> = { products: 'code', categories: 'name', tags: 'tag', profiles: 'name' };

/** The names that come and go as tables. */
export type NamesTable = 'aliases' | 'terms';

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

/** A bulk edit that is asked for. */
export type BulkRequest = { change: BulkChange; filter?: object; codes?: string[] } | { rename: Rename };

/** A page of unmet demand. */
export interface DemandPage {
  /** the Monday of the first week that is looked at */
  since: string;
  data: Demanded[];
  next_cursor: string | null;
}

/** The first products that a structure finds. */
export interface StructurePage {
  data: { product: Product; match: Mode; similarity?: number }[];
  total: number;
  /** false: there may be more */
  whole?: boolean;
  /** the structure that was taken for a text that is none itself, and the product that has it */
  meant?: { asked: { text: string }; product?: Product };
  /** products with different structures that the text names: nothing was looked for */
  several?: Product[];
}

/** What is doubtful about a product, as an import would warn of it and the checks would find it. */
export interface Doubts {
  warnings: { field: string; reason: string; message: string; value: string | number | null }[];
  findings: { check: string; title: { en: string; cn: string } }[];
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

/** The outcome of an import; a preview has the first rows of the file instead of its place in the sync log. */
export interface ImportReport extends ImportOutcome {
  import_id?: number;
  /** of its rejected rows, how many are kept */
  rejected_kept?: number;
  rows?: ({ line: number; item: Record<string, unknown> } | { line: number; message: string })[];
}

/** A line of the answer to an import. */
interface ImportLine {
  progress?: ImportProgress;
  outcome?: ImportReport;
  error?: { code: string; message: string };
}

/** The data provider of react-admin, with what else the pages need. */
export interface OfficeData extends DataProvider, ReturnType<typeof officeCalls> {}

const identified = (resource: string, record: object): RaRecord => {
  const named = record as Record<string, string | number>;
  if (resource === 'aliases')
    return { ...named, id: JSON.stringify([named['cas'], named['code'], named['text']]) };
  if (resource === 'terms') return { ...named, id: JSON.stringify([named['kind'], named['value']]) };
  return { ...named, id: named[KEYS[resource] ?? 'id']! };
};
/** An alias has no number: its key is its id. */
const aliasOf = (id: unknown): object => {
  const [cas, code, text] = JSON.parse(String(id)) as [string | null, string | null, string];
  return { cas, code, text };
};
/** Where the records of a resource are. */
const PLACES: Record<string, string> = {
  aliases: `${PUBLIC}/aliases`,
  profiles: `${PUBLIC}/export/profiles`,
};
const at = (resource: string): string => PLACES[resource] ?? `/${resource}`;
const place = (resource: string, id: unknown): string => `${at(resource)}/${encodeURIComponent(String(id))}`;
/** The same of the public API. */
const publicPlace = (resource: string, id: unknown): string =>
  `${PUBLIC}/${resource}/${encodeURIComponent(String(id))}`;

/** The address of these names as a table. */
export const namesTable = (of: NamesTable, filters: object): string =>
  `${API}/${of}/export${query({ ...filters })}`;

/** The address of a file of these products. */
export const productFile = (format: 'csv' | 'xlsx', filters: object): string =>
  `${API}/export${query({ ...filters, format })}`;

/** The address of unmet demand, as CSV. */
export const demandTable = (filters: object): string => `${API}/demand/export${query({ ...filters })}`;

/** The address of the products that a check finds, as CSV. */
export const findingsTable = (check: string): string => productFile('csv', { quality: check });

/** The address of the rejected rows of an import, as a file like the imported one. */
export const rejectedFile = (id: unknown): string => `${API}${place('sync-log', id)}/rejected`;

/** The address of these inquiries as CSV. */
export const inquiryTable = (filters: object): string => `${API}/inquiries/export${query({ ...filters })}`;

/** The API client of the pages. */
export const createData = (explain: Explain): OfficeData => ({
  ...recordCalls(explain),
  ...officeCalls(explain),
});

/** What react-admin asks for. */
function recordCalls(explain: Explain): DataProvider {
  const call = openCall(explain);
  const one = async (
    resource: string,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<{ data: any }> => {
    const { data } = await call<{ data: object }>(method, path, json);
    return { data: identified(resource, data) };
  };
  const remove = async (resource: string, ids: unknown[]): Promise<void> => {
    if (resource === 'products') await call('DELETE', `${PUBLIC}/products/batch`, { codes: ids });
    else if (resource === 'categories') await call('DELETE', `${PUBLIC}/categories`, { names: ids });
    else if (resource === 'aliases') await call('DELETE', at(resource), { aliases: ids.map(aliasOf) });
    else for (const id of ids) await call('DELETE', place(resource, id));
  };

  return {
    async getList(resource: string, { pagination, sort, filter }: GetListParams) {
      const order = sort?.field ? { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` } : {};
      const { data, total, without } = await call<{
        data: object[];
        total?: number;
        without?: string;
      }>(
        'GET',
        at(resource) +
          query({
            page: pagination?.page,
            page_size: pagination?.perPage,
            ...(resource === 'products' && order),
            ...filter,
          }),
      );
      return {
        data: data.map((record) => identified(resource, record)) as never[],
        total: total ?? data.length,
        meta: { without },
      };
    },
    getOne: (resource, { id }) => one(resource, 'GET', place(resource, id)),
    async getMany(resource, { ids }) {
      const found = await Promise.all(ids.map((id) => one(resource, 'GET', place(resource, id))));
      return { data: found.map(({ data }) => data) };
    },
    getManyReference: () => Promise.reject(new Error('no resource refers to another')),
    create: (resource, { data }) => one(resource, 'POST', `/${resource}`, created(data)),
    async update(resource, params) {
      const changes = changedFields(resource, params);
      if (resource !== 'products') return one(resource, 'PUT', place(resource, params.id), changes);
      await call('PUT', publicPlace(resource, params.id), changes);
      return one(resource, 'GET', place(resource, params.id));
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

/** What else the pages need. Failures are thrown as HttpError. */
function officeCalls(explain: Explain) {
  const call = openCall(explain);
  const dataOf = async <T>(method: string, path: string, json?: unknown): Promise<T> =>
    (await call<{ data: T }>(method, path, json)).data;

  return {
    tagProducts: (codes: string[], tags: string[], mode: 'append' | 'replace') =>
      call<{ done: number; failed: { code: string }[] }>('POST', `${PUBLIC}/tags/apply`, {
        codes,
        tags,
        mode,
      }),
    countBulkEdit: (request: BulkRequest) => dataOf<BulkCount>('POST', '/bulk-edits/count', request),
    /** @returns its number, and that of an undo */
    beginBulkEdit: async (request: BulkRequest & { confirm: number; merge: boolean }) =>
      (await dataOf<{ id: number }>('POST', '/bulk-edits', request)).id,
    undoBulkEdit: async (id: number) => (await dataOf<{ id: number }>('POST', `/bulk-edits/${id}/undo`)).id,
    stopBulkEdit: (id: number) => call<void>('POST', `/bulk-edits/${id}/stop`),
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
    deletedProducts: (wanted: { q: string; page: number; page_size: number }) =>
      call<DeletedPage>('GET', `/deleted-products${query(wanted)}`),
    findStructure: (wanted: object) =>
      call<StructurePage>('GET', `/product-structures${query({ ...wanted })}`),
    valuesOf: (field: 'source' | 'series', start?: string) =>
      dataOf<string[]>('GET', `/product-values${query({ field, start })}`),
    translateName: (text: string, to: 'cn' | 'en') =>
      dataOf<{ name: string; origin: 'catalogue' | 'service' } | null>(
        'GET',
        `/translate${query({ text, to })}`,
      ),
    addNames: (resource: 'categories' | 'tags', names: string[]) =>
      call<{ added: number; skipped: number; warnings?: { value: string }[] }>(
        'POST',
        `${PUBLIC}/${resource}`,
        resource === 'tags' ? { tags: names } : { names },
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
    nameTerm: (term: Term & { was: string | null }) => call<void>('PUT', '/terms', term),
    importTable: async (of: NamesTable, file: File): Promise<TableOutcome> =>
      (await send(explain, 'POST', `/${of}/import`, file)).json(),
    async upload(file: File, group: string): Promise<{ id: number; url: string }> {
      // What an image is its content says, but a name of another ending, as .jfif, would be refused.
      const name = /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.name) ? file.name : `${file.name || 'image'}.png`;
      const path = `${publicPlace('media', name)}${query({ group })}`;
      return (await send(explain, 'PUT', path, file)).json();
    },
    mediaGroups: () => dataOf<string[]>('GET', '/media-groups'),
    moveMedia: (ids: number[], group: string) => call<void>('POST', '/media/move', { ids, group }),
    productsShowing: (image: number) =>
      call<{ data: string[]; total: number }>('GET', `/media/${image}/products`),
    staffNames: () => dataOf<string[]>('GET', '/staff-names'),
    staff: () => dataOf<Account[]>('GET', '/staff'),
    /** @returns the password, which is shown once */
    addStaff: (name: string, role: StaffRole) =>
      dataOf<{ name: string; password: string }>('POST', '/staff', { name, role }),
    changeStaff: (id: number, change: AccountChange) => call<void>('PUT', `/staff/${id}`, change),
    resetPassword: (id: number) =>
      dataOf<{ name: string; password: string }>('POST', `/staff/${id}/password`),
    signOutEverywhere: (id: number) => call<void>('DELETE', `/staff/${id}/sessions`),
    changePassword: (current: string, wanted: string) => call<void>('PUT', '/password', { current, wanted }),
    quality: () => call<Quality>('GET', NEEDS.quality.path()),
    /** how many inquiries wait for an answer; counted up to 1,000 */
    openInquiries: () => dataOf<OpenInquiries>('GET', NEEDS.inquiries.path()),
    /** day by day in the browser's time */
    recentPushes: () => dataOf<RecentPushes>('GET', NEEDS.rejected.path()),
    demand: (wanted: object) => call<DemandPage>('GET', `/demand${query({ ...wanted })}`),
    ignoreDemand: (text: string, ignored: boolean) => call<void>('PUT', '/demand/ignored', { text, ignored }),
    indexStatus: () => dataOf<IndexOverview>('GET', NEEDS.index.path()),
    requestIndex: (what: 'rebuild' | 'check') => call<void>('POST', `/index/${what}`),
    switchWebhook: (id: number, on: boolean) =>
      call<void>('POST', `/webhooks/${id}/${on ? 'enable' : 'disable'}`),
    testWebhook: (id: number) =>
      dataOf<{ ok: boolean; status?: number; error?: string }>('POST', `/webhooks/${id}/test`),
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
      await send(explain, 'PUT', place('profiles', name), definition, { headers });
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
    async importFile(
      file: File,
      isPreview: boolean,
      onProgress: (progress: ImportProgress) => void,
      signal: AbortSignal,
    ): Promise<ImportReport> {
      const path = `${isPreview ? '/import/preview' : '/import'}${query({ name: file.name })}`;
      const answer = await send(explain, 'POST', path, file, { signal });
      for await (const line of linesOf(answer.body!, explain)) {
        const message: ImportLine = JSON.parse(line);
        if (message.progress) onProgress(message.progress);
        if (message.error) throw new Error(explain.fault(message.error));
        if (message.outcome) return message.outcome;
      }
      throw new Error(explain.away());
    },
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
