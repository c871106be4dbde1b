import type { Position } from '../../catalogue/index.js';
import { badField, isoTime, keyRequired, notFound, readValue } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import { BUILT_IN } from './built-in.js';
import { definitionSchema, profileName } from './definition.js';
import type { Profile, Scope } from './definition.js';

/** Profiles that staff and key holders may make. */
const MOST = 200;

/** A profile as answers show it. */
interface ShownProfile extends Profile {
  /** comes with the service */
  built_in: boolean;
  updated_at: string | null;
  updated_by: string | null;
}

const OWN = Array.from(BUILT_IN, ([name, definition]): ShownProfile => {
  return { name, built_in: true, updated_at: null, updated_by: null, definition };
});
const STORED = `SELECT name, false AS built_in, ${isoTime('updated_at')} AS updated_at, updated_by, definition FROM export_profiles`;

/** @throws Problem 404 without such a profile; 400 as {@link findIfAny} does */
export async function findProfile(db: Connection, name: string): Promise<ShownProfile> {
  const profile = await findIfAny(db, name);
  if (!profile) throw notFound('profile');
  return profile;
}

/** @returns null without such a profile @throws Problem 400 where this version of the service refuses what is stored */
export async function findIfAny(db: Connection, name: string): Promise<ShownProfile | null> {
  const own = OWN.find((each) => each.name === name);
  if (own || !profileName.test(name)) return own ?? null;
  const found = await db.oneOrNone<ShownProfile>(`${STORED} WHERE name = $1`, [name]);
  // Read anew: an older version may have stored what this one refuses, and objects come back with their members sorted.
  return found && { ...found, definition: readValue(definitionSchema, found.definition) };
}

/**
 * The profile that a parameter names.
 * @throws Problem 400 without such a profile; 401 without a key, unless it is a public one: names of others are not told
 */
export async function profileNamed(
  db: Connection,
  path: 'lacking' | 'profile',
  name: string,
  hasKey: boolean,
) {
  const profile = await findIfAny(db, name);
  if (!hasKey && !profile?.definition.public)
    throw keyRequired(
      'There is no public profile of this name; the others need an API key in the header X-API-Key.',
    );
  if (!profile) throw badField(path, 'unknown_profile', `there is no profile ${name}`);
  return profile;
}

/** All profiles, those of the service first. Their definitions are as they are stored. */
export const listProfiles = async (
  db: Connection,
): Promise<(Omit<ShownProfile, 'definition'> & { definition: unknown })[]> => [
  ...OWN,
  ...(await db.any(`${STORED} ORDER BY name`)),
];

/** The names of profiles whose filter has this value, twenty at most. */
export async function profilesWith(
  db: Connection,
  filter: 'category' | 'series' | 'tag',
  value: string,
): Promise<string[]> {
  return db.map(
    `SELECT name FROM export_profiles WHERE definition -> 'filter' ->> $1 = $2 ORDER BY name LIMIT 20`,
    [filter, value],
    ({ name }: { name: string }) => name,
  );
}

/** Lets nobody else write profiles until the transaction ends. */
export const lockProfiles = (tx: Transaction): Promise<null> =>
  tx.none('LOCK TABLE export_profiles IN SHARE ROW EXCLUSIVE MODE');

/** Makes a profile, or replaces it. @returns whether it is new @throws Problem 400 */
export async function putProfile(
  tx: Transaction,
  { name, definition }: Profile,
  by: string,
): Promise<boolean> {
  refuseBuiltIn(name);
  if (!profileName.test(name))
    throw badField(
      'name',
      'bad_name',
      'must have 1 to 40 small letters, digits and hyphens, no hyphen first',
    );
  await lockProfiles(tx); // else two could each be the last one
  const { isNew, before } = await tx.one<{ isNew: boolean; before: number }>(
    `INSERT INTO export_profiles (name, definition, updated_by) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET (definition, updated_by, updated_at) = ($2, $3, clock_timestamp())
     RETURNING old.name IS NULL AS "isNew", (SELECT count(*) FROM export_profiles) AS before`,
    [name, JSON.stringify(definition), by],
  );
  if (isNew && before >= MOST) throw badField('name', 'too_many', `there are ${MOST} profiles already`);
  return isNew;
}

/** Deletes a profile; its deliveries stay on record. @throws Problem 404; 400 for one that comes with the service */
export async function deleteProfile(tx: Transaction, name: string): Promise<void> {
  refuseBuiltIn(name);
  const { rowCount } = await tx.result('DELETE FROM export_profiles WHERE name = $1', [name]);
  if (rowCount === 0) throw notFound('profile');
}

function refuseBuiltIn(name: string): void {
  if (BUILT_IN.has(name))
    throw badField('name', 'built_in', 'comes with the service and stays as it is: copy it to another name');
}

/** A file that was written whole, before that is recorded. */
interface Delivery {
  profile: string;
  by: string;
  recipient: string;
  scope: Scope;
  count: number;
  bytes: number;
  file: string;
  /** of the whole file, and of the definition, hexadecimal */
  sha256: string;
  definition: string;
  position: Position;
}

/** Records a delivery. @returns its number */
export async function insertDelivery(db: Connection, delivery: Delivery): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    `INSERT INTO export_deliveries (profile, delivered_by, recipient, scope, definition, epoch, xid, seq, mark, count, bytes, file, sha256)
     VALUES ($<profile>, $<by>, $<recipient>, $<scope>, decode($<definition>, 'hex'), $<position.epoch>, $<position.xid>::xid8,
             $<position.seq>, $<position.mark>, $<count>, $<bytes>, $<file>, decode($<sha256>, 'hex')) RETURNING id`,
    delivery,
  );
  return id;
}

/**
 * Where the next delivery of a scope to a recipient goes on: at its last one of that scope or of everything. Products and
 * revocations each have a thread of their own, so that a delta and the revocations after it tell of the same time.
 */
export async function lastDelivery(
  db: Connection,
  profile: string,
  recipient: string,
  scope: Exclude<Scope, 'all'>,
): Promise<{ definition: string; position: Position } | null> {
  return db.oneOrNone(
    `SELECT encode(definition, 'hex') AS definition,
            json_build_object('epoch', epoch, 'xid', xid::text, 'seq', seq, 'mark', mark) AS position
       FROM export_deliveries
      WHERE profile = $1 AND recipient = $2 AND scope IN ('all', $3) ORDER BY export_deliveries.id DESC LIMIT 1`,
    [profile, recipient, scope],
  );
}

/**
 * What was delivered by a profile, newest first; also by one that was deleted since.
 * @param page.before only those with a lower number
 * @throws Problem 404 without such a profile and without a delivery by it; 400 as {@link findIfAny} does
 */
export async function deliveriesOf(
  db: Connection,
  profile: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<object[]> {
  const found = await db.any(
    `SELECT id, profile, ${isoTime('delivered_at')} AS at, delivered_by AS by, recipient, scope, count, bytes, file,
            encode(sha256, 'hex') AS sha256
       FROM export_deliveries WHERE profile = $1 AND ($2::bigint IS NULL OR id < $2)
      ORDER BY export_deliveries.id DESC LIMIT $3`,
    [profile, before ?? null, limit],
  );
  // Behind the last page there are none either: then there are some before.
  if (found.length === 0)
    await (before === undefined ? findProfile(db, profile) : deliveriesOf(db, profile, { limit: 1 }));
  return found;
}

/** For how long deliveries are kept. */
const KEPT_DAYS = 400;

/** Removes the records of deliveries that are too old. */
export async function pruneDeliveries(db: Connection): Promise<number> {
  const sql = `DELETE FROM export_deliveries WHERE delivered_at < now() - interval '1 day' * $1`;
  return db.result(sql, [KEPT_DAYS], ({ rowCount }) => rowCount);
}
