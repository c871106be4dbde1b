import { isDiskFull } from './connect.js';
import type { Connection } from './connect.js';
import { messageOf } from '../process/errors.js';
import type { Dependency } from '../process/introduce.js';
import { unsupported, VERSIONS } from '../process/versions.js';
import { hostAndPort, unreachable, Unusable } from '../process/unusable.js';

/** Host and port of a database. */
export const placeOfDatabase = (url: string): string => hostAndPort(url, 5432);

/** SQL for the version of a server, such as `18.4`. */
export const SERVER_VERSION = `split_part(current_setting('server_version'), ' ', 1)`;

/** @throws Unusable where the server is older than what the service runs on */
export function refuseOldPostgres(variable: string, url: string, version: string): void {
  const reason = unsupported('Postgres', version, VERSIONS.postgres, placeOfDatabase(url));
  if (reason !== undefined) throw new Unusable(variable, reason);
}

/** Says what is wrong with a database that cannot be used, by the variable that names it and without a secret. */
export function databaseTrouble(variable: string, url: string, error: unknown): Unusable {
  if (error instanceof Unusable) return error;
  const place = placeOfDatabase(url);
  // The driver gives its own time-out no code; it is one like those of the system.
  if (/timeout expired/.test(messageOf(error))) Object.assign(error as Error, { code: 'ETIMEDOUT' });
  const known = unreachable(variable, place, error);
  if (known) return known;
  const { code, message = String(error) } = error as { code?: string; message?: string };
  const { username, pathname } = new URL(url);
  const user = decodeURIComponent(username);
  const say = (reason: string): Unusable => new Unusable(variable, reason, error);
  if (/password must be a string/.test(message))
    return say(`Postgres at ${place} asks for a password, and none is given`);
  if (code === '28P01') return say(`Postgres at ${place} refuses the password of the user "${user}"`);
  if (code === '28000') return say(`Postgres at ${place} does not let the user "${user}" in`);
  if (code === '3D000')
    return say(`Postgres at ${place} has no database "${decodeURIComponent(pathname.slice(1))}"`);
  if (isDiskFull(error)) return say(`the disk of Postgres at ${place} is full`);
  if (code === '57P03') return say(`Postgres at ${place} is starting or stopping`);
  return say(`Postgres at ${place} cannot be used: ${message}`);
}

/** A Postgres server. @param variable the one that names it */
export function postgresServer(
  db: Connection,
  url: string,
  variable: 'DATABASE_URL' | 'DATABASE_READ_URL' = 'DATABASE_URL',
): Dependency {
  const isReplica = variable === 'DATABASE_READ_URL';
  return {
    name: isReplica ? 'postgres_replica' : 'postgres',
    title: isReplica ? 'Postgres replica' : 'Postgres',
    where: `at ${placeOfDatabase(url)}`,
    variable,
    supported: VERSIONS.postgres,
    version: () =>
      db
        .one(`SELECT ${SERVER_VERSION} AS version`, [], ({ version }: { version: string }) => version)
        .catch((error: unknown) => {
          throw databaseTrouble(variable, url, error);
        }),
  };
}
