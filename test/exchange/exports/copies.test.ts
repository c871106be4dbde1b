import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { download } from '../../support/wire.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile({ DATABASE_POOL: '12', EXPORT_CONCURRENCY: '5' });
beforeAll(async () => {
  await service.push(
    Array.from({ length: 1_500 }, (_, i) => ({ code: `C-${i}`, name_cn: `产品 ${i}`, smiles: 'CO' })),
  );
});

type Copy = Map<string, unknown>;

/** What a file holds, by product number, which is the first column of each. */
const READERS: Record<string, (bytes: Buffer) => Promise<Copy> | Copy> = {
  json: (bytes) => byCode(JSON.parse(bytes.toString()).data),
  ndjson: (bytes) => byCode(bytes.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line))), // prettier-ignore
  csv: (bytes) =>
    byCode(Papa.parse<string[]>(bytes.toString().slice(1), { skipEmptyLines: true }).data.slice(1)),
  chemicalbook: (bytes) => READERS['csv']!(bytes),
  xlsx: async (bytes) => {
    const [{ data }] = (await readWorkbook(bytes)) as unknown as [{ data: unknown[][] }];
    return byCode(data.slice(1));
  },
  sdf: (bytes) => byCode(bytes.toString().split('$$$$\n').slice(0, -1).map((record) => [record.split('\n', 1)[0], record])), // prettier-ignore
};
const byCode = (rows: (unknown[] | { code: string })[]): Copy =>
  new Map(rows.map((row) => [Array.isArray(row) ? String(row[0]) : row.code, row]));

const copyOf = async (format: string, more = '') => {
  const { status, headers, bytes } = await download(service, `/export?format=${format}${more}`);
  expect(status).toBe(200);
  return { copy: await READERS[format]!(bytes), cursor: String(headers['x-changes-cursor']) };
};

/** Everything after a position: the products that are there, and the codes of those that are not. */
async function changesAfter(cursor: string) {
  const present: { code: string; status: string }[] = [];
  const gone: string[] = [];
  for (let after = cursor, more = true; more;) {
    const { body } = await service.call('GET', `/changes?limit=1000&after=${after}`);
    for (const { code, product } of body.data)
      if (product) present.push(product);
      else gone.push(code);
    ({ next: after, more } = body);
  }
  return { present, gone };
}

/** A thousand writes of one client beside others, or more, until it may end: pushes, edits and deletions that overlap with theirs. */
async function write(client: number, mayEnd: () => boolean): Promise<void> {
  for (let round = 0; round < 10 || !mayEnd(); round++) {
    const at = (i: number): number => (client * 373 + round * 97 + i * 13) % 1_600;
    await service.push(
      Array.from({ length: 97 }, (_, i) => ({
        code: `C-${at(i)}`,
        name_cn: `改 ${client}/${round}`,
        smiles: 'CO',
        status: ['in_stock', 'futures', 'custom', 'off'][(client + i) % 4],
      })),
    );
    await service.write('PUT', `/products/C-${at(1)}`, { series: `s${round}` });
    const codes = [`C-${at(2)}`, `C-${at(3)}`];
    await service.write('DELETE', '/products/batch', { codes });
  }
}

test('a copy that is taken beside 4,000 writes and then kept by deltas equals a new copy, in every format', async () => {
  const formats = Object.keys(READERS);
  const { body } = await service.call('GET', '/products?page_size=1');
  let areTaken = false;
  const writers = Promise.all([0, 1, 2, 3].map((client) => write(client, () => areTaken)));
  const copies = await Promise.all(formats.map((format) => copyOf(format))).finally(() => (areTaken = true));
  await writers;
  for (const [i, format] of formats.entries()) {
    const { copy, cursor } = copies[i]!;
    const { present, gone } = await changesAfter(cursor);
    // By rows of the same format that were written since, and by the changes; what is no longer in it goes.
    const later = (await copyOf(format, `&updated_after=${body.as_of}`)).copy;
    for (const [code, row] of later) copy.set(code, row);
    for (const code of gone) copy.delete(code);
    for (const product of present) {
      if (format === 'chemicalbook' && product.status === 'off') copy.delete(product.code);
      else if (format.endsWith('json')) copy.set(product.code, product);
      else expect([format, copy.has(product.code)]).toEqual([format, true]);
    }
    const anew = (await copyOf(format)).copy;
    expect(anew.size).toBeGreaterThan(1_000);
    expect([format, [...copy].sort(byKey)]).toEqual([format, [...anew].sort(byKey)]);
  }
});
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
