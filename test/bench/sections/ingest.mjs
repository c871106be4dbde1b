// A catalogue of products into an empty service, with their structures and without, until all of them can be searched.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../../dist/src/platform/database/migrate.js';
import { closeContext } from '../../../dist/indexer/context.js';
import { inTurns, median, timed } from '../measure.mjs';
import { deleteIndex, openIndexer, settled } from './index.mjs';
import { importOnce } from './writes.mjs';

const DATABASE = 'bench_ingest';

export const ingesting = {
  name: 'ingest',
  title: 'Ingest',
  about:
    '`catalogue import` of the products of `--data` into an empty service with a gateway and an indexer, until all of them can be searched; with their SMILES, and without.',
  async runOnAll(bench, [catalogue]) {
    const { stack } = bench;
    const originals = catalogue.originals.filter(({ smiles }) => smiles);
    if (originals.length === 0) return;
    const drawn = writeLines(stack, 'drawn', originals);
    const plain = writeLines(stack, 'plain', originals.map(({ smiles: _smiles, ...product }) => product)); // prettier-ignore
    const files = { plain: () => ingest(stack, plain), drawn: () => ingest(stack, drawn) };
    const results = await inTurns(files, bench.rounds, { warm: 0 });
    const [value, besideValue] = [results.drawn, results.plain].map(
      (all) => (originals.length / median(all)) * 1000,
    );
    bench.row('products with their SMILES', String(originals.length), value, 'products/s', { beside: 'without', besideValue, target: { least: 0.8 } }); // prettier-ignore
  },
};

/** Writes products to be imported, a million of which are more than one text can hold. @returns the file */
export function writeLines(stack, name, products) {
  const path = join(stack.folder, `${name}.ndjson`);
  const file = openSync(path, 'w');
  for (const product of products) writeSync(file, `${JSON.stringify(product)}\n`);
  closeSync(file);
  return path;
}

/** @returns ms from the start of the import until all its products can be searched */
async function ingest(stack, file) {
  await stack.sql('postgres', `CREATE DATABASE ${DATABASE}`);
  const url = stack.urlOf(DATABASE);
  await migrate(url);
  const [gateway, indexer] = [
    await stack.startGateway(DATABASE, { ...(await stack.searchEnv(DATABASE)), OPSIN_JAR: 'off' }),
    await stack.startIndexer(DATABASE),
  ];
  const parts = await openIndexer(stack, DATABASE);
  try {
    await settled(parts);
    return await timed(async () => {
      await importOnce(url, file);
      await settled(parts);
    });
  } finally {
    await indexer.stop();
    await gateway.stop();
    await deleteIndex(parts.meili, DATABASE);
    await closeContext(parts);
    await stack.sql('postgres', `DROP DATABASE ${DATABASE} WITH (FORCE)`);
  }
}
