import { Command, CommanderError } from 'commander';
import { rebuildIndex, registerIndex } from '../indexer/command.js';
import { registerKeys, registerSyncLog } from './access/command.js';
import { registerAliases } from './aliases/command.js';
import { registerDemand } from './demand/command.js';
import { registerBackup } from './backup/command.js';
import { registerAssistants } from './assistants/command.js';
import { action, addCommand, EXIT, fail } from './command.js';
import { registerStaff } from './back-office/command.js';
import { registerHistory } from './history/command.js';
import { registerImport } from './import/command.js';
import { VERSION } from './introduce.js';
import { registerInquiries } from './inquiries/command.js';
import { registerMedia } from './media/command.js';
import { registerExport } from './exports/command.js';
import { registerProfiles } from './profiles/command.js';
import { registerQuality } from './quality/command.js';
import { registerTerms } from './terms/command.js';
import { registerWebhooks } from './webhooks/command.js';

/** The command `catalogue`: what an operator does beside the API. */
const program = new Command('catalogue')
  .description('Product catalogue: keys, import and export, search index, images, records')
  .version(VERSION)
  .exitOverride()
  // fail() reports errors, with --json too. Commander still prints the help for a command without its subcommand.
  .configureOutput({ outputError: () => {} });

registerKeys(program);
registerDatabase();
registerImport(program);
registerAliases(program);
registerTerms(program);
registerStaff(program);
registerWebhooks(program);
registerIndex(program);
registerExport(program);
registerProfiles(program);
registerMedia(program);
registerSyncLog(program);
registerInquiries(program);
registerDemand(program);
registerQuality(program);
registerHistory(program);
registerBackup(program, rebuildIndex);
registerAssistants(program);

try {
  process.stdout.on('error', () => {});
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the help or the version.
  if (error.exitCode === 0) process.exitCode = 0;
  else if (error.code === 'commander.help') process.exitCode = EXIT.usage;
  else fail(error.message.replace(/^error: /, ''), process.argv.includes('--json'), EXIT.usage);
}

function registerDatabase(): void {
  addCommand(program, 'migrate', 'bring the database up to date').action(
    action({}, async ({ migrated }) => ({
      json: { ok: true, applied: migrated },
      text: migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.',
    })),
  );
}
