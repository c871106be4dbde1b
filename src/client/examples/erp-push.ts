// An ERP's nightly push of a file: CSV, xlsx, JSON or NDJSON, as the ERP writes it. To be copied and changed.
//
//   node erp-push.js --to https://catalogue.example/api/v1 --key-file erp.key products.csv
//
// The service reads the file as its own import does: headings under any of their names (货号, 品名, 库存, …), encodings,
// workbooks, empty cells that leave a field as it is. Exit 0: all rows were accepted; 1: some were refused, each reported
// with its line, or nothing was written; 2: wrong usage. A push that was broken off is started again: it is written as a whole
// or not at all, and rows that are there already stay as they are.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { dataOf, openCatalogue } from '../index.js';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, 'key-file': { type: 'string' }, encoding: { type: 'string' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!values.to || !values['key-file'] || !file) {
    process.stderr.write(
      'erp-push --to <address>/api/v1 --key-file <file> [--encoding <name>] <file of at most 50,000 products>\n',
    );
    return 2;
  }
  const apiKey = (await readFile(values['key-file'], 'utf8')).trim();
  const catalogue = openCatalogue({ baseUrl: values.to, apiKey });
  const outcome = dataOf(
    await catalogue.api.POST('/sync/file', {
      params: { query: { unchanged: 'skip', encoding: values.encoding as 'utf-8' | undefined } },
      headers: { 'Content-Type': 'text/csv' }, // what it is, its content tells
      body: (await readFile(file)) as unknown as string,
      bodySerializer: (bytes: unknown) => bytes as Uint8Array<ArrayBuffer>,
    }),
  );
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  if ((outcome.encoding ?? 'utf-8') !== 'utf-8')
    tell(
      `read as ${outcome.encoding!}${outcome.encoding_unsure ? ', which may be wrong: see --encoding' : ''}`,
    );
  if (outcome.ignored_fields.length > 0)
    tell(`ignored, not fields of a product: ${outcome.ignored_fields.map((name) => `"${name}"`).join(', ')}`);
  for (const each of [...outcome.errors, ...outcome.warnings])
    tell(`${[`line ${each.line}`, each.code, each.field].filter(Boolean).join(', ')}: ${each.message}`);
  const { created, updated, unchanged, invalid } = outcome;
  process.stdout.write(
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${invalid} rejected\n`,
  );
  return invalid > 0 ? 1 : 0;
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
