import { resolve } from 'node:path';
import type { Command } from 'commander';
import { action, addCommand } from '../../command.js';
import type { Session } from '../../command.js';
import { makeFolders } from '../../platform/index.js';
import { withMedia } from '../../catalogue/index.js';
import type { Media } from '../../catalogue/index.js';
import { backUp } from './backup.js';
import type { Manifest } from './manifest.js';
import { restore } from './restore.js';

/**
 * `catalogue backup` and `catalogue restore`.
 * @param rebuildIndex rebuilds the search index, and returns the number of its documents
 */
export function registerBackup(
  program: Command,
  rebuildIndex: (session: Session) => Promise<{ documents: number }>,
): void {
  addCommand(
    program,
    'backup',
    'write the whole catalogue into a folder: products, keys, staff, records, images',
  )
    .argument('<folder>', 'new or empty')
    .action(
      action({}, async (session, folder: string) => {
        const bar = session.progress('Images');
        const manifest = await withImages(session, ({ objects }) =>
          backUp(session.db, objects, resolve(folder), {
            onProgress: (done, all) => bar.update(done, all),
            signal: session.signal,
          }),
        ).finally(() => bar.end());
        const { missing } = manifest;
        return {
          json: { ok: missing.length === 0, folder: resolve(folder), ...summary(manifest), missing },
          text: `${sentence(manifest)} in ${resolve(folder)}`,
          notes: missing.map(
            (sha256) =>
              `The image ${sha256} is missing in the store, or damaged: the back-up is without it. The same image, uploaded again, mends it.`,
          ),
          failed: missing.length > 0,
        };
      }),
    );

  addCommand(
    program,
    'restore',
    'bring a back-up back into an empty catalogue, and build the search index anew',
  )
    .argument('<folder>', 'of `catalogue backup`')
    .option('--replace', 'overwrite what the catalogue holds')
    .action(
      action({ search: true, makes: true }, async (session, folder: string, given: { replace?: boolean }) => {
        const bar = session.progress('Images');
        const manifest = await withImages(session, async (media) => {
          await media.owned();
          return restore(session.db, media.objects, resolve(folder), {
            replace: given.replace === true,
            onProgress: (done, all) => bar.update(done, all),
            signal: session.signal,
          });
        }).finally(() => bar.end());
        const { documents } = await rebuildIndex(session);
        return {
          json: { ok: true, ...summary(manifest), documents },
          text: `${sentence(manifest)}, as of ${manifest.made_at}; ${documents} documents in the search index`,
          notes: manifest.missing.map((sha256) => `The back-up lacks the image ${sha256}.`),
        };
      }),
    );
}

function withImages<T>(session: Session, work: (media: Media) => Promise<T>): Promise<T> {
  const { config } = session;
  if (!config.s3) makeFolders(config.dataDir);
  return withMedia(session, work);
}

function summary({ made_at, tables, images, image_bytes }: Manifest): object {
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
  return { made_at, rows, images: images.length, image_bytes };
}

function sentence({ tables, images, image_bytes }: Manifest): string {
  const rows = new Map(tables.map((table) => [table.name, table.rows]));
  const counted = ['products', 'api_keys', 'inquiries', 'sync_log'].map(
    (name) => `${rows.get(name) ?? 0} ${name.replaceAll('_', ' ')}`,
  );
  return `${counted.join(', ')}, ${images.length} images of ${image_bytes} bytes`;
}
