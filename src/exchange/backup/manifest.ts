import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../platform/index.js';

/**
 * What a back-up contains. It is written last: a folder without it is an unfinished back-up, which is never restored.
 */
const manifestSchema = z.object({
  format: z.literal(1),
  /** time of the snapshot */
  made_at: z.string(),
  /** the applied migrations */
  migrations: z.array(z.string()),
  /** each after those that it references */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
    }),
  ),
  /** the last id that each table has assigned */
  identities: z.array(z.object({ table: z.string(), column: z.string(), last: z.int() })),
  images: z.array(z.object({ sha256: z.string(), mime: z.string() })),
  image_bytes: z.int(),
  /** images that are not in it: their object was missing from the store, or damaged */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

const MANIFEST = 'manifest.json';

/** Paths of the parts of a back-up. */
export function placesOf(folder: string) {
  return {
    manifest: join(folder, MANIFEST),
    tables: join(folder, 'tables'),
    images: join(folder, 'media'),
    table: (name: string) => join(folder, 'tables', `${name}.copy.gz`),
  };
}

/** @throws when the folder holds no complete back-up that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  let given: unknown;
  try {
    given = JSON.parse(await readFile(placesOf(folder).manifest, 'utf8'));
  } catch (error) {
    const why = codeOf(error) ? `cannot be read (${codeOf(error)})` : 'is cut or damaged (it is no JSON)';
    throw new Error(`${folder} holds no whole back-up: ${MANIFEST} ${why}.`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(given);
  if (!parsed.success) throw new Error(`${folder} holds no back-up of a form that this version knows.`);
  return parsed.data;
}

/** @throws where the folder is there and not empty */
export async function refuseFilled(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) throw new Error(`${folder} is not empty: a back-up is made in a folder of its own.`);
}
