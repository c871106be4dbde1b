import { Option } from 'commander';
import type { Command } from 'commander';
import { action, addCommand, WrongUsage } from '../../command.js';
import { directWrites, placed, Problem, readValue, siteOriginOf } from '../../platform/index.js';
import { catchUp, FILTER_WORDS, STATUSES } from '../../catalogue/index.js';
import words from './docs.json' with { type: 'json' };
import { openExport } from './export.js';
import type { Selection } from './export.js';
import { LAYOUT_NAMES } from './layouts.js';
import { ENCODINGS, exportQuery, selectionOf } from './query.js';
import { saveExport } from './save.js';

const optionOf = (parameter: string): string => parameter.replaceAll('_', '-');

/** `catalogue export`: writes the catalogue, or a part of it. */
export function registerExport(program: Command): void {
  const command = addCommand(program, 'export', 'write the catalogue, the same bytes as GET /export')
    .addOption(new Option('--format <format>', 'layout').choices(LAYOUT_NAMES).default('json'))
    .addOption(new Option('--encoding <encoding>', 'of chemicalbook').choices(ENCODINGS))
    .option('--fields <names>', 'which fields, in this order, separated by commas')
    .option('--out <file>', 'to this file; without it to standard output');
  // A help lists the statuses, and keys and waits are of HTTP.
  const own = placed(words.options, { statuses: STATUSES.join(', ') });
  for (const [name, { en }] of Object.entries({ ...FILTER_WORDS, ...own }))
    command.option(`--${optionOf(name)} <value>`, en.replaceAll('`', ''));
  command.action(
    action(
      {},
      async (
        { db, config, origin, signal },
        { out, json, ...asked }: Record<string, string | undefined> & { json?: boolean },
      ) => {
        if (json && out === undefined)
          throw new WrongUsage('--json needs --out: standard output cannot hold both.');
        const selection = readSelection(asked, siteOriginOf(config, origin));
        if (asked['quality'] !== undefined)
          while (!(await catchUp(db, directWrites(db), Infinity))) signal.throwIfAborted();
        const { cursor, count, stream } = await openExport(db, selection);
        const bytes = await saveExport(stream, out, signal);
        return {
          json: { ok: true, file: out, bytes, count, changes_cursor: cursor },
          text: out === undefined ? null : `${count} products, ${bytes} bytes in ${out}`,
        };
      },
    ),
  );
}

/** Reads options as the parameters of `GET /export` that they are named after. @throws WrongUsage */
function readSelection(options: Record<string, string | undefined>, siteOrigin: string): Selection {
  const parameters = Object.entries(options).flatMap(([name, value]) =>
    value ? [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]] : [],
  );
  try {
    return selectionOf(readValue(exportQuery, Object.fromEntries(parameters)), siteOrigin);
  } catch (error) {
    const [fault] = error instanceof Problem ? (error.errors ?? []) : [];
    throw fault ? new WrongUsage(`--${optionOf(fault.path)}: ${fault.message}`) : error;
  }
}
