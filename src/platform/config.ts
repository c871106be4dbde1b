import { isIP } from 'node:net';
import { z } from 'zod';
import { oneOf } from './http/validate.js';
import { SITE_VARIABLES, siteOf } from './site.js';

/** A number in digits; the error says which ones may be given, and not what was. */
const number = (least: number, most: number, { whole = true } = {}) => {
  const error = `must be a${whole ? ' whole' : ''} number from ${least} to ${most}, in digits`;
  return z
    .string()
    .regex(whole ? /^\d+$/ : /^\d+(\.\d+)?$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};
const port = number(0, 65_535);
const url = (...schemes: string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be an address that starts with ${schemes.map((s) => `${s}://`).join(' or ')}; in a name or password : / ? # @ % are written as %3A %2F %3F %23 %40 %25`,
  });
/** Secrets of these servers have variables of their own: whoever calls by HTTP quotes such an address in errors. */
const webUrl = url('http', 'https').refine(
  (text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '',
  { error: 'must have no name or password in it' },
);
const engineUrl = z
  .string()
  .refine((text) => !text.includes(','), {
    error: 'must be the address of one search engine: several are not supported',
  })
  .pipe(webUrl);
/** The parts between commas. */
const splitList = (text: string): string[] => text.split(',').flatMap((each) => each.trim() || []);

const onOff = oneOf(['on', 'off']).transform((word) => word === 'on');

const mailAddresses = (most: number) =>
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(
      (all) => all.length <= most && all.every((each) => /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(each)),
      {
        error:
          most === 1
            ? 'must be an e-mail address'
            : `must be e-mail addresses, separated by commas, ${most} at most`,
      },
    );

/** Every variable the service reads, with its default. The table in infra/README.md says the same in words. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  SAMPLE: onOff.default(true),
  RATE_LIMIT: onOff.default(true),
  SEARCH_CACHE: onOff.default(true),
  /** the commit that runs, where there is no checkout to ask */
  COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, { error: 'must be the hash of a commit' })
    .optional(),
  /** read by OpenTelemetry itself, with its other variables */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  DATABASE_READ_URL: url('postgres', 'postgresql').optional(),
  DATABASE_POOL: number(2, 500).default(10),
  MEILI_URL: engineUrl.optional(),
  MEILI_KEY: z.string().optional(),
  /** the program of the embedded engine, in place of that of the npm package */
  MEILI_BIN: z.string().optional(),
  MEILI_INDEX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, { error: 'must be of letters, digits, - and _' })
    .default('products'),
  /** OPSIN, which reads systematic names, in place of Debian's */
  OPSIN_JAR: z.string().optional(),
  /** the nodes of a cluster that is searched in place of a Meilisearch */
  OPENSEARCH_URL: z
    .string()
    .transform(splitList)
    .pipe(z.array(webUrl).min(1, { error: 'must be the address of a node, or several with commas' }))
    .optional(),
  OPENSEARCH_USER: z.string().optional(),
  OPENSEARCH_PASSWORD: z.string().optional(),
  OPENSEARCH_SHARDS: number(1, 1_000).optional(),
  OPENSEARCH_REPLICAS: number(0, 20).optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  REDIS_URL: url('redis', 'rediss').optional(),
  SITE_ORIGIN: webUrl.transform((text) => new URL(text).origin).optional(),
  ...SITE_VARIABLES,
  TRUST_PROXY: z.string().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.default(0),
  CORS_ORIGINS: z.string().default('').transform(splitList),
  /** a translation service with LibreTranslate's API, for names in the back office */
  TRANSLATE_URL: webUrl.optional(),
  TRANSLATE_KEY: z.string().optional(),
  /** days after which calls are removed from the sync log */
  SYNC_LOG_DAYS: number(0.001, 36_500, { whole: false }).default(400),
  /** days after which inquiries, and with them what they say of persons, are removed */
  INQUIRY_DAYS: number(0.001, 36_500, { whole: false }).default(730),
  /** inquiries that are taken on a day: from an address, and from all that have no key */
  INQUIRIES_OF_ADDRESS: number(1, 1_000_000).default(200),
  INQUIRIES_OF_ALL: number(1, 1_000_000).default(2_000),
  EXPORT_CONCURRENCY: number(1, 100).optional(),
  /** where inquiries are mailed to */
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: mailAddresses(1).optional(),
  MAIL_TO: mailAddresses(10).optional(),
  /** hosts that may be in a private network or use plain http */
  WEBHOOK_ALLOW: z.string().default(''),
  WEBHOOK_TIMEOUT: number(0.1, 60, { whole: false }).default(15),
  WEBHOOK_GIVE_UP: number(0.000_001, 20, { whole: false }).default(3),
});

type Environment = z.infer<typeof environment>;

/** The names of these variables. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

export type S3Config = NonNullable<ReturnType<typeof readS3>>;

/** The configuration, as {@link loadConfig} reads it. */
export type Config = ReturnType<typeof loadConfig>;

/** An unusable value of a variable. Its message is one sentence that names the variable. */
export class ConfigError extends Error {}

/**
 * Reads the whole configuration from environment variables, once. An empty variable counts as absent.
 * @throws ConfigError naming every bad variable together
 */
export function loadConfig(env: Record<string, string | undefined>) {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; '));
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: e.DATA_DIR,
    sample: e.SAMPLE,
    rateLimit: e.RATE_LIMIT,
    searchCache: e.SEARCH_CACHE,
    logLevel: e.LOG_LEVEL,
    tracesTo: e.OTEL_EXPORTER_OTLP_ENDPOINT,
    commit: e.COMMIT,
    databaseUrl: e.DATABASE_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    databasePool: e.DATABASE_POOL,
    ...shareConnections(e),
    meiliUrl: e.MEILI_URL,
    meiliKey: e.MEILI_KEY,
    meiliBin: e.MEILI_BIN,
    meiliIndex: e.MEILI_INDEX,
    opsinJar: e.OPSIN_JAR,
    openSearch: readOpenSearch(e),
    s3: readS3(e),
    redisUrl: e.REDIS_URL,
    siteOrigin: e.SITE_ORIGIN,
    site: siteOf(e),
    trustProxy: readTrustProxy(e.TRUST_PROXY),
    metricsHost: e.METRICS_HOST,
    metricsPort: e.METRICS_PORT,
    corsOrigins: e.CORS_ORIGINS,
    translate: e.TRANSLATE_URL === undefined ? undefined : { url: e.TRANSLATE_URL, key: e.TRANSLATE_KEY },
    syncLogDays: e.SYNC_LOG_DAYS,
    inquiryDays: e.INQUIRY_DAYS,
    inquiryBounds: { ofAddress: e.INQUIRIES_OF_ADDRESS, ofAll: e.INQUIRIES_OF_ALL },
    mail: readMail(e),
    webhooks: {
      allow: splitList(e.WEBHOOK_ALLOW.toLowerCase()),
      timeoutMs: e.WEBHOOK_TIMEOUT * 1_000,
      giveUpMs: e.WEBHOOK_GIVE_UP * 86_400_000,
    },
  };
}

/**
 * The public origin of this site: the configured one, else that of the gateway on this machine.
 * @param running the origin of the gateway that runs, where it is known
 */
export const siteOriginOf = (
  { siteOrigin, port }: Pick<Config, 'siteOrigin' | 'port'>,
  running?: string,
): string => siteOrigin ?? running ?? `http://localhost:${port}`;

const EXPORTS = 4;

/**
 * How many connections of the pool writes and exports may hold at once. Of three or more, one is left for reads.
 * `exportsTrouble` says that fewer exports run than were asked for.
 */
function shareConnections({ DATABASE_POOL: pool, EXPORT_CONCURRENCY: asked }: Environment) {
  const databaseWrites = Math.floor(pool / 2);
  const exportConcurrency = Math.max(1, Math.min(asked ?? EXPORTS, pool - databaseWrites - 1));
  const exportsTrouble =
    asked !== undefined && asked > exportConcurrency
      ? `EXPORT_CONCURRENCY: of ${asked}, ${exportConcurrency} run at the same time; more take a larger DATABASE_POOL than ${pool}`
      : undefined;
  return { databaseWrites, exportConcurrency, exportsTrouble };
}

function readOpenSearch(e: Environment) {
  const { OPENSEARCH_URL: urls, OPENSEARCH_USER: user, OPENSEARCH_PASSWORD: password } = e;
  if (!urls) return undefined;
  if (e.MEILI_URL !== undefined)
    throw new ConfigError('OPENSEARCH_URL: cannot be set beside MEILI_URL; one engine is searched');
  if (/[A-Z]/.test(e.MEILI_INDEX)) throw new ConfigError('MEILI_INDEX: OpenSearch takes small letters only');
  return { urls, user, password, shards: e.OPENSEARCH_SHARDS, replicas: e.OPENSEARCH_REPLICAS };
}

/** Variables that are given together, or none of them. @throws ConfigError that names those that are missing */
function allOrNone<T extends object>(given: T, missing: (names: string) => string): Given<T> | undefined {
  const absent = Object.entries(given).flatMap(([name, value]) => (value === undefined ? name : []));
  if (absent.length === Object.keys(given).length) return undefined;
  if (absent.length > 0) throw new ConfigError(missing(absent.join(', ')));
  return given as Given<T>;
}
type Given<T> = { [K in keyof T]: NonNullable<T[K]> };

function readS3({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION: region }: Environment) {
  const found = allOrNone(
    { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY },
    (names) => `${names}: needed where another S3_ variable is set`,
  );
  return (
    found && {
      endpoint: found.S3_ENDPOINT,
      bucket: found.S3_BUCKET,
      accessKey: found.S3_ACCESS_KEY,
      secretKey: found.S3_SECRET_KEY,
      region,
    }
  );
}

function readMail({ SMTP_URL, MAIL_FROM, MAIL_TO }: Environment) {
  const found = allOrNone(
    { SMTP_URL, MAIL_FROM, MAIL_TO },
    (names) => `${names}: needed to mail inquiries, as the others of SMTP_URL, MAIL_FROM, MAIL_TO are set`,
  );
  return found && { url: found.SMTP_URL, from: found.MAIL_FROM[0]!, to: found.MAIL_TO };
}

/** Express's `trust proxy`: a number of hops, true, false, or a list of addresses, networks and their names. */
function readTrustProxy(text = 'false'): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  for (const part of text.split(',').map((each) => each.trim())) {
    const [address = '', prefix] = part.split('/');
    const known = ['loopback', 'linklocal', 'uniquelocal'].includes(part);
    if (!known && (isIP(address) === 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))) {
      throw new ConfigError(
        `TRUST_PROXY: ${part} is neither a number of hops, true, false, nor an address or network`,
      );
    }
  }
  return text;
}
