import { Command, CommanderError, InvalidArgumentError } from 'commander';
import pino from 'pino';
import { reindex, repair, status, verify } from '../indexer/commands.js';
import type { ReindexProgress, Verified } from '../indexer/commands.js';
import { openParts } from '../indexer/parts.js';
import type { Parts } from '../indexer/parts.js';
import { issueKey, listKeys, revokeKey } from './access/keys.js';
import { action, addCommand, EXIT, fail, table } from './command.js';
import type { Result, Session } from './command.js';
import { disconnect } from './database/connect.js';
import { importFile } from './import/load.js';
import type { RejectedRow } from './import/load.js';
import { parseInstant } from './products/list.js';

/** The command `catalogue`: what an operator does beside the API. */
const program = new Command('catalogue')
  .description('Product catalogue: keys, import, search index')
  .exitOverride()
  // Told by fail(), which knows of --json. What is left to it is the help for a command without its subcommand.
  .configureOutput({ outputError: () => {} });

registerKeys();
registerDatabase();
registerImport();
registerIndex();

try {
  process.stdout.on('error', () => {});
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Asked for help or the version, and given it.
  if (error.exitCode === 0) process.exitCode = 0;
  else if (error.code === 'commander.help') process.exitCode = EXIT.usage;
  else fail(error.message.replace(/^error: /, ''), process.argv.includes('--json'), EXIT.usage);
}

function registerKeys(): void {
  const keys = program.command('keys').description('API keys');

  addCommand(keys, 'issue', 'issue a key; it is shown this once')
    .requiredOption('--name <name>', 'whose key it is', text(1, 100))
    .option('--source <label>', 'source label of the products it creates', source, 'sync')
    .option('--expires <time>', 'ISO 8601; without offset it is UTC', future)
    .action(
      action(
        {},
        async ({ db }, { name, source, expires }: { name: string; source: string; expires?: Date }) => {
          const issued = await issueKey(db, { name, source, ...(expires && { expiresAt: expires }) });
          return {
            json: { ok: true, ...issued },
            text: issued.key,
            notes: [`Key ${issued.id} for ${issued.name}, source ${issued.source}. It is not shown again.`],
          };
        },
      ),
    );

  addCommand(keys, 'list', 'list all keys, newest first').action(
    action({}, async ({ db }) => {
      const data = await listKeys(db);
      const headings = ['id', 'name', 'source', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'];
      return { json: { ok: true, data }, text: table(headings, data) };
    }),
  );

  addCommand(keys, 'revoke', 'revoke a key: refused everywhere within 2 seconds')
    .argument('<id>', 'number of the key', whole)
    .action(
      action({}, async ({ db }, id: number) => {
        if (!(await revokeKey(db, id))) throw new Error(`There is no key ${id}.`);
        return { json: { ok: true, id }, text: `Key ${id} is revoked.` };
      }),
    );
}

function registerDatabase(): void {
  addCommand(program, 'migrate', 'bring the database up to date').action(
    action({}, async ({ migrated }) => ({
      json: { ok: true, applied: migrated },
      text: migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.',
    })),
  );
}

function registerImport(): void {
  addCommand(program, 'import', 'push the products of a file: json, ndjson or csv, also gzipped')
    .argument('<file>')
    .option('--key-source <label>', 'source label of the products it creates', source, 'sync')
    .action(
      action({}, async ({ db, progress, signal }, file: string, { keySource }: { keySource: string }) => {
        const bar = progress('Importing');
        const onBytes = (done: number, all: number): void => bar.update(done, all);
        const { failure, ...outcome } = await importFile(db, file, keySource, { onBytes, signal }).finally(
          () => bar.end(),
        );
        const counts = `${outcome.created} created, ${outcome.updated} updated, ${outcome.invalid} rejected`;
        return {
          json: { ok: failure === undefined, ...outcome, ...(failure !== undefined && { error: failure }) },
          text: failure === undefined ? `${counts}.` : `Broken off: ${counts}.`,
          notes: [...outcome.errors.map(tellRow), ...(failure === undefined ? [] : [failure])],
          failed: failure !== undefined,
        };
      }),
    );
}

function registerIndex(): void {
  const search = { search: true };

  addCommand(
    program,
    'reindex',
    'build the search index anew, without a gap; goes on where it was broken off',
  ).action(
    action(search, (session) =>
      withIndexer(session, async (parts) => {
        const bar = session.progress('Reindexing');
        const onProgress = ({ done, total }: ReindexProgress): void => bar.update(done, total);
        const built = await reindex(parts, { onProgress, signal: session.signal }).finally(() => bar.end());
        return { json: built, text: `${built.documents} products indexed in ${built.seconds.toFixed(1)} s.` };
      }),
    ),
  );

  const index = program.command('index').description('the search index');

  addCommand(index, 'status', 'how the index stands').action(
    action(search, (session) =>
      withIndexer(session, async (parts) => {
        const state = await status(parts);
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
      withIndexer(session, async (parts) => {
        const found = await verify(parts);
        return { json: found, text: tellDifferences(found), failed: !found.ok };
      }),
    ),
  );

  addCommand(index, 'repair', 'mend every difference, and touch nothing else').action(
    action(search, (session) =>
      withIndexer(session, async (parts) => {
        const outcome = await repair(parts, { signal: session.signal });
        const text = `Before: ${tellDifferences(outcome.found)}\nAfter: ${tellDifferences(outcome.left)}`;
        return { json: outcome, text, failed: !outcome.ok };
      }),
    ),
  );
}

async function withIndexer(session: Session, work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const parts = openParts(session.config, pino({ level: 'silent' }));
  try {
    return await work(parts);
  } finally {
    await disconnect(parts.db);
  }
}

function tellDifferences({ ok, missing, stale, extra }: Verified): string {
  if (ok) return 'The index is equal to the catalogue.';
  return `${missing.length} missing, ${stale.length} out of date, ${extra.length} too many.`;
}

function tellRow({ line, code, field, reason, message }: RejectedRow): string {
  const where = [`line ${line}`, code, field].filter((part) => part !== null).join(', ');
  return `${where}: ${message} (${reason})`;
}

function text(min: number, max: number): (value: string) => string {
  return (value) => {
    const trimmed = value.trim();
    const length = [...trimmed].length;
    if (length < min || length > max)
      throw new InvalidArgumentError(`must be ${min} to ${max} characters long.`);
    return trimmed;
  };
}

function source(value: string): string {
  const label = text(1, 50)(value);
  if (label === 'back-office')
    throw new InvalidArgumentError('is kept for products made in the back office.');
  return label;
}

function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('must be a whole number.');
  return Number(value);
}

function future(value: string): Date {
  const instant = parseInstant(value);
  if (instant === null) throw new InvalidArgumentError('must be an ISO 8601 date or date-time.');
  if (Date.parse(instant) <= Date.now()) throw new InvalidArgumentError('lies in the past.');
  return new Date(instant);
}
