import type { Request } from 'express';
import type { Logger } from 'pino';
import { ofCaller, Problem } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import { countToday, sentToday } from './store.js';

/** How many inquiries are taken on a day (UTC, by the clock of the database), whichever gateway they come to. */
export interface DayBounds {
  /** from an address (of IPv6: its /64) */
  ofAddress: number;
  /** from all without a key; and from each key, which they cannot keep from asking */
  ofAll: number;
}

/** From this share of the bound of all on somebody is told: in the log, on the overview of staff, by an alert. */
export const NEARLY_ALL = 0.8;
/** The caller under which those without a key are counted together. */
const ALL = 'all';

/**
 * Counts an inquiry of today for its caller and, where it has no key, for all.
 * @param tx what does not commit is not counted, so that a refused caller takes nothing from the others
 * @throws Problem 429 where the caller, or all, have sent as many as are taken
 */
export async function countInquiry(
  tx: Transaction,
  req: Request,
  { config, log }: { config: { inquiryBounds: DayBounds }; log: Logger },
): Promise<void> {
  const { ofAddress, ofAll } = config.inquiryBounds;
  const isKnown = req.context.caller !== null;
  for (const { caller, count, secondsLeft } of await countToday(
    tx,
    // The row of all first: two that wait for each other's rows would never end.
    isKnown ? [ofCaller(req)] : [ALL, ofCaller(req)],
  )) {
    const isAll = caller === ALL;
    const bound = isAll || isKnown ? ofAll : ofAddress;
    if (count > bound)
      throw new Problem(
        'rate-limited',
        isAll
          ? 'No more inquiries are taken today.'
          : `${bound} inquiries were sent from here today; no more are taken.`,
        { headers: { 'Retry-After': String(secondsLeft) } },
      );
    if (isAll && count === Math.ceil(bound * NEARLY_ALL))
      log.warn({ inquiries: count, bound }, 'nearly as many inquiries have come as are taken on a day');
    if (isAll && count === bound)
      log.error({ bound }, 'no more inquiries are taken today without a key (INQUIRIES_OF_ALL)');
  }
}

/** How much of the bound of all is used up today: 0 none, 1 all of it. */
export async function shareOfDay(db: Connection, { ofAll }: DayBounds): Promise<number> {
  return (await sentToday(db, ALL)) / ofAll;
}
