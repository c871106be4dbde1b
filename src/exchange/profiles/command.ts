import { Option } from 'commander';
import type { Command } from 'commander';
import { WrongUsage, action, addCommand, readGivenFile, table, text } from '../../command.js';
import type { Result, Session } from '../../command.js';
import { readValue, siteOriginOf } from '../../platform/index.js';
import { saveExport } from '../exports/save.js';
import { withMedia } from '../../catalogue/index.js';
import { definitionSchema, SCOPES } from './definition.js';
import type { Scope } from './definition.js';
import { deliverProfile } from './deliver.js';
import { neededRecipient, openFile } from './file.js';
import { deleteProfile, findIfAny, findProfile, listProfiles, putProfile } from './profile.js';
import { listDeliveries } from './store.js';

/** Who delivers, unless named. */
const BY = 'catalogue';

/** `catalogue profiles` and `catalogue deliveries`. */
export function registerProfiles(program: Command): void {
  const profiles = program.command('profiles').description('user-defined exports');

  addCommand(profiles, 'list', 'those that come with the service, and those that were made').action(
    action({}, async ({ db }) => {
      const data = await listProfiles(db);
      const rows = data.map(({ definition, ...profile }) => ({ ...profile, ...(definition as object) }));
      return {
        json: { ok: true, data },
        text: table(['name', 'title', 'format', 'updated_at', 'updated_by'], rows),
      };
    }),
  );

  addCommand(profiles, 'show <name>', 'the definition of one, as `put` reads it').action(
    action({}, async ({ db }, name: string) => {
      const profile = await findProfile(db, name);
      return { json: { ok: true, data: profile }, text: JSON.stringify(profile.definition, null, 2) };
    }),
  );

  addCommand(profiles, 'put <name> <file>', 'make or replace one by a file of JSON').action(
    action({}, async ({ db }, name: string, file: string) => {
      const definition = readValue(definitionSchema, parsed((await readGivenFile(file)).toString()));
      const isNew = await db.tx((tx) => putProfile(tx, { name, definition }, BY));
      return {
        json: { ok: true, data: await findProfile(db, name) },
        text: `${name} ${isNew ? 'made' : 'replaced'}.`,
      };
    }),
  );

  addCommand(profiles, 'delete <name>', 'delete one; its deliveries stay on record').action(
    action({}, async ({ db }, name: string) => {
      await db.tx((tx) => deleteProfile(tx, name));
      return { json: { ok: true, name }, text: `${name} deleted.` };
    }),
  );

  addCommand(program, 'deliveries', 'what was delivered by profiles, newest first')
    .option('--profile <name>', 'only those of this one')
    .action(
      action({}, async ({ db }, { profile }: { profile?: string }) => {
        const data = await listDeliveries(db, { profile, limit: 1_000 });
        return {
          json: { ok: true, data },
          text: table(['id', 'at', 'profile', 'recipient', 'scope', 'count', 'by', 'file', 'sha256'], data),
        };
      }),
    );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new Error(`The file is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Adds what `catalogue export` takes for a profile. @param others options that the profile decides */
export function addProfileOptions(command: Command, others: string[]): void {
  command
    .addOption(
      new Option('--profile <name>', 'an export profile, which decides all but the scope').conflicts(others),
    )
    .addOption(new Option('--scope <scope>', 'in place of what the profile says').choices(SCOPES))
    .option(
      '--recipient <name>',
      'whom it is for: a delta goes on at the last delivery to them',
      text(1, 100),
    )
    .option('--deliver', 'record it as a delivery to the recipient: the next delta goes on there');
}

/** What `catalogue export` is asked for a profile. */
export interface ProfileOptions {
  profile?: string;
  scope?: Scope;
  recipient?: string;
  deliver?: true;
  out?: string;
}

/** Writes the file of a profile. @throws WrongUsage without `--out` */
export async function exportByProfile(
  session: Session,
  name: string,
  { scope, recipient, deliver: isDelivery, out }: ProfileOptions,
): Promise<Result> {
  const { db, config, origin, signal } = session;
  if (out === undefined && isDelivery)
    throw new WrongUsage('--deliver needs --out: a delivery is recorded once its file is whole.');
  const profile = await findIfAny(db, name);
  if (!profile) throw new WrongUsage(`There is no profile ${name}.`);
  if (recipient === undefined && (isDelivery || (scope ?? profile.definition.scope) !== 'all'))
    throw new WrongUsage('--recipient is needed: what was delivered before differs by recipient.');
  return withMedia(session, async ({ objects }) => {
    const siteOrigin = siteOriginOf(config, origin);
    const file = await openFile(db, profile, { scope, recipient, siteOrigin, objects });
    const to = out === undefined ? { stream: process.stdout } : { file: out };
    let bytes = 0;
    const save = async (stream: typeof file.stream): Promise<void> => {
      bytes = await saveExport(stream, to, signal);
    };
    const recorded = isDelivery
      ? await deliverProfile(db, profile, file, { by: BY, recipient: neededRecipient(recipient) }, save)
      : await save(file.stream);
    return {
      json: {
        ok: true,
        file: out,
        bytes,
        count: file.count,
        scope: file.scope,
        changes_cursor: file.cursor,
        ...(recorded && { delivery: recorded.id, sha256: recorded.sha256 }),
      },
      text:
        out === undefined
          ? null
          : `${file.count} rows, ${bytes} bytes in ${out}${recorded ? `: delivery ${recorded.id}` : ''}`,
    };
  });
}
