import { buffer } from 'node:stream/consumers';
import type { Bind } from '../exports/columns.js';
import type { Snapshot } from '../exports/export.js';
import type { ObjectStore } from '../../catalogue/index.js';
import { IMAGE_FILE, IMAGE_ID } from './columns.js';
import { zip } from '../exports/zip.js';
import type { ZipEntry } from '../exports/zip.js';

interface Image {
  code: string;
  /** its name in the zip */
  file: string;
  sha256: string;
  bytes: number;
}

type Reads = Pick<Snapshot, 'read'>;

const PAGE = 500;
/** The size of an image in a zip: its data, its name twice, and its headers. */
const takenBy = ({ bytes, file }: Image): number => bytes + 2 * Buffer.byteLength(file) + 100;

/**
 * Zips of the images of products, `images-1.zip` and on, in the order of their numbers: each of at most so many files and
 * bytes. Images that the store has lost are left out, and named in `missing-images.txt`.
 * @param snapshot that of the tables beside them, none of which may be under way
 */
export async function* imageZips(
  snapshot: Reads,
  where: (bind: Bind) => string[],
  objects: ObjectStore,
  most: { files: number; bytes: number },
): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  const stored = async function* () {
    for await (const image of imagesOf(snapshot, where)) {
      const object = await objects.get(image.sha256);
      if (object === null) missing.push(image.code);
      else yield { image, content: await buffer(object.body) };
    }
  };
  const images = stored();
  let next = await images.next();
  for (let number = 1; !next.done; number++) {
    const fill = async function* (): AsyncGenerator<ZipEntry> {
      let bytes = 22; // the end of the directory
      for (let files = 0; !next.done && files < most.files; files++) {
        const { image, content } = next.value;
        bytes += takenBy(image);
        if (files > 0 && bytes > most.bytes) return;
        yield { name: image.file, content };
        next = await images.next();
      }
    };
    yield { name: `images-${number}.zip`, content: zip(fill()) };
  }
  if (missing.length > 0) yield { name: 'missing-images.txt', content: missing.map((code) => `${code}\r\n`) };
}

/** The images of this site that products show, by product number. */
async function* imagesOf(snapshot: Reads, where: (bind: Bind) => string[]): AsyncGenerator<Image> {
  for (let after = ''; ;) {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const conditions = [`products.code > ${bind(after)}`, ...where(bind)].join(' AND ');
    const sql = `SELECT products.code, ${IMAGE_FILE} AS file, encode(media.sha256, 'hex') AS sha256, media.bytes
         FROM products JOIN media ON media.id = ${IMAGE_ID}
        WHERE ${conditions} ORDER BY products.code LIMIT ${PAGE}`;
    const page = await snapshot.read((connection) => connection.any<Image>(sql, values));
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.code;
  }
}
