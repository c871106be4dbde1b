import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { issueKey, listKeys, revokeKey } from './access/keys.js';
import { action, addCommand, EXIT, fail, table } from './command.js';
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
      action({}, async ({ db, progress }, file: string, { keySource }: { keySource: string }) => {
        const bar = progress('Importing');
        const { failure, ...outcome } = await importFile(db, file, keySource, (done, all) =>
          bar.update(done, all),
        ).finally(() => bar.end());
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
