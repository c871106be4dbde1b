import type { Command } from 'commander';
import {
  WrongUsage,
  action,
  addCommand,
  readGivenFile,
  source as sourceLabel,
  writeTable,
} from '../../command.js';
import { loadStarterAliases } from './starter.js';
import { exportAliases, importAliases } from './tables.js';

/** `catalogue aliases`: the dictionary of names that are not the suppliers'. */
export function registerAliases(program: Command): void {
  const aliases = program.command('aliases').description('names of products that are not their suppliers’');

  addCommand(
    aliases,
    'import [file]',
    'add the names of a table: text, cas or code, lang, kind, with tabs between',
  )
    .option('--source <label>', 'who adds them', sourceLabel, 'sync')
    .option('--starter', 'in place of a file: the list that comes with this version')
    .action(
      action(
        {},
        async (
          { db, progress, signal },
          file: string | undefined,
          { source, starter }: { source: string; starter?: true },
        ) => {
          if ((file === undefined) === (starter === undefined))
            throw new WrongUsage('Give a file, or --starter for the list that comes with this version.');
          if (file === undefined) {
            const done = await loadStarterAliases(db);
            const { added, updated, deleted, unchanged } = done;
            return {
              json: { ok: true, ...done },
              text: `${added} added, ${updated} updated, ${deleted} removed, ${unchanged} unchanged.`,
            };
          }
          const bar = progress('Importing');
          const outcome = await importAliases(db, await readGivenFile(file), source, {
            onProgress: (done, all) => bar.update(done, all),
            signal,
          }).finally(() => bar.end());
          const { added, updated, unchanged, invalid, errors, warnings } = outcome;
          return {
            json: { ok: true, ...outcome },
            text: `${added} added, ${updated} updated, ${unchanged} unchanged, ${invalid} rejected.`,
            notes: [...errors, ...warnings].map(
              ({ line, field, message }) => `line ${line}${field ? `, ${field}` : ''}: ${message}`,
            ),
            failed: invalid > 0,
          };
        },
      ),
    );

  addCommand(aliases, 'export', 'write the names as a table that import reads')
    .option('--out <file>', 'to this file; without it to standard output')
    .option('--source <label>', 'only those that it added (“starter”: those that came with the service)')
    .action(
      action({}, ({ db }, { source, ...to }: { source?: string; out?: string; json?: boolean }) =>
        writeTable(exportAliases(db, { source }), 'names', to),
      ),
    );
}
