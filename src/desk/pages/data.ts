import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import type { BulkChange, Rename } from '../../catalogue/bulk/bulk.js';
import type { Demanded } from '../../search/demand/demanded.js';
import type { ImportOutcome, MappedColumn, SeenFile } from '../../exchange/import/outcome.js';
import { address, query, send } from './call.js';
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
const place = (resource: string, id: unknown): string => at(resource) + address`/${id}`;

/** What is deleted by a list of what is to go: where, and the list. */
const REMOVALS: Record<string, (ids: unknown[]) => [path: string, list: object]> = {
  products: (codes) => [`${PUBLIC}/products/batch`, { codes }],
  categories: (names) => [`${PUBLIC}/categories`, { names }],
  aliases: (ids) => {
    const keys = ids.map((id) => JSON.parse(String(id)) as (string | null)[]);
    return [at('aliases'), { aliases: keys.map(([cas, code, text]) => ({ cas, code, text })) }];
  },
};

/** The addresses of files. */
export const FILES = {
  products: (format: 'csv' | 'xlsx', filters: object) => `${API}/export${query({ ...filters, format })}`,
  /** a drawing of what a name means */
  drawing: (smiles: string) => `${API}/drawing${query({ smiles })}`,
  /** the records of a list, as it is filtered */
  list: (of: string, filters: object) => `${API}/${of}/export${query(filters)}`,
  /** the rejected rows of an import, as a file like the imported one */
  rejected: (id: unknown) => `${API}/sync-log/${String(id)}/rejected`,
};

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

/** The data provider of react-admin, with what else the pages need. */
export interface OfficeData
  extends DataProvider, ReturnType<typeof officeCalls>, ReturnType<typeof fileCalls> {}

/** The API client of the pages. Failures are thrown as HttpError. */
export const createData = (explain: Explain): OfficeData => ({
  ...recordCalls(explain),
  ...officeCalls(explain),
  ...fileCalls(explain),
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
      await call('PUT', PUBLIC + place(resource, params.id), changes);
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

/** What else the pages need: any call, and those of which more is to be said. */
function officeCalls(explain: Explain) {
  const { call, dataOf } = callsOf(explain);
  return {
    call,
    /** what an answer has as `data` */
    dataOf,
    /** what it was before a change, or one field of it. @returns the fields that changed */
    async bringBack(code: string, id: number, field?: string) {
      const path = address`/products/${code}/bring-back`;
      return (await call<{ updated_fields: string[] }>('POST', path, { id, field })).updated_fields;
    },
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
    async upload(file: File, group: string): Promise<{ id: number; url: string }> {
      // What an image is its content says, but a name of another ending, as .jfif, would be refused.
      const name = /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.name) ? file.name : `${file.name || 'image'}.png`;
      return call('PUT', PUBLIC + address`/media/${name}` + query({ group }), file);
    },
  };
}

/** Export profiles, and files in and out. */
function fileCalls(explain: Explain) {
  return {
    /** @returns with the ETag that stands for it */
    async profile(name: string) {
      const answer = await send(explain, 'GET', place('profiles', name));
      const { data }: { data: { built_in: boolean; definition: object } } = await answer.json();
      return { ...data, tag: answer.headers.get('ETag')! };
    },
    /** @param tag of what it replaces, none where it replaces none @throws HttpError 412 where that has changed */
    async putProfile(name: string, definition: object, tag: string | undefined): Promise<void> {
      const headers: Record<string, string> = tag ? { 'If-Match': tag } : { 'If-None-Match': '*' };
      await (await send(explain, 'PUT', place('profiles', name), definition, { headers })).json();
    },
    /** What a profile would deliver; as a delivery it is put on record. */
    async profileFile(profile: string, what: { scope: string; recipient: string }, isDelivery: boolean) {
      const answer = await (isDelivery
        ? send(explain, 'POST', `${place('profiles', profile)}/deliveries${query(what)}`)
        : send(explain, 'GET', `${PUBLIC}/export${query({ profile, ...what })}`));
      const name = /filename="(.+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? profile;
      return { file: await answer.blob(), name };
    },
    /** @returns null where the file cannot be read: its preview says why */
    columnsOf: async (
      file: File,
      encoding: string | undefined,
      signal: AbortSignal,
    ): Promise<SeenFile | null> =>
      (await (await send(explain, 'POST', `/import/columns${query({ encoding })}`, file, { signal })).json())
        .data,
    async importFile(
      file: File,
      how: { isPreview: boolean; encoding?: string | undefined; mapping?: MappedColumn[] | undefined },
      onProgress: (progress: ImportProgress) => void,
      signal: AbortSignal,
    ): Promise<ImportReport> {
      const { isPreview, encoding, mapping } = how;
      const given = query({ name: file.name, encoding, columns: mapping && JSON.stringify(mapping) });
      const path = `${isPreview ? '/import/preview' : '/import'}${given}`;
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
