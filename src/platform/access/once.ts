import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { isLocked } from '../database/connect.js';
import type { Transaction } from '../database/connect.js';
import type { Writes } from '../database/writes.js';
import { codeOf } from '../process/errors.js';
import { callerId } from '../http/context.js';
import { badField, Problem } from '../http/problem.js';
import type { Answer, Call } from '../http/route.js';
import { networkOf } from '../http/network.js';
import { claimAnswer, keepAnswer } from './store.js';
import { recorded } from './sync-log.js';

const LONGEST_KEY = 200;

/**
 * Does a write that would make something new again, once: with an `Idempotency-Key` the answer commits with its effect, and
 * a repetition within a day gets it again. A repetition of a call that still runs waits for it.
 * @param content what the call asks for: another content under the same key is refused
 * @throws Problem 400 for a key that is none, 409 where the first call runs for too long, 422 for another content
 */
export async function recordedOnce(
  writes: Writes,
  call: Pick<Call, 'req' | 'res'>,
  content: unknown,
  work: (tx: Transaction) => Promise<Answer & { counts?: object }>,
): Promise<Answer> {
  const hash = readKey(call.req);
  if (hash === null) return recorded(writes, call, work);
  const hashOfContent = sha256(JSON.stringify(content));
  return recorded(writes, call, async (tx) => {
    const kept = await claimed(tx, hash, hashOfContent);
    if (kept?.isSame === false)
      throw new Problem('key-reused', 'This Idempotency-Key was used for another content. Nothing was done.');
    if (kept) return { status: kept.status, json: kept.answer };
    const done = await work(tx);
    await keepAnswer(tx, hash, done.status ?? 200, JSON.stringify(done.body));
    return done;
  });
}

/**
 * Does a write once for all calls that ask for the very same within some time: those after the first get its answer. For
 * callers that cannot name a repetition as one.
 * @param seconds a day at most
 * @throws Problem 409 where the first call runs for too long
 */
export function onceFor<T extends object>(
  writes: Writes,
  seconds: number,
  content: unknown,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const hash = sha256(JSON.stringify(content));
  return writes.tx(async (tx) => {
    const kept = await claimed(tx, hash, hash, seconds);
    if (kept) return JSON.parse(kept.answer);
    const done = await work(tx);
    await keepAnswer(tx, hash, 200, JSON.stringify(done));
    return done;
  });
}

/** As {@link claimAnswer}. @throws Problem 409 where another call has claimed it for too long */
const claimed: typeof claimAnswer = (...asked) =>
  claimAnswer(...asked).catch((error: unknown) => {
    throw isLocked(error) ? stillRunning(error) : error;
  });

/** The key of a call with its caller and its path, hashed; null without one. An empty one is none. */
function readKey({ headers, context, method, baseUrl, path }: Request): Buffer | null {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > LONGEST_KEY)
    throw badField('Idempotency-Key', 'too_long', `may have ${LONGEST_KEY} characters at most`);
  const caller = context.caller ? callerId(context.caller) : `address ${networkOf(context.address)}`;
  return sha256(JSON.stringify([caller, method, baseUrl + path, key]));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What is said once the write has been tried for as long as others may hold its rows: its code is that of the lock. */
function stillRunning(cause: unknown): Problem {
  const headers = { 'Retry-After': '5' };
  const said = 'The call with this Idempotency-Key still runs. Try again.';
  return Object.assign(new Problem('still-running', said, { headers, cause }), { code: codeOf(cause) });
}
