import { Option } from 'commander';
import type { Command } from 'commander';
import { encodePosition, tipOfSnapshot } from '../changes/log.js';
import { action, addCommand, WrongUsage } from '../command.js';
import { siteOriginOf } from '../config.js';
import type { Connection } from '../database/connect.js';
import { FORMATS } from './export-formats.js';
import type { Format } from './export-formats.js';
import { openExport } from './export.js';
import { saveExport } from './save-export.js';

/** `catalogue export`: writes the whole catalogue. */
export function registerExport(program: Command): void {
  addCommand(program, 'export', 'write the whole catalogue, the same bytes as GET /export')
    .addOption(new Option('--format <format>', 'layout').choices(FORMATS).default('json'))
    .addOption(new Option('--encoding <encoding>', 'of chemicalbook').choices(['utf-8', 'gb18030']))
    .option('--out <file>', 'to this file; without it to standard output')
    .action(
      action(
        {},
        async (
          { db, config, origin, signal },
          options: { format: Format; encoding?: 'utf-8' | 'gb18030'; out?: string; json?: boolean },
        ) => {
          const { format, encoding, out, json } = options;
          if (encoding !== undefined && format !== 'chemicalbook')
            throw new WrongUsage('--encoding is for --format chemicalbook.');
          if (json && out === undefined)
            throw new WrongUsage('--json needs --out: standard output cannot hold both.');
          const siteOrigin = siteOriginOf(config, origin);
          const position = async (snapshot: Connection): Promise<string> =>
            encodePosition(await tipOfSnapshot(snapshot));
          const { cursor, stream } = await openExport(
            db,
            { format, encoding, filters: {}, siteOrigin },
            position,
          );
          const bytes = await saveExport(
            stream,
            out === undefined ? { stream: process.stdout } : { file: out },
            signal,
          );
          return {
            json: { ok: true, file: out, bytes, changes_cursor: cursor },
            text: out === undefined ? null : `${bytes} bytes in ${out}`,
          };
        },
      ),
    );
}
