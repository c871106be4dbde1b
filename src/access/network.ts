import { ipKeyGenerator } from 'express-rate-limit';

/**
 * What is counted of a client's address: an IPv6 caller owns a whole /64, so that is one; an IPv4 address within IPv6
 * is the IPv4 address.
 */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, 64);
}
