import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The key under which an address is counted: the /64 of an IPv6 address, since a client has all of it; the IPv4 address
 * of an IPv4-mapped one.
 */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, 64);
}

/**
 * A header `X-Forwarded-For` with bare addresses, as Express counts and trusts them: Azure and IIS send each with its port,
 * and one of IPv6 in brackets. A port is no part of an address: it is another one for each connection.
 */
export const bareAddresses = (header: string): string =>
  header.replaceAll(/(?<=^|,)\s*(?:\[([^\],]*)\](?::\d*)?|(\d+(?:\.\d+){3}):\d*)\s*(?=,|$)/g, '$1$2');
