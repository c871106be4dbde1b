import { resolve } from 'node:path';
import {
  databaseTrouble,
  hostAndPort,
  placeOfDatabase,
  postgresVersion,
  VERSIONS,
} from './platform/index.js';
import type { Config, Connection, Counters, Versions } from './platform/index.js';
import type { Media } from './catalogue/index.js';
import { engineOf, engineVersion } from './search/index.js';

/** A server that a process depends on, for its start-up log and its metrics. */
export interface Dependency {
  /** as `/readyz` and the metrics call it */
  name: string;
  /** as a person calls it */
  title: string;
  /** such as `at 127.0.0.1:5432` */
  where: string;
  variable: string;
  /** the versions that are supported; all where absent */
  supported?: Versions;
  /** @returns undefined where it reports none. @throws ConfigError that names a variable, where it cannot be used */
  version?: () => Promise<string | undefined>;
  /** in place of a version, where there is none. @throws as `version` does */
  check?: () => Promise<void>;
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
      postgresVersion(db).catch((error: unknown) => {
        throw databaseTrouble(variable, url, error);
      }),
  };
}

/** The search engine, where one is configured. */
export function engineServers(config: Config): Dependency[] {
  const address = engineOf(config);
  if (!address) return [];
  const { url, key, place } = address;
  return [
    {
      name: 'meilisearch',
      title: 'Meilisearch',
      where: `at ${place}, index ${config.meiliIndex}`,
      variable: 'MEILI_URL',
      supported: VERSIONS.meilisearch,
      version: () => engineVersion(url, key),
    },
  ];
}

/** The servers that a gateway depends on, in the order of its log. */
export function serversOf(
  config: Config,
  databaseUrl: string,
  parts: {
    db: Connection;
    replica: Connection | undefined;
    media: Media;
    counters: Counters | undefined;
  },
): Dependency[] {
  const { databaseReadUrl, redisUrl, s3, dataDir } = config;
  const servers = [postgresServer(parts.db, databaseUrl)];
  if (parts.replica && databaseReadUrl !== undefined)
    servers.push(postgresServer(parts.replica, databaseReadUrl, 'DATABASE_READ_URL'));
  servers.push(...engineServers(config));
  servers.push({
    name: 'images',
    title: 'images',
    where: s3
      ? `in the bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`
      : `in the folder ${resolve(dataDir, 'media')}`,
    variable: s3 ? 'S3_ENDPOINT' : 'DATA_DIR',
    // The protocol of S3 has no version.
    check: () => parts.media.objects.check(),
  });
  if (parts.counters && redisUrl !== undefined)
    servers.push({
      name: 'redis',
      title: 'Redis',
      where: `at ${hostAndPort(redisUrl, 6379)}`,
      variable: 'REDIS_URL',
      version: parts.counters.version,
    });
  return servers;
}
