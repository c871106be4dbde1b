// Whether every structure of a catalogue can be drawn, and how long it takes:
//   node test/bench/pictures.mjs --data products.ndjson.gz
// What cannot be drawn is told by product number. Times are those of the drawing alone, in this process.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { drawingOf } from '../../dist/src/structures/draw.js';
import { openRdKit } from '../../dist/src/structures/rdkit.js';
import { readProducts } from './catalogue.mjs';
import { quantile, timed } from './measure.mjs';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const products = (await readProducts(values.data && resolve(values.data))).filter(({ smiles }) => smiles);
const rdkit = await openRdKit();
const times = [];
const failed = [];
for (const { code, smiles } of products) {
  const ms = await timed(() => {
    try {
      const svg = drawingOf({ source: 'smiles', text: smiles }, 'light', rdkit);
      if (!svg.startsWith('<svg') || !/<(?:line|path|polygon)/.test(svg))
        failed.push(`${code}: an empty picture`);
    } catch (error) {
      failed.push(`${code}: ${error.message ?? error}`);
    }
  });
  times.push(ms);
}
const shown = [0.5, 0.95, 0.99].map((q) => `${quantile(times, q).toFixed(1)} ms`);
process.stdout.write(
  `${products.length} structures, ${products.length - failed.length} drawn; median, p95, p99: ${shown.join(', ')}; the slowest ${Math.max(...times).toFixed(0)} ms\n${failed.map((each) => `${each}\n`).join('')}`,
);
