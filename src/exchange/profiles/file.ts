import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { checkPosition, PositionLost } from '../../catalogue/index.js';
import type { Position } from '../../catalogue/index.js';
import { badField, Problem } from '../../platform/index.js';
import type { Caller, Database } from '../../platform/index.js';
import { openExport } from '../exports/export.js';
import type { Export } from '../exports/export.js';
import type { Layout } from '../exports/layouts.js';
import { fingerprintOf } from './definition.js';
import type { Profile, Scope } from './definition.js';
import { layoutOf, revocationsOf } from './layout.js';
import { insertDelivery, lastDelivery } from './store.js';

/** A file of a profile, about to be read. */
interface ProfileFile extends Export {
  scope: Scope;
}

/** Which file of a profile is asked for, and for whom. */
type Asked = Partial<{ scope: Scope | undefined; recipient: string | undefined }>;

/** What the file of a profile looks like. @param since only what has changed after this position of the log */
export function shapeOf(
  { name, definition }: Profile,
  scope = definition.scope,
  since: Position | null = null,
): Layout {
  const make = scope === 'revocations' ? revocationsOf : layoutOf;
  return { ...make(name, definition, since), name: scope === 'all' ? name : `${name}-${scope}` };
}

/** Whom a file is for: who is named, or else the key that asks. Staff name somebody. */
export const recipientFor = (named: string | undefined, caller: Caller | null): string | undefined =>
  named ?? (caller?.isStaff ? undefined : caller?.name);

/** @throws Problem 400 where nobody is named */
export function neededRecipient(recipient: string | undefined): string {
  if (recipient !== undefined) return recipient;
  throw badField('recipient', 'required', 'is needed: what was delivered before differs by recipient');
}

/**
 * Opens the file of a profile: one snapshot of the catalogue, streamed.
 * @param scope the profile's own unless given; a delta and revocations continue from the last delivery to the recipient
 * @param asOf as of {@link openExport}
 * @throws Problem 410 where they cannot, 400 where they have no recipient
 */
export async function openFile(
  db: Database,
  profile: Profile,
  { scope = profile.definition.scope, recipient, siteOrigin }: Asked & { siteOrigin: string },
  asOf?: string,
): Promise<ProfileFile> {
  const since = await lastPosition(db, profile, { scope, recipient });
  const selection = { layout: shapeOf(profile, scope, since), filters: {}, siteOrigin };
  const file = await openExport(db, selection, asOf, async (snapshot) => {
    if (since) await checkPosition(snapshot, since).catch(asGone);
  });
  // A first delta is everything, so revocations go on at it, too.
  return { ...file, scope: scope === 'delta' && !since ? 'all' : scope };
}

/** Where a file goes on; null where it is all of the profile, or the first one. @throws as {@link openFile} */
export async function lastPosition(
  db: Database,
  { name, definition }: Profile,
  { scope = definition.scope, recipient }: Asked,
): Promise<Position | null> {
  if (scope === 'all') return null;
  const last = await lastDelivery(db, name, neededRecipient(recipient), scope);
  if (last && last.definition !== fingerprintOf(definition))
    throw gone('The profile was changed after its last delivery, which a delta cannot continue');
  return last?.position ?? null;
}

function asGone(error: unknown): never {
  if (!(error instanceof PositionLost)) throw error;
  throw gone(
    error.reason === 'epoch'
      ? 'The log of changes started anew after the last delivery'
      : 'The last delivery is older than the log of changes reaches back (30 days)',
  );
}

const gone = (why: string): Problem =>
  new Problem('gone', `${why}: take all (scope=all), and go on from there.`);

/**
 * Sends a file of a profile, and records the delivery once it was written whole: where the record fails, the next delta
 * begins earlier and tells more than it has to, never less.
 * @param to who delivers it, and to whom
 * @param send resolves when all of the stream was written
 */
export async function deliverProfile(
  db: Database,
  { name, definition }: Profile,
  { stream, scope, count, position, fileName }: ProfileFile,
  to: { by: string; recipient: string },
  send: (stream: Readable) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  stream
    .on('data', (chunk: Buffer) => {
      hash.update(chunk);
      bytes += chunk.length;
    })
    .pause();
  await send(stream);
  const made = { profile: name, ...to, scope, count, bytes, sha256: hash.digest('hex'), position };
  await insertDelivery(db, { ...made, file: fileName, definition: fingerprintOf(definition) });
}
