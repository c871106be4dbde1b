import { badField, Problem, readValue } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import { BUILT_IN } from './built-in.js';
import { definitionSchema, profileName } from './definition.js';
import type { ProfileDefinition } from './definition.js';
import type { Profile } from './file.js';
import * as store from './store.js';
import type { StoredProfile } from './store.js';

/** Profiles that staff and key holders may make. */
const MOST = 200;

/** A profile as answers show it. */
interface ShownProfile extends Profile {
  /** comes with the service */
  built_in: boolean;
  updated_at: string | null;
  updated_by: string | null;
}

const builtIn = (name: string, definition: ProfileDefinition): ShownProfile => ({
  name,
  built_in: true,
  updated_at: null,
  updated_by: null,
  definition,
});
// Read anew: an older version may have stored what this one refuses, and objects come back with their members sorted.
const stored = ({ definition, ...row }: StoredProfile): ShownProfile => ({
  ...row,
  built_in: false,
  definition: readValue(definitionSchema, definition),
});

/** @throws Problem 404 without such a profile; 400 as {@link findIfAny} does */
export async function findProfile(db: Connection, name: string): Promise<ShownProfile> {
  const profile = await findIfAny(db, name);
  if (!profile) throw new Problem('not-found', 'There is no such profile.');
  return profile;
}

/** @returns null without such a profile @throws Problem 400 where this version of the service refuses what is stored */
export async function findIfAny(db: Connection, name: string): Promise<ShownProfile | null> {
  const own = BUILT_IN.get(name);
  if (own) return builtIn(name, own);
  const row = profileName.test(name) ? await store.storedProfile(db, name) : null;
  return row && stored(row);
}

/**
 * What was delivered by a profile, newest first; also by one that was deleted since.
 * @throws Problem 404 without such a profile and without a delivery by it; 400 as {@link findIfAny} does
 */
export async function deliveriesOf(
  db: Connection,
  name: string,
  page: { before?: number | undefined; limit: number },
): Promise<store.Delivery[]> {
  const deliveries = await store.listDeliveries(db, { profile: name, ...page });
  // Behind the last page there are none either.
  if (deliveries.length === 0 && (await store.listDeliveries(db, { profile: name, limit: 1 })).length === 0)
    await findProfile(db, name);
  return deliveries;
}

/** All profiles, those of the service first. Their definitions are as they are stored. */
export async function listProfiles(
  db: Connection,
): Promise<(Omit<ShownProfile, 'definition'> & { definition: unknown })[]> {
  const rows = await store.storedProfiles(db);
  return [
    ...[...BUILT_IN].map(([name, definition]) => builtIn(name, definition)),
    ...rows.map((row) => ({ ...row, built_in: false })),
  ];
}

/**
 * Makes a profile, or replaces it.
 * @returns whether it is new
 * @throws Problem 400
 */
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
  const outcome = await store.storeProfile(tx, { name, definition, by }, MOST);
  if (outcome === 'too_many') throw badField('name', 'too_many', `there are ${MOST} profiles already`);
  return outcome === 'created';
}

/** Deletes a profile. @throws Problem 404; 400 for one that comes with the service */
export async function deleteProfile(tx: Transaction, name: string): Promise<void> {
  refuseBuiltIn(name);
  if (!(await store.removeProfile(tx, name))) throw new Problem('not-found', 'There is no such profile.');
}

function refuseBuiltIn(name: string): void {
  if (BUILT_IN.has(name))
    throw badField('name', 'built_in', 'comes with the service and stays as it is: copy it to another name');
}
