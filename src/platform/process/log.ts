import { unescape } from 'node:querystring';
import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config.js';
import { openLogOutput } from './log-output.js';
import type { LogOutput } from './log-output.js';
import { withoutSecrets } from './secrets.js';

const HIDDEN = '[redacted]';

/** Names of fields whose values are secret, at any depth. */
const SECRET_NAME =
  /(?:password|secret|secret_?key|access_?token|api[_-]?key|master_?key)$|^(?:(?:set-)?cookie|(?:proxy-)?authorization)$/i;

/** Shorter values of the configuration are not hidden: they may occur as ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Longest logged text by the name of its field, characters. Clients decide how long many of these are. */
const MAX_LENGTHS = new Map([
  ['msg', 2_000],
  ['message', 2_000],
  ['stack', 8_000],
]);
const MAX_LENGTH = 500;
/** Most logged members of an object or list in a record, and the deepest level that is logged. */
const MAX_MEMBERS = 100;
const MAX_DEPTH = 8;
/** Longest record, characters. */
const MAX_RECORD = 16_000;

/**
 * The log of a process: one JSON object a line, bounded in size and without secrets. Secrets of the configuration are
 * found by their value, others by their form or the name of their field, so they are hidden in quoted errors and
 * headers too.
 * @param to standard output unless given
 */
export function openLog(
  config: Config,
  name: string,
  to: DestinationStream | LogOutput = openLogOutput(),
): Logger {
  const log = pino(
    {
      name,
      level: config.logLevel,
      serializers: { err: describeError },
      hooks: { streamWrite: openRedactor(config) },
    },
    to,
  );
  if ('onRecovered' in to)
    to.onRecovered = (lines) => log.warn({ lines }, 'lines of the log could not be written and are lost');
  return log;
}

/**
 * Without what others wrote: `body`, which a parser's error has of the request that it could not read; the values of a statement;
 * the row that Postgres quotes where it refuses one. They may be what somebody tells of himself in an inquiry.
 */
function describeError(error: Error): object {
  const {
    body: _body,
    detail,
    query,
    ...described
  } = pino.stdSerializers.err(error) as unknown as Record<'body' | 'detail' | 'query', unknown>;
  const isRow = typeof detail === 'string' && detail.startsWith('Failing row');
  return {
    ...described,
    ...(detail !== undefined && !isRow && { detail }),
    ...(query !== undefined && { query: (query as { text?: string }).text ?? query }),
  };
}

/** Gives a function that hides secrets in a line, then shortens it: in this order, for half a key is a secret too. */
function openRedactor(config: Config): (line: string) => string {
  const known = secretsOf(config);

  const redact = (text: string, max: number): string => {
    const shown = withoutSecrets(text, known);
    return shown.length <= max ? shown : `${shown.slice(0, max)}… (${text.length} characters)`;
  };
  const redactAny = (value: unknown, name: string, depth: number): unknown => {
    if (SECRET_NAME.test(name)) return HIDDEN;
    if (typeof value === 'string') return redact(value, MAX_LENGTHS.get(name) ?? MAX_LENGTH);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) return '…';
    if (Array.isArray(value))
      return value.slice(0, MAX_MEMBERS).map((each) => redactAny(each, '', depth + 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, depth === 0 ? undefined : MAX_MEMBERS)
        .map(([key, each]) => [redact(key, 100), redactAny(each, key, depth + 1)]),
    );
  };
  return (line) => {
    const record = redactAny(JSON.parse(line), '', 0) as Record<string, unknown>;
    const text = JSON.stringify(record);
    if (text.length <= MAX_RECORD) return `${text}\n`;
    const { level, time, pid, hostname, name, request_id, msg } = record;
    const shortMsg = typeof msg === 'string' ? msg.slice(0, MAX_LENGTH) : undefined;
    return `${JSON.stringify({ level, time, pid, hostname, name, request_id, msg: shortMsg, left_out: text.length })}\n`;
  };
}

/** The secret values of the configuration. */
function secretsOf(config: Config): string[] {
  const secrets = [
    ...[config.databaseUrl, config.databaseReadUrl, config.redisUrl, config.mail?.url].flatMap(passwordsIn),
    config.meiliKey,
    config.openSearch?.password,
    config.s3?.secretKey,
    config.translate?.key,
  ];
  return [...new Set(secrets)]
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

/** The password of a URL, as written and percent-decoded. */
function passwordsIn(address: string | undefined): string[] {
  const written = address === undefined ? '' : new URL(address).password;
  return [written, unescape(written)]; // which does not throw
}
