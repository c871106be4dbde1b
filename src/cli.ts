import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import pino from 'pino';
import { reindex, repair, status, verify } from '../indexer/commands.js';
import type { Reindexed, ReindexProgress, Verified } from '../indexer/commands.js';
import { closeContext, openContext } from '../indexer/context.js';
import type { IndexerContext } from '../indexer/context.js';
import { registerBackup } from './backup/command.js';
import { issueKey, listKeys, revokeKey } from './access/keys.js';
import { listLog } from './access/store.js';
import { registerAssistants } from './assistants/command.js';
import { encodeCursor, tipOfSnapshot } from './changes/log.js';
import { action, addCommand, EXIT, fail, table, WrongUsage } from './command.js';
import type { Session } from './command.js';
import type { Connection } from './database/connect.js';
import { registerStaff } from './back-office/command.js';
import { importFile } from './import/load.js';
import type { RejectedRow } from './import/outcome.js';
import { listInquiries } from './inquiries/store.js';
import { collectMedia } from './media/collect.js';
import { openMedia } from './media/open.js';
import { FORMATS } from './products/export-formats.js';
import type { Format } from './products/export-formats.js';
import { openExport } from './products/export.js';
import { parseInstant } from './products/list.js';
import { saveExport } from './products/save-export.js';
import { ROOT } from './root.js';
import { registerWebhooks } from './webhooks/command.js';

/** The command `catalogue`: what an operator does beside the API. */
const program = new Command('catalogue')
  .description('Product catalogue: keys, import and export, search index, images, records')
  .version((JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version)
  .exitOverride()
  // fail() reports errors, with --json too. Commander still prints the help for a command without its subcommand.
  .configureOutput({ outputError: () => {} });

registerKeys();
registerDatabase();
registerImport();
registerStaff(program);
registerWebhooks(program);
registerIndex();
registerExport();
registerMedia();
registerRecords();
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
        const { failure, ...outcome } = await importFile(db, file, keySource, {
          onProgress: (done, all) => bar.update(done, all),
          signal,
        }).finally(() => bar.end());
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
        return { json: found, text: tellDifferences(found), failed: !found.ok };
      }),
    ),
  );

  addCommand(index, 'repair', 'mend every difference, and touch nothing else').action(
    action(search, (session) =>
      withIndexer(session, async (context) => {
        const outcome = await repair(context, { signal: session.signal });
        const text = `Before: ${tellDifferences(outcome.found)}\nAfter: ${tellDifferences(outcome.left)}`;
        return { json: outcome, text, failed: !outcome.ok };
      }),
    ),
  );
}

function registerExport(): void {
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
          const siteOrigin = config.siteOrigin ?? origin ?? `http://localhost:${config.port}`;
          const position = async (snapshot: Connection): Promise<string> =>
            encodeCursor(await tipOfSnapshot(snapshot));
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

function registerMedia(): void {
  const images = program.command('media').description('images');
  addCommand(images, 'gc', 'find objects that no image names and images without their object; a dry run')
    .option('--delete', 'remove the objects that no image names')
    .action(
      action({}, async ({ db, config }, options: { delete?: boolean }) => {
        const media = await openMedia({ config, db, log: pino({ level: 'silent' }) });
        try {
          const found = await collectMedia(media, { dryRun: options.delete !== true });
          const { removed, removed_bytes: bytes, missing } = found;
          const text = [
            `${removed.length} objects that no image names, ${bytes} bytes${found.dry_run ? ' (kept: a dry run; --delete removes them)' : ' (removed)'}`,
            `${missing.length} images without their object`,
            ...missing.map(({ sha256, ids }) => `  ${sha256}: image ${ids.join(', ')}`),
          ].join('\n');
          return { json: { ok: true, ...found }, text };
        } finally {
          await media.close();
        }
      }),
    );
}

function registerRecords(): void {
  addCommand(program, 'sync-log', 'calls made with keys, newest first')
    .option('--key <id>', 'only of this key', whole)
    .option('--since <time>', 'only from then on; ISO 8601', instant)
    .option('--limit <n>', 'at most so many', whole, 100)
    .action(
      action({}, async ({ db }, { key, since, limit }: { key?: number; since?: string; limit: number }) => {
        const data = await listLog(db, { keyId: key, since, limit });
        const headings = ['at', 'key_name', 'method', 'path', 'status', 'duration_ms', 'address', 'counts'];
        return { json: { ok: true, data }, text: table(headings, data) };
      }),
    );
  addCommand(program, 'inquiries', 'price inquiries, newest first')
    .option('--limit <n>', 'at most so many', whole, 100)
    .action(
      action({}, async ({ db }, { limit }: { limit: number }) => {
        const data = await listInquiries(db, limit);
        const headings = [
          'id',
          'created_at',
          'name',
          'company',
          'email',
          'phone',
          'code',
          'cas',
          'product_name',
          'quantity',
          'message',
        ];
        return { json: { ok: true, data }, text: table(headings, data) };
      }),
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

function instant(value: string): string {
  const parsed = parseInstant(value);
  if (parsed === null) throw new InvalidArgumentError('must be an ISO 8601 date or date-time.');
  return parsed;
}

function future(value: string): Date {
  const parsed = instant(value);
  if (Date.parse(parsed) <= Date.now()) throw new InvalidArgumentError('lies in the past.');
  return new Date(parsed);
}
