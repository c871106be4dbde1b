import { ConfigError } from '../config.js';
import { codeOf } from './errors.js';

/**
 * A server that a variable names and that cannot be used. The message names the variable and the place (host and port,
 * never a secret); `code` is that of the error behind it.
 */
export class Unusable extends ConfigError {
  readonly code: string | undefined;

  constructor(variable: string, reason: string, cause?: unknown) {
    super(`${variable}: ${reason}`, { cause });
    this.code = codeBehind(cause);
  }
}

/** Host and port of an address, for messages: no name, no password, no path. */
export function hostAndPort(url: string, defaultPort: number): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || defaultPort}`;
}

const REASONS: Record<string, string | undefined> = {
  ECONNREFUSED: 'nobody listens at PLACE',
  ENOTFOUND: 'there is no host of the name in PLACE',
  EAI_AGAIN: 'the name in PLACE cannot be looked up at the moment',
  EHOSTUNREACH: 'there is no way to PLACE',
  ENETUNREACH: 'there is no way to PLACE',
  ETIMEDOUT: 'PLACE does not answer in time',
  TimeoutError: 'PLACE does not answer in time',
  ECONNRESET: 'PLACE breaks connections off',
  EPIPE: 'PLACE breaks connections off',
};

/**
 * Says in words why a connection could not be made.
 * @param variable names the address
 * @param place where the server was looked for
 * @returns undefined for any other error
 */
export function unreachable(variable: string, place: string, error: unknown): Unusable | undefined {
  const code = codeBehind(error) ?? '';
  const reason = /CERT|SSL|TLS/.test(code) ? 'the certificate of PLACE is not accepted' : REASONS[code];
  return reason === undefined
    ? undefined
    : new Unusable(variable, `${reason.replace('PLACE', place)} (${code})`, error);
}

/** Where a port cannot be listened on: an error that names the variables. */
export function cannotListen(variable: string, host: string, port: number, error: unknown): Error {
  const code = codeBehind(error);
  if (code === 'EADDRINUSE')
    return new ConfigError(`${variable}: ${port} is in use at ${host}; choose another (0 takes a free one)`);
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return error as Error;
  const hostVariable = variable.replace('PORT', 'HOST');
  return new ConfigError(`${variable}, ${hostVariable}: cannot listen on ${host}:${port} (${code})`);
}

/** The code of an error, or of the first below it that has one. */
function codeBehind(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { name, cause, errors } = error as { name?: unknown; cause?: unknown; errors?: unknown[] };
  return (
    codeOf(error) ??
    codeBehind(errors?.[0]) ??
    codeBehind(cause) ??
    (name === 'TimeoutError' ? name : undefined)
  );
}
