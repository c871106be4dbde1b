import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.js';

const HIDDEN = '[redacted]';

// What is secret by its form, wherever in a record it stands: API keys, webhook secrets, stored passwords, sessions,
// the password of an address; and by the name of the field, at any depth.
const FORMS: [RegExp, string][] = [
  [/pds_[0-9A-Za-z]{20,}/g, HIDDEN],
  [/whsec_[0-9A-Za-z+/=_-]{8,}/g, HIDDEN],
  [/scrypt\$[0-9]+\$[0-9A-Za-z+/=$]+/g, HIDDEN],
  [/\boffice_session=[^;\s"\\]+/g, `office_session=${HIDDEN}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/g, `$1:${HIDDEN}@`],
  [
    /"((?:[a-z_-]*(?:password|secret|secret_?key|access_?token|api_?key|master_?key)|(?:set-)?cookie|(?:proxy-)?authorization|x-api-key))":"(?:[^"\\]|\\.)*"/gi,
    `"$1":"${HIDDEN}"`,
  ],
];

/** A secret that is shorter is a word: hiding it would hide the log. */
const SHORTEST = 6;

/**
 * The log of a process: a JSON object a line, with nothing secret in it. What the configuration holds is hidden by
 * its value, the rest by its form; a record that quotes a driver's error or a header is no way around that.
 * @param to standard output unless given
 */
export function openLog(config: Config, name: string, to?: DestinationStream): Logger {
  const hide = hideSecrets(config);
  const options = {
    name,
    level: config.logLevel,
    serializers: { err: describeError },
    hooks: { streamWrite: hide },
  };
  return to ? pino(options, to) : pino(options);
}

/** A parser's error carries the body that it could not read. */
function describeError(error: Error): object {
  const { body: _body, ...told } = pino.stdSerializers.err(error) as pino.SerializedError & {
    body?: unknown;
  };
  return told;
}

function hideSecrets(config: Config): (line: string) => string {
  const secrets = [
    ...[config.databaseUrl, config.databaseReadUrl, config.redisUrl].flatMap(passwordsIn),
    config.meiliKey,
    config.s3?.secretKey,
    config.translate?.key,
  ];
  const known = [...new Set(secrets)]
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret.length >= SHORTEST)
    // As it stands in JSON.
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    let clean = line;
    for (const secret of known) clean = clean.replaceAll(secret, HIDDEN);
    for (const [form, instead] of FORMS) clean = clean.replace(form, instead);
    return clean;
  };
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
