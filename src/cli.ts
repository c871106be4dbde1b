import { Command, CommanderError } from 'commander';
import pino from 'pino';
import { reindex, repair, status, verify } from '../indexer/commands.js';
import type { Reindexed, ReindexProgress, Verified } from '../indexer/commands.js';
import { closeContext, openContext } from '../indexer/context.js';
import type { IndexerContext } from '../indexer/context.js';
import { registerKeys, registerSyncLog } from './access/command.js';
import { registerAliases } from './aliases/command.js';
import { registerDemand } from './demand/command.js';
import { registerBackup } from './backup/command.js';
import { registerAssistants } from './assistants/command.js';
import { action, addCommand, EXIT, fail } from './command.js';
import type { Session } from './command.js';
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
registerIndex();
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

function registerIndex(): void {
  const search = { search: true };

  addCommand(
    program,
    'reindex',
    'build the search index anew, without a gap; goes on where it was broken off',
  ).action(
    action(search, async (session) => {
      const built = await rebuildIndex(session);
      return { json: built, text: `${built.documents} products indexed in ${built.seconds.toFixed(1)} s.` };
    }),
  );

  const index = program.command('index').description('the search index');

  addCommand(index, 'status', 'how the index stands').action(
    action(search, (session) =>
      withIndexer(session, async (context) => {
        const state = await status(context);
        return {
          json: state,
          text: [
            `${state.documents} documents for ${state.products} products, generation ${state.generation}`,
            `${state.lag_changes} changes behind, ${state.lag_seconds} s`,
            `${state.set_aside} set aside`,
            ...state.set_aside_products.map(({ code, reason }) => `  ${code}: ${reason}`),
          ].join('\n'),
          failed: !state.ok,
        };
      }),
    ),
  );

  addCommand(index, 'verify', 'compare every document with its product').action(
    action(search, (session) =>
      withIndexer(session, async (context) => {
        const found = await verify(context);
        return { json: found, text: describeDifferences(found), failed: !found.ok };
      }),
    ),
  );

  addCommand(index, 'repair', 'mend every difference, and touch nothing else').action(
    action(search, (session) =>
      withIndexer(session, async (context) => {
        const outcome = await repair(context, { signal: session.signal });
        const text = `Before: ${describeDifferences(outcome.found)}\nAfter: ${describeDifferences(outcome.left)}`;
        return { json: outcome, text, failed: !outcome.ok };
      }),
    ),
  );
}

async function rebuildIndex(session: Session): Promise<Reindexed> {
  return withIndexer(session, async (context) => {
    const bar = session.progress('Reindexing');
    const onProgress = ({ done, total }: ReindexProgress): void => bar.update(done, total);
    return reindex(context, { onProgress, signal: session.signal }).finally(() => bar.end());
  });
}

async function withIndexer<T>(session: Session, work: (context: IndexerContext) => Promise<T>): Promise<T> {
  const context = openContext(session.config, pino({ level: 'silent' }));
  try {
    return await work(context);
  } finally {
    await closeContext(context);
  }
}

function describeDifferences({ ok, missing, stale, extra }: Verified): string {
  if (ok) return 'The index is equal to the catalogue.';
  return `${missing.length} missing, ${stale.length} out of date, ${extra.length} too many.`;
}
