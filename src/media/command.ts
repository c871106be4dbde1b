import type { Command } from 'commander';
import { action, addCommand } from '../command.js';
import { collectMedia } from './collect.js';
import { withMedia } from './open.js';

/** `catalogue media gc`: finds and removes unused objects. */
export function registerMedia(program: Command): void {
  const images = program.command('media').description('images');
  addCommand(images, 'gc', 'find objects that no image names and images without their object; a dry run')
    .option('--delete', 'remove the objects that no image names')
    .action(
      action({}, async (session, options: { delete?: boolean }) => {
        const dryRun = options.delete !== true;
        const found = await withMedia(session, (media) => collectMedia(media, { dryRun }));
        const { removed, removed_bytes: bytes, missing } = found;
        const text = [
          `${removed.length} objects that no image names, ${bytes} bytes${found.dry_run ? ' (kept: a dry run; --delete removes them)' : ' (removed)'}`,
          `${missing.length} images without their object`,
          ...missing.map(({ sha256, ids }) => `  ${sha256}: image ${ids.join(', ')}`),
        ].join('\n');
        return { json: { ok: true, ...found }, text };
      }),
    );
}
