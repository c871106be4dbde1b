import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import sharp from 'sharp';
import { drawStructure, drawStructures } from '../../infra/sample/draw.js';
import { openMedia } from '../../src/media/open.js';
import { newestImages } from '../../src/media/store.js';
import { freshDatabase } from '../support/database.js';

interface SampleProduct {
  code: string;
  smiles: string;
}

const lines = (
  await readFile(new URL('../../infra/sample/products.ndjson', import.meta.url), 'utf8')
).trimEnd();
const products = lines.split('\n').map((line) => JSON.parse(line) as SampleProduct);

test('every structure of the sample can be drawn', async () => {
  // In a process of its own: inside of Jest the chemistry runs ten times slower.
  const script = `
    import { drawStructure } from ${JSON.stringify(new URL('../../dist/infra/sample/draw.js', import.meta.url).href)};
    let drawn = 0;
    for (const smiles of JSON.parse(process.argv[1])) drawn += (await drawStructure(smiles)).length > 500;
    process.stdout.write(String(drawn));`;
  const smiles = JSON.stringify(products.map((product) => product.smiles));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    smiles,
  ]);
  expect(stdout).toBe(String(products.length));
});

test('drawings are stored as uploads are, and named after their product', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-sample-'));
  const media = await openMedia({ config: { dataDir }, db: database.db, log: pino({ level: 'silent' }) });
  const some = products.slice(0, 3);
  const addresses = await drawStructures(media, some);
  expect([...addresses]).toEqual(some.map(({ code }, i) => [code, `/media/${i + 1}`]));
  const images = await newestImages(database.db);
  expect(images.map(({ url, filename }) => [filename, url]).reverse()).toEqual(
    some.map(({ code }, i) => [`${code}.png`, `/media/${i + 1}`]),
  );
  expect(images[0]).toMatchObject({ mime: 'image/png', width: 300, height: 300, group: 'sample' });
  media.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('a drawing shows a structure, the same each time, and labels without any font', async () => {
  const phenol = await drawStructure('Oc1ccccc1');
  expect(await drawStructure('Oc1ccccc1')).toEqual(phenol);
  const { channels } = await sharp(phenol).stats();
  expect(channels[0]!.mean).toBeGreaterThan(200); // mostly white
  const { data, info } = await sharp(phenol).raw().toBuffer({ resolveWithObject: true });
  let red = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > 200 && data[at + 1]! < 90 && data[at + 2]! < 90) red += 1;
  expect(red).toBeGreaterThan(50); // the O of OH
});

test('a product without a readable structure is left without a drawing', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-sample-'));
  const media = await openMedia({ config: { dataDir }, db: database.db, log: pino({ level: 'silent' }) });
  const addresses = await drawStructures(media, [
    { code: 'A', smiles: 'this is none' },
    { code: 'B' },
    { code: 'C', smiles: 'CCO' },
  ]);
  expect([...addresses]).toEqual([['C', '/media/1']]);
  media.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});
