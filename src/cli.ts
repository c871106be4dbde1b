import { Command, CommanderError } from 'commander';
import { action, addCommand, EXIT, fail } from './command.js';
import { codeOf, messageOf, ofFile, SERVICE_VERSION } from './platform/index.js';

type Register = (program: Command) => void;

/**
 * Which commands are registered where, by the first word of the command line. Only that file is loaded, so that a
 * command starts quickly.
 */
const COMMANDS: [words: string[], load: () => Promise<Register>][] = [
  [['keys'], async () => (await import('./platform/access/command.js')).registerKeys],
  [['migrate'], () => Promise.resolve(registerMigrate)],
  [['import'], async () => (await import('./exchange/import/command.js')).registerImport],
  [['starter'], async () => (await import('./catalogue/terms/command.js')).registerStarter],
  [['staff'], async () => (await import('./desk/command.js')).registerStaff],
  [['reindex', 'index'], async () => (await import('../indexer/command.js')).registerIndex],
  [['export'], async () => (await import('./exchange/exports/command.js')).registerExport],
  [['media'], async () => (await import('./catalogue/media/command.js')).registerMedia],
  [['sync-log'], async () => (await import('./platform/access/command.js')).registerSyncLog],
  [['inquiries'], async () => (await import('./exchange/inquiries/command.js')).registerInquiries],
  [['demand'], async () => (await import('./search/demand/command.js')).registerDemand],
  [['backup', 'restore'], loadBackup],
  [['mcp'], async () => (await import('./site/assistants/command.js')).registerAssistants],
];

/** The command `catalogue`: what an operator does outside of the API. */
const program = new Command('catalogue')
  .description('Product catalogue: keys, import and export, search index, images, records')
  .version(SERVICE_VERSION)
  .exitOverride()
  // fail() reports errors, with --json too. Commander still prints the help for a command without its subcommand.
  .configureOutput({ outputError: () => {} });

const asked = COMMANDS.filter(([words]) => words.includes(process.argv[2] ?? ''));
// The help lists them all, and so does what is said about an unknown one.
for (const [, load] of asked.length > 0 ? asked : COMMANDS) (await load())(program);

try {
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE') return; // who reads no further, as `head` does, wants no more
    process.exitCode ||= EXIT.failed; // help has set it to 0
    fail(messageOf(ofFile('Standard output', error)), false, EXIT.failed);
  });
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the help or the version.
  if (error.exitCode === 0) process.exitCode = 0;
  else if (error.code === 'commander.help') process.exitCode = EXIT.usage;
  else fail(error.message.replace(/^error: /, ''), process.argv.includes('--json'), EXIT.usage);
}

function registerMigrate(program: Command): void {
  addCommand(program, 'migrate', 'bring the database up to date').action(
    action({ makes: true }, async ({ migrated }) => ({
      json: { ok: true, applied: migrated },
      text: migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.',
    })),
  );
}

/** After a restore the search index is rebuilt; only the command line may import the indexer. */
async function loadBackup(): Promise<Register> {
  const { registerBackup } = await import('./exchange/backup/command.js');
  const { rebuildIndex } = await import('../indexer/command.js');
  return (program) => registerBackup(program, rebuildIndex);
}
