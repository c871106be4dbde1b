import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { newestImages } from '../../../src/catalogue/media/store.js';
import { freshDatabase } from '../../support/database.js';
import { closing } from '../../support/with-own.js';
import { temporaryFolder } from '../../infra/launch.js';

interface SampleProduct {
  code: string;
  smiles?: string;
}

const SAMPLE = fileURLToPath(new URL('../../../infra/sample/products.ndjson', import.meta.url));
const products = (await readFile(SAMPLE, 'utf8'))
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleProduct);

/** Runs a script on the build in a process of its own: inside of Jest the chemistry runs ten times slower. */
async function run(script: string, input: unknown): Promise<string> {
  const built = (path: string): string =>
    JSON.stringify(new URL(`../../../dist/${path}`, import.meta.url).href);
  const module = `
    import { readFile } from 'node:fs/promises';
    import { drawStructure, drawStructures } from ${built('infra/sample/draw.js')};
    import { openRdKit } from ${built('src/chemistry/structures/rdkit.js')};
    import { openMedia } from ${built('src/catalogue/media/open.js')};
    import { connect, disconnect } from ${built('src/platform/database/connect.js')};
    const input = JSON.parse(process.argv[1]);
    ${script}`;
  const args = ['--input-type=module', '-e', module, JSON.stringify(input)];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

const PHENOL = 'Oc1ccccc1';

test('every structure of the sample can be drawn, the same each time, with labels without any font', async () => {
  // Two processes: each draws phenol, and the first one the sample as well.
  const phenol = `const phenol = (await drawStructure(await openRdKit(), '${PHENOL}')).toString('base64');`;
  const [all, again] = await Promise.all([
    run(
      `${phenol}
       const lines = (await readFile(input, 'utf8')).trimEnd().split('\\n');
       const rdkit = await openRdKit();
       let drawn = 0;
       for (const line of lines) drawn += (await drawStructure(rdkit, JSON.parse(line).smiles)).length > 500;
       process.stdout.write(JSON.stringify({ phenol, drawn }));`,
      SAMPLE,
    ),
    run(`${phenol} process.stdout.write(phenol);`, ''),
  ]);
  expect(JSON.parse(all)).toEqual({ phenol: again, drawn: products.length });
  const { data, info } = await sharp(Buffer.from(again, 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [white, red] = [0, 0];
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (r > 250 && g > 250 && b > 250) white += 1;
    if (r > 200 && g < 90 && b < 90) red += 1;
  }
  expect(white).toBeGreaterThan(info.width * info.height * 0.8);
  expect(red).toBeGreaterThan(50); // the O of OH
});

test('drawings are stored as uploads are, and a product without a readable structure has none', async () => {
  const database = closing(await freshDatabase());
  const dataDir = temporaryFolder();
  const addresses = await run(
    `const db = connect(input.url, { name: 'test' });
     const media = await openMedia({ config: { dataDir: input.dataDir }, db, log: console });
     process.stdout.write(JSON.stringify([...(await drawStructures(media, input.products))]));
     await disconnect(db);`,
    {
      url: database.url,
      dataDir,
      products: [{ code: 'A', smiles: 'this is none' }, { code: 'B' }, ...products.slice(0, 5)],
    },
  );
  const expected = products.slice(0, 5).map(({ code }, i) => [code, `/media/${i + 1}`]);
  expect(JSON.parse(addresses)).toEqual(expected);
  const images = await newestImages(database.db);
  expect(images.map(({ filename, url }) => [filename?.replace('.png', ''), url]).reverse()).toEqual(expected);
  expect(images[0]).toMatchObject({ mime: 'image/png', width: 300, height: 300, group: 'sample' });
});
