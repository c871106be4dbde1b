import { Option } from 'commander';
import type { Command } from 'commander';
import { WrongUsage, action, addCommand, instant, source, table, text, whole } from '../../command.js';
import { KEY_ACCESSES } from '../http/key-access.js';
import type { KeyAccess } from '../http/key-access.js';
import { Problem } from '../http/problem.js';
import { issueKey } from './keys.js';
import { listKeys, listLog, revokeKey } from './store.js';

/** `catalogue keys`: the API keys. */
export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('API keys');

  addCommand(keys, 'issue', 'issue a key; it is shown this once')
    .requiredOption('--name <name>', 'whose key it is', text(1, 100))
    .option('--source <label>', 'source label of the products it creates', source, 'sync')
    .addOption(
      new Option('--access <what>', 'what it may do: read; push (products of its source too); all')
        .choices(KEY_ACCESSES)
        .default('all'),
    )
    .option('--expires <time>', 'ISO 8601; without offset it is UTC', instant)
    .action(
      action(
        { makes: true },
        async (
          { db },
          { expires, ...wish }: Record<'name' | 'source', string> & { access: KeyAccess; expires?: string },
        ) => {
          const expiresAt = expires === undefined ? {} : { expiresAt: new Date(expires) };
          const issued = await issueKey(db, { ...wish, ...expiresAt }).catch((error: unknown) => {
            throw error instanceof Problem ? new WrongUsage(`--expires: ${error.message}`) : error;
          });
          return {
            json: { ok: true, ...issued },
            text: issued.key,
            notes: [
              `Key ${issued.id} for ${issued.name}, source ${issued.source}, access ${issued.access}. It is not shown again.`,
            ],
          };
        },
      ),
    );

  addCommand(keys, 'list', 'list all keys, newest first').action(
    action({}, async ({ db }) => {
      const data = await listKeys(db);
      const headings = 'id name source access created_at expires_at revoked_at last_used_at'.split(' ');
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

/** `catalogue sync-log`: the calls made with keys. */
export function registerSyncLog(program: Command): void {
  addCommand(program, 'sync-log', 'calls made with keys and imports by staff, newest first')
    .option('--key <id>', 'only of this key', whole)
    .option('--since <time>', 'only from then on; ISO 8601', instant)
    .option('--limit <n>', 'at most so many', whole, 100)
    .action(
      action({}, async ({ db }, { key, ...more }: { key?: number; since?: string; limit: number }) => {
        const data = await listLog(db, { keyId: key, ...more });
        const headings =
          'at key_name staff_name method path status duration_ms address file_name counts'.split(' ');
        return { json: { ok: true, data }, text: table(headings, data) };
      }),
    );
}
