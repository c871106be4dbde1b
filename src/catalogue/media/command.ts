import type { Command } from 'commander';
import { action, addCommand } from '../../command.js';
import { collectMedia } from './collect.js';
import { withMedia } from './open.js';
import { own, ownerOf } from './owner.js';

/** `catalogue media gc` finds and removes unused objects; `catalogue media adopt` says whose the store is. */
export function registerMedia(program: Command): void {
  const images = program.command('media').description('images');
  addCommand(
    images,
    'gc',
    'find objects that no image names, and images whose object is missing or damaged; a dry run',
  )
    .option('--delete', 'remove the objects that no image names')
    .action(
      action({}, async (session, options: { delete?: boolean }) => {
        const dryRun = options.delete !== true;
        const bar = session.progress('Images');
        const onProgress = (done: number, all: number): void => bar.update(done, all);
        const found = await withMedia(session, (media) =>
          collectMedia(media, { dryRun, onProgress }),
        ).finally(() => bar.end());
        const { removed, removed_bytes: bytes, missing, damaged } = found;
        const nameAll = (lost: typeof missing) =>
          lost.map(({ sha256, ids }) => `  ${sha256}: image ${ids.join(', ')}`);
        const text = [
          `${removed.length} objects that no image names, ${bytes} bytes${found.dry_run ? ' (kept: a dry run; --delete removes them)' : ' (removed)'}`,
          `${missing.length} images without their object`,
          ...nameAll(missing),
          `${damaged.length} images whose object is damaged (the same image, uploaded again, mends it)`,
          ...nameAll(damaged),
        ].join('\n');
        return { json: { ok: true, ...found }, text };
      }),
    );
  addCommand(
    images,
    'adopt',
    'make this catalogue the one that may remove objects from the store of images',
  ).action(
    action({}, async (session) => {
      const former = await withMedia(session, async (media) => {
        const owner = await ownerOf(media);
        await own(media);
        return owner;
      });
      const whose = { this: 'this catalogue', another: 'another catalogue', none: 'nobody' }[former];
      return { json: { ok: true, former }, text: `The store is this catalogue's; before, ${whose}'s.` };
    }),
  );
}
