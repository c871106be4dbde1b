import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';

/** Costs of scrypt that OWASP's password storage cheat sheet recommends: 32 MiB. */
const COSTS = { N: 2 ** 15, r: 8, p: 3 };
const LENGTH = 32;
/** Length of a password, characters. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

/** The stored form of a password: `scrypt$N$r$p$salt$hash`. It names its costs, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COSTS);
  return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64'), hash.toString('base64')].join('$');
}

// Checked for unknown names, so that they take as long as known ones.
const DUMMY = `scrypt$${COSTS.N}$${COSTS.r}$${COSTS.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

/** Whether a password is the stored one. Without a stored one (null) it is false after the same time. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? DUMMY).split('$');
  const wanted = Buffer.from(hash!, 'base64');
  const costs = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt!, 'base64'), costs);
  return timingSafeEqual(given, wanted) && stored !== null;
}

function derive(password: string, salt: Buffer, costs: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards differ in how they compose the same character.
    scrypt(password.normalize('NFC'), salt, LENGTH, { ...costs, maxmem: 128 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
