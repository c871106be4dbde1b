// An ERP's nightly push: reads a CSV or NDJSON file and pushes it in batches. To be copied and changed; beside the client
// it needs the package csv-parse.
//
//   node erp-push.js --to https://catalogue.example/api/v1 --key-file erp.key products.csv
//
// The header of a CSV names fields or their aliases (code, 货号, name_cn, 品名, cas, stock, 库存, …); columns of other
// names are reported and ignored. A file that is not UTF-8 is read as GB18030, and that is reported. Exit 0: all products
// were accepted; 1: some were rejected, each reported with its line, or the push was interrupted; 2: wrong usage. To
// resume an interrupted push, start it again: products that are already there stay as they are.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { dataOf, openCatalogue } from '../index.js';
import type { PushedProduct } from '../index.js';

interface Row {
  /** line in the file, from 1 */
  line: number;
  product: PushedProduct;
}

/** An empty cell means "not supplied"; sent as an empty text it would clear its field. */
const withoutBlanks = (cells: Record<string, string>): PushedProduct =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text.trim() !== ''));

/** @throws TypeError when the file is not of this encoding */
async function* textOf(file: string, encoding: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const content: AsyncIterable<Buffer> = createReadStream(file);
  for await (const bytes of content) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Reads the whole file: what is no UTF-8 may come late. */
async function encodingOf(file: string): Promise<string> {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      const text = textOf(file, encoding);
      while (!(await text.next()).done);
      return encoding;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new Error(`${file} is neither UTF-8 nor GB18030: save it as UTF-8`);
}

async function* csvRows(content: Readable): AsyncGenerator<Row, void> {
  const columns = (names: string[]): string[] => names.map((name) => name.trim());
  for await (const { record, info } of content.pipe(parse({ columns, skip_empty_lines: true, info: true })))
    yield { line: info.lines, product: withoutBlanks(record) };
}

async function* ndjsonRows(content: Readable): AsyncGenerator<Row, void> {
  let line = 0;
  for await (const text of createInterface({ input: content, crlfDelay: Infinity })) {
    line++;
    if (text.trim() === '') continue;
    try {
      yield { line, product: JSON.parse(text) };
    } catch {
      throw new Error(`line ${line} is no JSON`);
    }
  }
}

async function* batchesOf(rows: AsyncIterable<Row>, size: number): AsyncGenerator<Row[], void> {
  let batch: Row[] = [];
  for await (const row of rows) {
    if (batch.push(row) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, 'key-file': { type: 'string' }, batch: { type: 'string' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  const size = Number(values.batch ?? 1_000);
  if (!values.to || !values['key-file'] || !file || !(size >= 1 && size <= 1_000)) {
    process.stderr.write('erp-push --to <address>/api/v1 --key-file <file> [--batch 1..1000] <file>\n');
    return 2;
  }
  const apiKey = (await readFile(values['key-file'], 'utf8')).trim();
  const catalogue = openCatalogue({ baseUrl: values.to, apiKey });
  const encoding = await encodingOf(file);
  if (encoding !== 'utf-8') process.stderr.write(`not UTF-8: read as ${encoding.toUpperCase()}\n`);
  const content = Readable.from(textOf(file, encoding));
  const rows = file.toLowerCase().endsWith('.csv') ? csvRows(content) : ndjsonRows(content);

  const ignored = new Set<string>();
  const sum = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
  for await (const batch of batchesOf(rows, size)) {
    const outcome = dataOf(
      await catalogue.api.POST('/sync/push', {
        params: { query: { unchanged: 'skip' } },
        body: { products: batch.map(({ product }) => product) },
      }),
    );
    sum.created += outcome.created;
    sum.updated += outcome.updated;
    sum.unchanged += outcome.unchanged ?? 0;
    sum.invalid += outcome.invalid;
    for (const name of outcome.ignored_fields) ignored.add(`"${name}"`);
    for (const { index, code, field, message } of outcome.errors) {
      const where = [`line ${batch[index]!.line}`, code, field].filter(Boolean).join(', ');
      process.stderr.write(`${where}: ${message}\n`);
    }
  }
  if (ignored.size > 0)
    process.stderr.write(`ignored, not fields of a product: ${[...ignored].join(', ')}\n`);
  process.stdout.write(
    `${sum.created} created, ${sum.updated} updated, ${sum.unchanged} unchanged, ${sum.invalid} rejected\n`,
  );
  return sum.invalid > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  // A fetch that fails says why in its cause alone.
  const reason = cause?.code === undefined ? '' : ` (${cause.code})`;
  process.stderr.write(`broken off: ${message}${reason}\n`);
  process.exitCode = 1;
}
