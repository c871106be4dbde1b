// A catalogue of products into an empty service, with their structures and without, until all of them can be searched.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { opsinAt } from '../../../dist/src/chemistry/structures/name-reader.js';
import { migrate } from '../../../dist/src/platform/database/migrate.js';
import { closeContext } from '../../../dist/indexer/context.js';
import { inTurns, median, timed } from '../measure.mjs';
import { deleteIndex, openIndexer, settled } from './index.mjs';
import { importOnce } from './writes.mjs';

const DATABASE = 'bench_ingest';
const OPSIN = opsinAt(undefined);

export const ingesting = {
  name: 'ingest',
  title: 'Ingest',
  about:
    '`catalogue import` of the products of `--data` into an empty service with a gateway and an indexer, until all of them can be searched; with their SMILES, and without; and with OPSIN at hand, where it is installed, which reads their names meanwhile.',
  async runOnAll(bench, [catalogue]) {
    const { stack } = bench;
    const originals = catalogue.originals.filter(({ smiles }) => smiles);
    if (originals.length === 0) return;
    const drawn = writeLines(stack, 'drawn', originals);
    const plain = writeLines(stack, 'plain', originals.map(({ smiles: _smiles, ...product }) => product)); // prettier-ignore
    const results = await inTurns(
      {
        plain: () => ingest(stack, plain, 'off'),
        drawn: () => ingest(stack, drawn, 'off'),
        ...(OPSIN && { read: () => ingest(stack, drawn, OPSIN) }),
      },
      bench.rounds,
      { warm: 0 },
    );
    const [value, besideValue, read] = [results.drawn, results.plain, results.read].map(
      (all) => all && (originals.length / median(all)) * 1000,
    );
    if (read) bench.row('the same, OPSIN at hand', String(originals.length), read, 'products/s', { beside: 'without OPSIN', besideValue: value, target: { least: 0.9 } }); // prettier-ignore
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

/** @param opsin its jar, or off @returns ms from the start of the import until all its products can be searched */
async function ingest(stack, file, opsin) {
  await stack.sql('postgres', `CREATE DATABASE ${DATABASE}`);
  const url = stack.urlOf(DATABASE);
  await migrate(url);
  const [gateway, indexer] = [
    await stack.startGateway(DATABASE, { ...(await stack.searchEnv(DATABASE)), OPSIN_JAR: opsin }),
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
