import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import type { RecentPushes } from '../../access/push-days.js';
import type { BulkCount, BulkEdit, Change, Rename } from '../../bulk/bulk.js';
import type { Term } from '../../terms/term.js';
import type { Demanded } from '../../demand/demanded.js';
import type { DeletedPage, Entry } from '../../history/entry.js';
import type { ImportOutcome } from '../../import/outcome.js';
import type { Quality } from '../../quality/checks.js';
import type { Account, AccountChange, Role } from '../account.js';
import type { IndexOverview } from '../index-overview.js';
import { openCall, query, send } from './call.js';
import { changes, created } from './changes.js';
import { API } from './session.js';
import type { Explain } from './call.js';
import { NEEDS } from './needs.js';

/** The path of a resource below the API's, and the field that identifies a record. */
const RESOURCES: Record<string, { path: string; key: string }> = {
  products: { path: '/products', key: 'code' },
  categories: { path: '/categories', key: 'name' },
  tags: { path: '/tags', key: 'tag' },
  aliases: { path: '/aliases', key: 'id' },
  terms: { path: '/terms', key: 'id' },
  media: { path: '/media', key: 'id' },
  profiles: { path: '/profiles', key: 'name' },
  keys: { path: '/keys', key: 'id' },
  webhooks: { path: '/webhooks', key: 'id' },
  'sync-log': { path: '/sync-log', key: 'id' },
  actions: { path: '/actions', key: 'id' },
  inquiries: { path: '/inquiries', key: 'id' },
};

/** The names that come and go as tables. */
export type NamesTable = 'aliases' | 'terms';

/** What became of a table: counts, and its lines at fault. */
export interface TableOutcome {
  invalid: number;
  errors: { line: number; field: string | null; reason: string; message: string }[];
}

export interface ImportProgress {
  done: number;
  all: number;
}

/** A bulk edit that is asked for. */
export type BulkRequest = { change: Change; filter?: object; codes?: string[] } | { rename: Rename };

/** A page of what was asked for in vain. */
export interface DemandPage {
  /** the Monday of the first week that is looked at */
  since: string;
  data: Demanded[];
  next_cursor: string | null;
}

/** A file that was delivered. */
export interface Delivery {
  id: number;
  at: string;
  by: string;
  scope: string;
  count: number;
  file: string;
  sha256: string;
}

/** The outcome of an import with the file of its rejected rows; a preview has the first rows of the file instead. */
export interface ImportReport extends ImportOutcome {
  rejected?: { name: string; content: Blob };
  rows?: ({ line: number; item: Record<string, unknown> } | { line: number; message: string })[];
}

/** A line of the answer to an import; pieces of the file of rejected rows (base64) come before the outcome. */
interface ImportLine {
  progress?: ImportProgress;
  rejected?: string;
  outcome?: ImportReport & { rejected_as?: string };
  error?: { code: string; message: string };
}

/** The data provider of react-admin, with what else the pages need. */
export interface OfficeData extends DataProvider {
  tagProducts(
    codes: string[],
    tags: string[],
    mode: 'append' | 'replace',
  ): Promise<{ done: number; failed: { code: string }[] }>;
  countBulkEdit(request: BulkRequest): Promise<BulkCount>;
  /** @returns its number, and that of an undo */
  beginBulkEdit(request: BulkRequest & { confirm: number; merge: boolean }): Promise<number>;
  undoBulkEdit(id: number): Promise<number>;
  stopBulkEdit(id: number): Promise<void>;
  /** the last ones, the newest first */
  bulkEdits(): Promise<BulkEdit[]>;
  history(code: string, cursor: string | null): Promise<{ data: Entry[]; next_cursor: string | null }>;
  /** what it was before a change, or one field of it. @returns the fields that changed */
  bringBack(code: string, id: number, field?: string): Promise<string[]>;
  deletedProducts(wanted: { q: string; page: number; page_size: number }): Promise<DeletedPage>;
  valuesOf(field: 'source' | 'series', start?: string): Promise<string[]>;
  translateName(
    text: string,
    to: 'cn' | 'en',
  ): Promise<{ name: string; origin: 'catalogue' | 'service' } | null>;
  addNames(resource: 'categories' | 'tags', names: string[]): Promise<{ added: number; skipped: number }>;
  /** @throws Error that says what is wrong with it */
  addAlias(alias: Record<string, string>): Promise<void>;
  /** @param term with the name that it had @throws Error that says what is wrong with it */
  nameTerm(term: Term & { was: string | null }): Promise<void>;
  importTable(of: NamesTable, file: File): Promise<TableOutcome>;
  upload(file: File, group: string): Promise<{ id: number; url: string }>;
  mediaGroups(): Promise<string[]>;
  moveMedia(ids: number[], group: string): Promise<void>;
  productsShowing(image: number): Promise<{ data: string[]; total: number }>;
  staffNames(): Promise<string[]>;
  staff(): Promise<Account[]>;
  /** @returns the password, which is shown once @throws HttpError */
  addStaff(name: string, role: Role): Promise<{ name: string; password: string }>;
  changeStaff(id: number, change: AccountChange): Promise<void>;
  resetPassword(id: number): Promise<{ name: string; password: string }>;
  signOutEverywhere(id: number): Promise<void>;
  changePassword(current: string, wanted: string): Promise<void>;
  quality(): Promise<Quality>;
  /** how many inquiries wait for an answer; counted up to 1,000 */
  openInquiries(): Promise<number>;
  /** day by day in the browser's time */
  recentPushes(): Promise<RecentPushes>;
  demand(wanted: object): Promise<DemandPage>;
  ignoreDemand(text: string, ignored: boolean): Promise<void>;
  indexStatus(): Promise<IndexOverview>;
  requestIndex(what: 'rebuild' | 'check'): Promise<void>;
  switchWebhook(id: number, on: boolean): Promise<void>;
  testWebhook(id: number): Promise<{ ok: boolean; status?: number; error?: string }>;
  profile(
    name: string,
  ): Promise<{ name: string; built_in: boolean; updated_at: string | null; definition: object }>;
  /** @throws HttpError that names what is wrong with the definition */
  previewProfile(
    definition: object,
  ): Promise<{ headers: string[]; rows: (string | number | boolean | null)[][] }>;
  /** @param was the `updated_at` of what it replaces, `none` where it replaces none @returns the new one */
  putProfile(name: string, definition: object, was: string): Promise<string>;
  deliveries(profile: string): Promise<Delivery[]>;
  /** the file of a delivery, which is put on record */
  deliver(profile: string, scope: string): Promise<{ file: Blob; name: string }>;
  importFile(
    file: File,
    isPreview: boolean,
    onProgress: (progress: ImportProgress) => void,
    signal: AbortSignal,
  ): Promise<ImportReport>;
}

const at = (resource: string) => RESOURCES[resource] ?? { path: `/${resource}`, key: 'id' };
const identified = (resource: string, record: object): RaRecord => {
  const named = record as Record<string, string | number>;
  if (resource === 'aliases')
    return { ...named, id: JSON.stringify([named['cas'], named['code'], named['text']]) };
  if (resource === 'terms') return { ...named, id: JSON.stringify([named['kind'], named['value']]) };
  return { ...named, id: named[at(resource).key]! };
};
/** An alias has no number: its key is its id. */
const aliasOf = (id: unknown): object => {
  const [cas, code, text] = JSON.parse(String(id)) as [string | null, string | null, string];
  return { cas, code, text };
};
const place = (resource: string, id: unknown): string =>
  `${at(resource).path}/${encodeURIComponent(String(id))}`;

/** The address of these names as a table. */
export const namesTable = (of: NamesTable, filters: object): string =>
  `${API}/${of}/export${query({ ...filters })}`;

/** The address of a file of these products. */
export const productFile = (format: 'csv' | 'xlsx', filters: object): string =>
  `${API}/export${query({ ...filters, format })}`;

/** The address of what a profile would deliver; it is no delivery. */
export const profileFile = (name: string, scope: string): string =>
  `${API}${place('profiles', name)}/file${query({ scope })}`;

/** The address of what was asked for in vain, as CSV. */
export const demandTable = (filters: object): string => `${API}/demand/export${query({ ...filters })}`;

/** The address of the products that a check finds, as CSV. */
export const findingsTable = (check: string): string => `${API}/quality/export${query({ check })}`;

/** The address of these inquiries as CSV. */
export const inquiryTable = (filters: object): string => `${API}/inquiries/export${query({ ...filters })}`;

/** The API client of the pages. */
export function createData(explain: Explain): OfficeData {
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
    if (resource === 'products') await call('DELETE', '/products/batch', { codes: ids });
    else if (resource === 'categories') await call('DELETE', '/categories', { names: ids });
    else if (resource === 'aliases') await call('DELETE', '/aliases', { aliases: ids.map(aliasOf) });
    else for (const id of ids) await call('DELETE', place(resource, id));
  };

  return {
    async getList(resource: string, { pagination, sort, filter }: GetListParams) {
      const order = sort?.field ? { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` } : {};
      const { data, total, without } = await call<{ data: object[]; total?: number; without?: string }>(
        'GET',
        at(resource).path +
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
    create: (resource, { data }) => one(resource, 'POST', at(resource).path, created(data)),
    update: (resource, params) => one(resource, 'PUT', place(resource, params.id), changes(resource, params)),
    updateMany: () => Promise.reject(new Error('records are updated one by one')),
    async delete(resource, { id }) {
      await remove(resource, [id]);
      return { data: { id } as never };
    },
    async deleteMany(resource, { ids }) {
      await remove(resource, ids);
      return { data: ids };
    },

    tagProducts: (codes, tags, mode) => call('POST', '/products/tags', { codes, tags, mode }),
    countBulkEdit: async (request) =>
      (await call<{ data: BulkCount }>('POST', '/bulk-edits/count', request)).data,
    beginBulkEdit: async (request) =>
      (await call<{ data: { id: number } }>('POST', '/bulk-edits', request)).data.id,
    undoBulkEdit: async (id) =>
      (await call<{ data: { id: number } }>('POST', `/bulk-edits/${id}/undo`)).data.id,
    stopBulkEdit: (id) => call('POST', `/bulk-edits/${id}/stop`),
    bulkEdits: async () => (await call<{ data: BulkEdit[] }>('GET', '/bulk-edits')).data,
    history: (code, cursor) => call('GET', `${place('products', code)}/history${query({ cursor })}`),
    bringBack: async (code, id, field) =>
      (
        await call<{ updated_fields: string[] }>('POST', `${place('products', code)}/bring-back`, {
          id,
          field,
        })
      ).updated_fields,
    deletedProducts: (wanted) => call('GET', `/deleted-products${query(wanted)}`),
    valuesOf: async (field, start) =>
      (await call<{ data: string[] }>('GET', `/product-values${query({ field, start })}`)).data,
    translateName: async (text, to) =>
      (await call<{ data: never }>('GET', `/translate${query({ text, to })}`)).data,
    addNames: (resource, names) =>
      call('POST', at(resource).path, resource === 'tags' ? { tags: names } : { names }),
    async addAlias(alias) {
      const { errors } = await call<{ errors: { reason: string; message: string }[] }>('PUT', '/aliases', {
        aliases: [alias],
      });
      const [fault] = errors;
      if (fault) throw new Error(explain.fault({ code: fault.reason, message: fault.message }));
    },
    nameTerm: (term) => call('PUT', '/terms', term),
    importTable: async (of, file) => (await send(explain, 'POST', `/${of}/import`, file)).json(),
    async upload(file, group) {
      const name = encodeURIComponent(file.name || 'image');
      return (await send(explain, 'PUT', `/uploads/${name}${query({ group })}`, file)).json();
    },
    mediaGroups: async () => (await call<{ data: string[] }>('GET', '/media-groups')).data,
    moveMedia: (ids, group) => call('POST', '/media/move', { ids, group }),
    productsShowing: (image) => call('GET', `/media/${image}/products`),
    staffNames: async () => (await call<{ data: string[] }>('GET', '/staff-names')).data,
    staff: async () => (await call<{ data: Account[] }>('GET', '/staff')).data,
    addStaff: async (name, role) => (await call<{ data: never }>('POST', '/staff', { name, role })).data,
    changeStaff: (id, change) => call('PUT', `/staff/${id}`, change),
    resetPassword: async (id) => (await call<{ data: never }>('POST', `/staff/${id}/password`)).data,
    signOutEverywhere: (id) => call('DELETE', `/staff/${id}/sessions`),
    changePassword: (current, wanted) => call('PUT', '/password', { current, wanted }),
    quality: () => call('GET', NEEDS.quality.path()),
    openInquiries: async () =>
      (await call<{ data: { open: number } }>('GET', NEEDS.inquiries.path())).data.open,
    recentPushes: async () => (await call<{ data: RecentPushes }>('GET', NEEDS.rejected.path())).data,
    demand: (wanted) => call('GET', `/demand${query({ ...wanted })}`),
    ignoreDemand: (text, ignored) => call('PUT', '/demand/ignored', { text, ignored }),
    indexStatus: async () => (await call<{ data: IndexOverview }>('GET', NEEDS.index.path())).data,
    requestIndex: (what) => call('POST', `/index/${what}`),
    switchWebhook: (id, on) => call('POST', `/webhooks/${id}/${on ? 'enable' : 'disable'}`),
    testWebhook: async (id) => (await call<{ data: never }>('POST', `/webhooks/${id}/test`)).data,
    profile: async (name) => (await call<{ data: never }>('GET', place('profiles', name))).data,
    previewProfile: async (definition) =>
      (await call<{ data: never }>('POST', '/profiles/preview', definition)).data,
    async putProfile(name, definition, was) {
      const path = `${place('profiles', name)}?${new URLSearchParams({ was })}`;
      return (await call<{ data: { updated_at: string } }>('PUT', path, definition)).data.updated_at;
    },
    deliveries: async (profile) =>
      (await call<{ data: Delivery[] }>('GET', `${place('profiles', profile)}/deliveries`)).data,
    async deliver(profile, scope) {
      const path = `${place('profiles', profile)}/deliveries${query({ scope })}`;
      const answer = await send(explain, 'POST', path);
      const name = /filename="(.+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? profile;
      return { file: await answer.blob(), name };
    },
    async importFile(file, isPreview, onProgress, signal) {
      const answer = await send(explain, 'POST', isPreview ? '/import/preview' : '/import', file, signal);
      const rejected: Uint8Array<ArrayBuffer>[] = [];
      for await (const line of linesOf(answer.body!)) {
        const message: ImportLine = JSON.parse(line);
        if (message.progress) onProgress(message.progress);
        if (message.error) throw new Error(explain.fault(message.error));
        if (message.rejected !== undefined)
          rejected.push(Uint8Array.from(atob(message.rejected), (byte) => byte.charCodeAt(0)));
        if (message.outcome) {
          const { rejected_as: kind, ...outcome } = message.outcome;
          if (kind === undefined) return outcome;
          return {
            ...outcome,
            rejected: { name: `${file.name}.rejected.${kind}`, content: new Blob(rejected) },
          };
        }
      }
      throw new Error(explain.away());
    },
  };
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}
