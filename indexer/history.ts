import { endEpoch, tip } from '../src/catalogue/index.js';
import { readSingle } from '../src/platform/index.js';
import type { Database } from '../src/platform/index.js';
import type { Leading } from './context.js';
import { acknowledge, readReader } from './store.js';

// Where an older copy of the data is put back, the index still holds what was written since. Nothing else remembers it, so whoever
// follows the changes is told of it before the index is built anew.

/** Whether a version is of a transaction that has not begun yet: ids are compared as Postgres does, which counts in a circle. */
export function areUnknown(db: Database, versions: string[]): Promise<boolean> {
  const ids = versions.flatMap((version) => /^\d{1,10}(?=:|$)/.exec(version)?.[0] ?? []);
  return readSingle(
    db,
    `SELECT EXISTS (
       SELECT FROM unnest($1::bigint[]) AS id, CAST(pg_snapshot_xmax(pg_current_snapshot())::text AS bigint) AS next
        WHERE ((id - next) & 4294967295) < 2147483648)`,
    [ids],
  );
}

/** Ends the history of the log where the live index holds what this database never wrote. */
export async function endIfUnknown(context: Leading): Promise<void> {
  const { db, indexes, uid } = context;
  if ((await indexes.identity(uid)) === undefined) return;
  for await (const documents of indexes.documents(uid, 'versions')) {
    const versions = documents.map(({ v }) => v);
    if (await areUnknown(db, versions)) return endHistory(context);
  }
}

/** Tells all who follow the changes to take everything anew: once for each live index, which is rebuilt for it. */
export async function endHistory(context: Leading): Promise<void> {
  const { db, indexes, uid, log } = context;
  const told = (await indexes.identity(uid)) ?? '';
  if ((await readReader(context)).state.told === told) return;
  log.warn(
    'the index holds what this database never wrote: an older copy of its data was put back. All who follow the changes are told to take everything anew',
  );
  await endEpoch(db, (await tip(db)).epoch);
  await acknowledge(context, { state: { told } });
}
