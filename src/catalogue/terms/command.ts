import type { Command } from 'commander';
import { action, addCommand, readGivenFile, writeTable, WrongUsage } from '../../command.js';
import { exportTerms, importTerms, loadStarterTerms } from './tables.js';

/** `catalogue terms`: the English names of categories, series and tags. */
export function registerTerms(program: Command): void {
  const terms = program.command('terms').description('English names of categories, series and tags');

  addCommand(terms, 'import [file]', 'give values their names: kind, value, name_en, with tabs between')
    .option('--starter', 'in place of a file: the names that come with this version, where there are none')
    .action(
      action({}, async ({ db }, file: string | undefined, { starter }: { starter?: true }) => {
        if ((file === undefined) === (starter === undefined))
          throw new WrongUsage('Give a file, or --starter for the names that come with this version.');
        const outcome =
          file === undefined ? await loadStarterTerms(db) : await importTerms(db, await readGivenFile(file));
        const { named, removed, unchanged, invalid, errors } = outcome;
        return {
          json: { ok: true, ...outcome },
          text: `${named} named, ${removed} removed, ${unchanged} unchanged, ${invalid} rejected.`,
          notes: errors.map(({ line, field, message }) => `line ${line}, ${field}: ${message}`),
          failed: invalid > 0,
        };
      }),
    );

  addCommand(terms, 'export', 'write all values, with their names, as a table that import reads')
    .option('--out <file>', 'to this file; without it to standard output')
    .option('--unnamed', 'only values without an English name')
    .action(
      action({}, ({ db }, { unnamed, ...to }: { unnamed?: true; out?: string; json?: boolean }) =>
        writeTable(exportTerms(db, { unnamed }), 'values', to),
      ),
    );
}
