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

/**
 * Says in words why a connection could not be made.
 * @param variable names the address
 * @param place where the server was looked for
 * @returns undefined for any other error
 */
export function unreachable(variable: string, place: string, error: unknown): Unusable | undefined {
  const code = codeBehind(error);
  const said = (reason: string): Unusable => new Unusable(variable, `${reason} (${code})`, error);
  switch (code) {
    case 'ECONNREFUSED':
      return said(`nobody listens at ${place}`);
    case 'ENOTFOUND':
      return said(`there is no host of the name in ${place}`);
    case 'EAI_AGAIN':
      return said(`the name in ${place} cannot be looked up at the moment`);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return said(`there is no way to ${place}`);
    case 'ETIMEDOUT':
    case 'TimeoutError':
      return said(`${place} does not answer in time`);
    case 'ECONNRESET':
    case 'EPIPE':
      return said(`${place} breaks connections off`);
    default:
      if (code !== undefined && /CERT|SSL|TLS/.test(code))
        return said(`the certificate of ${place} is not accepted`);
      return undefined;
  }
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
