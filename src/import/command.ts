import type { Command } from 'commander';
import { action, addCommand } from '../command.js';
import { source } from '../command-arguments.js';
import { siteOriginOf } from '../config.js';
import { importFile } from './load.js';
import type { RejectedRow } from './outcome.js';

/** `catalogue import`: pushes the products of a file. */
export function registerImport(program: Command): void {
  addCommand(program, 'import', 'push the products of a file: json, ndjson or csv, also gzipped')
    .argument('<file>')
    .option('--key-source <label>', 'source label of the products it creates', source, 'sync')
    .action(
      action(
        {},
        async (
          { db, config, origin, progress, signal },
          file: string,
          { keySource }: { keySource: string },
        ) => {
          const bar = progress('Importing');
          const { failure, ...outcome } = await importFile(db, file, keySource, {
            siteOrigin: siteOriginOf(config, origin),
            onProgress: (done, all) => bar.update(done, all),
            signal,
          }).finally(() => bar.end());
          const counts = `${outcome.created} created, ${outcome.updated} updated, ${outcome.invalid} rejected`;
          return {
            json: { ok: failure === undefined, ...outcome, ...(failure !== undefined && { error: failure }) },
            text: failure === undefined ? `${counts}.` : `Broken off: ${counts}.`,
            notes: [
              ...outcome.errors.map(describeRow),
              ...outcome.warnings.map((row) => `Warning: ${describeRow(row)}`),
              ...(failure === undefined ? [] : [failure]),
            ],
            failed: failure !== undefined,
          };
        },
      ),
    );
}

function describeRow({ line, code, field, reason, message }: RejectedRow): string {
  const where = [`line ${line}`, code, field].filter((part) => part !== null).join(', ');
  return `${where}: ${message} (${reason})`;
}
