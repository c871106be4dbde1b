import type { DataProvider, GetListParams, RaRecord, UpdateParams } from 'react-admin';
import { EDITABLE_FIELDS } from '../../catalogue/products/fields.js';
import type { StructureKey } from '../../chemistry/structures/structure-key.js';
import { address, call, dataOf, query } from './call.js';
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
export const place = (resource: string, id: unknown): string => at(resource) + address`/${id}`;

/**
 * Sends only changed fields, so that an edit does not undo somebody else's of other fields; of a product and of an inquiry
 * also what they were, so that it does not undo one of the same fields unseen.
 * @param params.meta.seen what somebody else has made of it since the form was filled, where the page has shown that
 */
function changedFields(resource: string, { data, previousData, meta }: UpdateParams): object {
  const seen: Partial<RaRecord> | undefined = meta?.seen ?? previousData;
  if (resource === 'inquiries') return inquiryChanges(data, previousData, seen);
  const names = resource === 'products' ? EDITABLE_FIELDS.map(({ name }) => name) : Object.keys(data);
  const changed = names.filter((name) => data[name] !== previousData?.[name]);
  const valuesIn = (record: Partial<RaRecord> = {}): object =>
    Object.fromEntries(changed.map((name) => [name, record[name] ?? null]));
  if (resource !== 'products') return valuesIn(data);
  const structure = data['structure'] ?? '';
  const isSame = structure === (previousData?.['structure'] ?? '');
  const was = {
    ...valuesIn(seen),
    ...(!isSame && { structure: seen?.['structure'] ?? null }),
  };
  return { ...valuesIn(data), ...(!isSame && structureKey(structure)), was };
}

/** The same of an inquiry: of its lines those whose status is another. */
function inquiryChanges(
  data: Partial<RaRecord>,
  before: Partial<RaRecord> = {},
  seen: Partial<RaRecord> = {},
): object {
  const names = ['status', 'note'].filter((name) => (data[name] ?? null) !== (before[name] ?? null));
  const statusOf = ({ lines = [] }: Partial<RaRecord>, at: number) => lines[at]?.status;
  const lines: { line: number }[] = data['lines'] ?? [];
  const set = lines.flatMap(({ line }, at) =>
    statusOf(data, at) === statusOf(before, at) ? [] : { line, at },
  );
  const valuesIn = (record: Partial<RaRecord>): object => ({
    ...Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    ...(set.length > 0 && { lines: set.map(({ line, at }) => ({ line, status: statusOf(record, at) })) }),
  });
  return { ...valuesIn(data), was: valuesIn(seen) };
}

/** A structure by the key for its form; an empty one is removed. */
function structureKey(structure: string): object {
  const text = structure.trim();
  const key: StructureKey = text.startsWith('InChI=') ? 'inchi' : text.includes('\n') ? 'molfile' : 'smiles';
  return { [key]: key === 'molfile' ? structure : text };
}

/** A new record as it is sent. */
export function created({ structure, ...fields }: Record<string, unknown>): object {
  return { ...fields, ...(typeof structure === 'string' && structureKey(structure)) };
}

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

async function one(resource: string, method: string, path: string, json?: unknown): Promise<{ data: any }> {
  return { data: identified(resource, await dataOf<object>(method, path, json)) };
}

async function remove(resource: string, ids: unknown[]): Promise<void> {
  const removal = REMOVALS[resource]?.(ids);
  if (removal) await call('DELETE', ...removal);
  else for (const id of ids) await call('DELETE', place(resource, id));
}

const unused = () =>
  Promise.reject(new Error('no resource refers to another, and records are updated one by one'));

/** What react-admin asks for. Failures are thrown as HttpError. */
export const provider: DataProvider = {
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
  getOne: (resource, { id }) => one(resource, 'GET', place(resource, id)),
  getMany: unused,
  getManyReference: unused,
  create: (resource, { data }) => one(resource, 'POST', `/${resource}`, created(data)),
  async update(resource, params) {
    const changes = changedFields(resource, params);
    if (resource !== 'products') return one(resource, 'PUT', place(resource, params.id), changes);
    await call('PUT', PUBLIC + place(resource, params.id), changes);
    return one(resource, 'GET', place(resource, params.id));
  },
  updateMany: unused,
  async delete(resource, { id }) {
    await remove(resource, [id]);
    return { data: { id } as never };
  },
  async deleteMany(resource, { ids }) {
    await remove(resource, ids);
    return { data: ids };
  },
};

/** Puts an image into the media library. */
export async function upload(file: File, group: string): Promise<{ id: number; url: string }> {
  // What an image is its content says, but a name of another ending, as .jfif, would be refused.
  const name = /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.name) ? file.name : `${file.name || 'image'}.png`;
  return call('PUT', PUBLIC + address`/media/${name}` + query({ group }), file);
}
