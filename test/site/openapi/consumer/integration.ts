// An ERP as a customer would write it: a client generated from the document, and nothing known but its types.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js'; // made by client.test.ts

const [baseUrl, key] = process.argv.slice(2) as [string, string];
const api = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });

/** The data of an answer; its error, typed as a problem, ends the run. */
function must<T>({ data, error }: { data?: T | undefined; error?: { detail: string } | undefined }): T {
  if (data === undefined) throw new Error(error?.detail ?? 'no data');
  return data;
}

const category = must(await api.POST('/categories', { body: { name: '代谢物' } }));
const pushed = must(
  await api.POST('/sync/push', {
    params: { query: { unchanged: 'skip' } },
    body: {
      products: [
        { code: 'ERP/1', name_cn: '阿司匹林', cas: '50-78-2', category: '代谢物', stock: 2, mw: 180.16 },
        { 货号: 'ERP-2', 品名: '水杨酸', CAS号: '69-72-7' },
      ],
    },
  }),
);
const listed = must(await api.GET('/products', { params: { query: { page_size: 10, in_stock: true } } }));
const detail = must(await api.GET('/products/{code}', { params: { path: { code: 'ERP/1' } } }));
const edited = must(
  await api.PUT('/products/{code}', { params: { path: { code: 'ERP/1' } }, body: { status: 'custom' } }),
);
const tagged = must(await api.POST('/tags/apply', { body: { codes: ['ERP/1', 'ERP-2'], tags: ['HPLC'] } }));
const tags = must(await api.GET('/tags'));
const suggested = must(await api.GET('/products/suggest', { params: { query: { q: 'ERP' } } }));
const position = must(await api.GET('/changes'));
const deleted = must(await api.DELETE('/products/batch', { body: { codes: ['ERP-2', 'ERP-3'] } }));
let changes;
do {
  // An older transaction may hold changes back for a moment: the last ones before the position, then, come after it.
  changes = must(await api.GET('/changes', { params: { query: { after: position.next } } }));
} while (!changes.data.some(({ code }) => code === 'ERP-2'));
const csv = must(await api.GET('/export', { params: { query: { format: 'csv' } }, parseAs: 'text' }));
const inquiry = must(
  await api.POST('/rfq', { body: { code: 'ERP/1', name: '王芳', email: 'wang@example.com' } }),
);
const missing = await api.GET('/products/{code}', { params: { path: { code: 'ERP-4' } } });

// What the types know: where one of these compiled, it would fail the test.
export const refused = (): unknown[] => [
  // @ts-expect-error no such status
  api.PUT('/products/{code}', { params: { path: { code: 'A' } }, body: { status: 'gone' } }),
  // @ts-expect-error a page size is a number
  api.GET('/products', { params: { query: { page_size: 'ten' } } }),
  // @ts-expect-error a detail needs its code
  api.GET('/products/{code}'),
  // @ts-expect-error nothing can be posted there
  api.POST('/export'),
  // @ts-expect-error a product has no such field
  detail.data.price,
];

process.stdout.write(
  JSON.stringify({
    added: category.added,
    pushed: [pushed.created, ...pushed.codes],
    listed: listed.data.map((product) => product.code),
    name: detail.data.name_cn,
    weight: detail.data.mw?.toFixed(1),
    edited: edited.updated_fields,
    tagged: tagged.done,
    used: tags.data.find(({ tag }) => tag === 'HPLC')?.use_count,
    suggested: suggested.ok,
    deleted: [deleted.deleted, deleted.not_found],
    changes: changes.data.filter(({ code }) => code === 'ERP-2').map(({ op, code }) => `${op} ${code}`),
    lines: csv.split('\r\n').length,
    inquiry: typeof inquiry.id,
    missing: [missing.response.status, missing.error?.title, missing.error?.type.split('#')[1]],
  }),
);
