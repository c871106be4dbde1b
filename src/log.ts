import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.js';
import { openLogOutput } from './log-output.js';
import type { LogOutput } from './log-output.js';

const HIDDEN = '[redacted]';

// What is secret by its form, wherever in a text it stands: API keys, webhook secrets, stored passwords, sessions, the
// password of an address. Each begins with a literal that what follows it does not match: else a text that repeats
// the beginning costs the square of its length.
const FORMS: [RegExp, string][] = [
  [/pds_[0-9A-Za-z]{20,}/g, HIDDEN],
  [/whsec_[0-9A-Za-z+/=_-]{8,}/g, HIDDEN],
  [/scrypt\$[0-9]+\$[0-9A-Za-z+/=$]+/g, HIDDEN],
  [/\boffice_session=[^;\s"\\]+/g, `office_session=${HIDDEN}`],
  [/:\/\/([^\s:@/"\\]*):[^\s@/"\\]+@/g, `://$1:${HIDDEN}@`],
];

/** What is secret by the name of its field, at any depth. */
const SECRET_NAME =
  /(?:password|secret|secret_?key|access_?token|api[_-]?key|master_?key)$|^(?:(?:set-)?cookie|(?:proxy-)?authorization)$/i;

/** A secret that is shorter is a word: hiding it would hide the log. */
const SHORTEST = 6;

/** Characters of a text that are logged, by the name of its field. Callers choose what stands in many of them. */
const MOST = new Map([
  ['msg', 2_000],
  ['message', 2_000],
  ['stack', 8_000],
]);
const MOST_OF_OTHERS = 500;
/** Members of an object or list in a record that are logged, and how deep they may lie. */
const BREADTH = 100;
const DEPTH = 8;
/** Characters of a whole record. */
const MOST_OF_ALL = 16_000;

/**
 * The log of a process: a JSON object a line, bounded in its size, with nothing secret in it. What the configuration
 * holds is hidden by its value, the rest by its form or the name of its field; a record that quotes a driver's error or
 * a header is no way around that.
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
      hooks: { streamWrite: openCleaner(config) },
    },
    to,
  );
  if ('onRecovered' in to)
    to.onRecovered = (lines) => log.warn({ lines }, 'lines of the log could not be written and are lost');
  return log;
}

/** A parser's error carries the body that it could not read. */
function describeError(error: Error): object {
  const { body: _body, ...told } = pino.stdSerializers.err(error) as pino.SerializedError & {
    body?: unknown;
  };
  return told;
}

/** Gives what hides the secrets in a line, and cuts what is too long in it. Hides first: half a key is a secret too. */
function openCleaner(config: Config): (line: string) => string {
  const known = secretsOf(config);

  const clean = (text: string, most: number): string => {
    let shown = text;
    for (const secret of known) shown = shown.replaceAll(secret, HIDDEN);
    for (const [form, instead] of FORMS) shown = shown.replace(form, instead);
    return shown.length <= most ? shown : `${shown.slice(0, most)}… (${text.length} characters)`;
  };
  const cleanAny = (value: unknown, name: string, depth: number): unknown => {
    if (SECRET_NAME.test(name)) return HIDDEN;
    if (typeof value === 'string') return clean(value, MOST.get(name) ?? MOST_OF_OTHERS);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === DEPTH) return '…';
    if (Array.isArray(value)) return value.slice(0, BREADTH).map((each) => cleanAny(each, '', depth + 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, depth === 0 ? undefined : BREADTH)
        .map(([key, each]) => [clean(key, 100), cleanAny(each, key, depth + 1)]),
    );
  };
  return (line) => {
    const record = cleanAny(JSON.parse(line), '', 0) as Record<string, unknown>;
    const text = JSON.stringify(record);
    if (text.length <= MOST_OF_ALL) return `${text}\n`;
    const { level, time, pid, hostname, name, request_id, msg } = record;
    const shortMsg = typeof msg === 'string' ? msg.slice(0, MOST_OF_OTHERS) : undefined;
    return `${JSON.stringify({ level, time, pid, hostname, name, request_id, msg: shortMsg, left_out: text.length })}\n`;
  };
}

/** What the configuration keeps secret. */
function secretsOf(config: Config): string[] {
  const secrets = [
    ...[config.databaseUrl, config.databaseReadUrl, config.redisUrl].flatMap(passwordsIn),
    config.meiliKey,
    config.s3?.secretKey,
    config.translate?.key,
  ];
  return [...new Set(secrets)]
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret.length >= SHORTEST);
}

/** The password of an address, as it stands there and as it is meant. */
function passwordsIn(address: string | undefined): string[] {
  const written = address === undefined ? '' : new URL(address).password;
  if (written === '') return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}
