import type { Request, Response } from 'express';
import type { Holder } from '../limits/limit.js';
import { callerId } from './context.js';
import { networkOf } from './network.js';

/** Who calls: who has no key shares with all of his address. */
export function holderOf({ context: { caller, address } }: Pick<Request, 'context'>): Holder {
  return caller ? { id: callerId(caller), isKnown: true } : { id: networkOf(address), isKnown: false };
}

/** A signal that is aborted when the client disconnects before all of the answer was sent. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  const end = (): void => void (res.writableFinished || gone.abort());
  if (res.closed) end();
  res.once('close', end);
  return gone.signal;
}
