import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The key under which an address is counted: the /64 of an IPv6 address, since a client has all of it; the IPv4 address
 * of an IPv4-mapped one.
 */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, 64);
}
