import { Readable } from 'node:stream';
import { checkPosition, encodePosition, PositionLost } from '../../catalogue/index.js';
import type { ObjectStore, Position } from '../../catalogue/index.js';
import { badField, Problem } from '../../platform/index.js';
import type { Caller, Connection, Database } from '../../platform/index.js';
import type { Bind } from '../exports/columns.js';
import { openSnapshot } from '../exports/export.js';
import type { Format } from '../exports/formats.js';
import { describeFile, tableOf } from '../exports/layouts.js';
import type { Layout } from '../exports/layouts.js';
import { fileHeaders } from '../exports/send.js';
import type { SentFile } from '../exports/send.js';
import { fingerprintOf } from './definition.js';
import type { ProfileDefinition, Scope } from './definition.js';
import { imageZips } from './images.js';
import { layoutOf, revocationsOf } from './layout.js';
import { lastDelivery } from './store.js';
import { zip } from '../exports/zip.js';
import type { ZipEntry } from '../exports/zip.js';

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
function shapeOf({ name, definition }: Profile, scope: Scope, since: Position | null) {
  const layout =
    scope === 'revocations' ? revocationsOf(name, definition, since) : layoutOf(name, definition, since);
  return {
    layout,
    images: scope === 'revocations' || typeof definition.images === 'string' ? null : definition.images,
    file: describeFile({ ...layout, name: scope === 'all' ? name : `${name}-${scope}` }),
  };
}

/** Of the files of a profile, also where it puts several into a zip. */
export const formatOf = (profile: Profile, scope: Scope = profile.definition.scope): Format =>
  shapeOf(profile, scope, null).layout.format;

const stemOf = (fileName: string, { format }: Layout): string =>
  fileName.slice(0, -(format.extension.length + 1));

const zipOf = (fileName: string, layout: Layout) => ({
  contentType: 'application/zip',
  fileName: `${stemOf(fileName, layout)}.zip`,
});

/** Whom a file is for: who is named, or else the key that asks. Staff name somebody. */
export const recipientFor = (named: string | undefined, caller: Caller | null): string | undefined =>
  named ?? (caller?.isStaff ? undefined : caller?.name);

/** @throws Problem 400 where nobody is named */
export function neededRecipient(recipient: string | undefined): string {
  if (recipient !== undefined) return recipient;
  throw badField('recipient', 'required', 'is needed: what was delivered before differs by recipient');
}

/** The headers of the file of a profile, for HEAD, which counts no rows: many may make it a zip of several files. */
export function fileHeadersOf(
  profile: Profile,
  scope: Scope = profile.definition.scope,
): Record<string, string> {
  const { layout, images, file } = shapeOf(profile, scope, null);
  if (images) return fileHeaders(zipOf(file.fileName, layout));
  return profile.definition.rows_per_file === undefined ? fileHeaders(file) : { 'Cache-Control': 'no-store' };
}

/**
 * Opens the file of a profile: one snapshot of the catalogue, streamed.
 * @param scope the profile's own unless given; a delta and revocations continue from the last delivery to the recipient
 * @param asOf as of {@link openSnapshot}
 * @throws Problem 410 where they cannot, 400 where they have no recipient
 */
export async function openFile(
  db: Database,
  profile: Profile,
  {
    scope = profile.definition.scope,
    recipient,
    siteOrigin,
    objects,
  }: {
    scope?: Scope | undefined;
    recipient?: string | undefined;
    siteOrigin: string;
    objects: ObjectStore;
  },
  asOf?: string,
): Promise<ProfileFile> {
  const { definition } = profile;
  const since = scope === 'all' ? null : await lastPosition(db, profile, neededRecipient(recipient), scope);
  const { layout, images, file } = shapeOf(profile, scope, since);
  const snapshot = await openSnapshot(db, asOf);
  const { count, ends } = await snapshot.read(async (connection) => {
    if (since) await checkPosition(connection, since).catch(asGone);
    return measure(connection, layout, definition.rows_per_file);
  });
  const { position } = snapshot;
  const more = { scope, count, position, cursor: encodePosition(position) };
  const write = (part: Layout): Promise<Readable> =>
    snapshot.write({ layout: part, filters: {}, siteOrigin });
  const closing = (stream: Readable): Readable => stream.once('close', () => void snapshot.close());
  if (ends.length < 2 && !images) return { ...more, ...file, stream: closing(await write(layout)) };
  const stem = stemOf(file.fileName, layout);
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (const [i, part] of partsOf(layout, ends).entries())
      yield {
        name: `${stem}-${i + 1}.${layout.format.extension}`,
        content: await write(part),
      };
    if (images) yield* imageZips(snapshot, layout.where!, objects, images);
  };
  return {
    ...more,
    ...zipOf(file.fileName, layout),
    stream: closing(Readable.from(zip(entries()), { objectMode: false })),
  };
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

/** Counts the rows of a layout, and finds the last row of each file when they are split into files of a given size. */
async function measure(
  connection: Connection,
  layout: Layout,
  rowsPerFile: number | undefined,
): Promise<{ count: number; ends: string[] }> {
  // Images are read between the statements of the snapshot, and the reader may be slow.
  await connection.none('SET LOCAL idle_in_transaction_session_timeout = 0');
  const values: unknown[] = [];
  const bind: Bind = (text) => `$${values.push(text)}`;
  const from = tableOf(layout, bind);
  const where = layout.where!(bind).join(' AND ');
  return connection.one(
    rowsPerFile === undefined
      ? `SELECT count(*) AS count, '{}'::text[] AS ends FROM ${from} WHERE ${where}`
      : `SELECT count(*) AS count, coalesce(array_agg(key ORDER BY n) FILTER (WHERE n % ${bind(String(rowsPerFile))}::bigint = 0 OR n = rows), '{}') AS ends
           FROM (SELECT products.${layout.order}::text AS key, row_number() OVER (ORDER BY products.${layout.order}) AS n,
                        count(*) OVER () AS rows FROM ${from} WHERE ${where}) AS numbered`,
    values,
  );
}

/** A layout for each file of a table that is written in several: each begins behind the last row of the one before. */
function partsOf(layout: Layout, ends: string[]): Layout[] {
  if (ends.length < 2) return [layout];
  const key = `products.${layout.order}`;
  const type = layout.order === 'id' ? 'bigint' : 'text COLLATE "C"';
  return ends.map((end, i) => ({
    ...layout,
    where: (bind) => [
      ...layout.where!(bind),
      `${key} <= (${bind(end)})::${type}`,
      ...(i > 0 ? [`${key} > (${bind(ends[i - 1]!)})::${type}`] : []),
    ],
  }));
}
