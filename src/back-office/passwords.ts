import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';

/** Costs as OWASP's password storage sheet gives them for scrypt: 32 MiB, about 0.2 s. */
const COSTS = { N: 2 ** 15, r: 8, p: 3 };
const LENGTH = 32;
/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

/** What is stored of a password: `scrypt$N$r$p$salt$hash`, so that costs can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COSTS);
  return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64'), hash.toString('base64')].join('$');
}

// Made with the same costs, for names that are no account: so that both take equally long.
const NOBODY = `scrypt$${COSTS.N}$${COSTS.r}$${COSTS.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

/** Whether a password is the stored one. Takes as long without a stored one (null), and is false then. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? NOBODY).split('$');
  const wanted = Buffer.from(hash!, 'base64');
  const costs = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt!, 'base64'), costs);
  return timingSafeEqual(given, wanted) && stored !== null;
}

function derive(password: string, salt: Buffer, costs: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One text has one form, whichever keyboard wrote it.
    scrypt(password.normalize('NFC'), salt, LENGTH, { ...costs, maxmem: 128 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
