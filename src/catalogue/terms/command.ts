import type { Command } from 'commander';
import { action, addCommand } from '../../command.js';
import { loadStarterAliases } from '../aliases/tables.js';
import { loadStarterTerms } from './tables.js';

/** `catalogue starter`: the names that come with this version, for a catalogue that `npm start` has not filled. */
export function registerStarter(program: Command): void {
  addCommand(
    program,
    'starter',
    'load the names that come with this version; what others wrote or deleted stays so',
  ).action(
    action({ makes: true }, async ({ db }) => {
      const { named } = await loadStarterTerms(db);
      const { added, updated, deleted } = await loadStarterAliases(db);
      return {
        json: { ok: true, named, added, updated, deleted },
        text: `English names: ${named} added. Aliases: ${added} added, ${updated} updated, ${deleted} removed.`,
      };
    }),
  );
}
