import { checkPosition, PositionLost } from '../../catalogue/index.js';
import type { Position } from '../../catalogue/index.js';
import { badField, Problem } from '../../platform/index.js';
import type { Caller, Database } from '../../platform/index.js';
import { openExport } from '../exports/export.js';
import type { Format } from '../exports/formats.js';
import { describeFile } from '../exports/layouts.js';
import type { Layout } from '../exports/layouts.js';
import { fileHeaders } from '../exports/send.js';
import type { SentFile } from '../exports/send.js';
import { fingerprintOf } from './definition.js';
import type { ProfileDefinition, Scope } from './definition.js';
import { layoutOf, revocationsOf } from './layout.js';
import { lastDelivery } from './store.js';

/** A profile by its name. */
export interface Profile {
  name: string;
  definition: ProfileDefinition;
}

/** A file of a profile, about to be read. */
export interface ProfileFile extends SentFile {
  scope: Scope;
  /** what state of the catalogue it is of */
  position: Position;
}

/** What the file of a profile looks like. @param since only what has changed after this position of the log */
function shapeOf({ name, definition }: Profile, scope: Scope, since: Position | null): Layout {
  const make = scope === 'revocations' ? revocationsOf : layoutOf;
  return { ...make(name, definition, since), name: scope === 'all' ? name : `${name}-${scope}` };
}

/** Of the file of a profile. */
export const formatOf = (profile: Profile, scope: Scope = profile.definition.scope): Format =>
  shapeOf(profile, scope, null).format;

/** Whom a file is for: who is named, or else the key that asks. Staff name somebody. */
export const recipientFor = (named: string | undefined, caller: Caller | null): string | undefined =>
  named ?? (caller?.isStaff ? undefined : caller?.name);

/** @throws Problem 400 where nobody is named */
export function neededRecipient(recipient: string | undefined): string {
  if (recipient !== undefined) return recipient;
  throw badField('recipient', 'required', 'is needed: what was delivered before differs by recipient');
}

/** The headers of the file of a profile, for HEAD, which counts no rows. */
export const fileHeadersOf = (profile: Profile, scope: Scope = profile.definition.scope) =>
  fileHeaders(describeFile(shapeOf(profile, scope, null)));

/**
 * Opens the file of a profile: one snapshot of the catalogue, streamed.
 * @param scope the profile's own unless given; a delta and revocations continue from the last delivery to the recipient
 * @param asOf as of {@link openExport}
 * @throws Problem 410 where they cannot, 400 where they have no recipient
 */
export async function openFile(
  db: Database,
  profile: Profile,
  {
    scope = profile.definition.scope,
    recipient,
    siteOrigin,
  }: { scope?: Scope | undefined; recipient?: string | undefined; siteOrigin: string },
  asOf?: string,
): Promise<ProfileFile> {
  const since = scope === 'all' ? null : await lastPosition(db, profile, neededRecipient(recipient), scope);
  const selection = { layout: shapeOf(profile, scope, since), filters: {}, siteOrigin };
  const file = await openExport(db, selection, asOf, async (snapshot) => {
    if (since) await checkPosition(snapshot, since).catch(asGone);
  });
  return { ...file, scope };
}

async function lastPosition(
  db: Database,
  { name, definition }: Profile,
  recipient: string,
  scope: Exclude<Scope, 'all'>,
): Promise<Position | null> {
  const last = await lastDelivery(db, name, recipient, scope);
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
