import { Command, CommanderError } from 'commander';
import pino from 'pino';
import { reindex, repair, status, verify } from '../indexer/commands.js';
import type { IndexStatus, Reindexed, ReindexProgress, Verified } from '../indexer/commands.js';
import { closeEngines, openEngines } from '../indexer/context.js';
import type { Engines, IndexerContext } from '../indexer/context.js';
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
import { enginesOf } from './search/engines.js';
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
      withIndexer(session, async (engines) => {
        const states = await ofEach(engines, session, status);
        const all = states.map(({ found }) => found);
        return {
          json: all.length > 1 ? { ok: all.every(({ ok }) => ok), engines: named(states) } : all[0],
          text: said(states, describeStatus),
          failed: !all.every(({ ok }) => ok),
        };
      }),
    ),
  );

  addCommand(index, 'verify', 'compare every document with its product').action(
    action(search, (session) =>
      withIndexer(session, async (engines) => {
        const states = await ofEach(engines, session, verify);
        const all = states.map(({ found }) => found);
        return {
          json: all.length > 1 ? { ok: all.every(({ ok }) => ok), engines: named(states) } : all[0],
          text: said(states, describeDifferences),
          failed: !all.every(({ ok }) => ok),
        };
      }),
    ),
  );

  addCommand(index, 'repair', 'mend every difference, and touch nothing else').action(
    action(search, (session) =>
      withIndexer(session, async (engines) => {
        const outcomes = await repair(engines, { signal: session.signal });
        const states = enginesOf(session.config).map(({ place }, i) => ({ place, found: outcomes[i]! }));
        const ok = outcomes.every((each) => each.ok);
        return {
          json: outcomes.length > 1 ? { ok, engines: named(states) } : outcomes[0],
          text: said(
            states,
            ({ found, left }) => `Before: ${describeDifferences(found)}\nAfter: ${describeDifferences(left)}`,
          ),
          failed: !ok,
        };
      }),
    ),
  );
}

/** What was found of an engine. */
interface OfEngine<T> {
  place: string;
  found: T;
}

async function ofEach<T>(
  engines: Engines,
  { config }: Session,
  look: (context: IndexerContext) => Promise<T>,
): Promise<OfEngine<T>[]> {
  const found = await Promise.all(engines.map(look));
  return enginesOf(config).map(({ place }, i) => ({ place, found: found[i]! }));
}

const named = <T>(states: OfEngine<T>[]): object[] =>
  states.map(({ place, found }) => ({ engine: place, ...found }));

/** What is told of each engine, with its name before it where there are several. */
const said = <T>(states: OfEngine<T>[], tell: (found: T) => string): string =>
  states.map(({ place, found }) => (states.length > 1 ? `${place}\n${tell(found)}` : tell(found))).join('\n');

function describeStatus(state: IndexStatus): string {
  return [
    `${state.documents} documents for ${state.products} products, generation ${state.generation}`,
    `${state.lag_changes} changes behind, ${state.lag_seconds} s`,
    `${state.set_aside} set aside`,
    ...state.set_aside_products.map(({ code, reason }) => `  ${code}: ${reason}`),
  ].join('\n');
}

async function rebuildIndex(session: Session): Promise<Reindexed> {
  return withIndexer(session, async (engines) => {
    const bar = session.progress('Reindexing');
    const onProgress = ({ done, total }: ReindexProgress): void => bar.update(done, total);
    return reindex(engines, { onProgress, signal: session.signal }).finally(() => bar.end());
  });
}

async function withIndexer<T>(session: Session, work: (engines: Engines) => Promise<T>): Promise<T> {
  const engines = openEngines(session.config, pino({ level: 'silent' }));
  try {
    return await work(engines);
  } finally {
    await closeEngines(engines);
  }
}

function describeDifferences({ ok, missing, stale, extra }: Verified): string {
  if (ok) return 'The index is equal to the catalogue.';
  return `${missing.length} missing, ${stale.length} out of date, ${extra.length} too many.`;
}
