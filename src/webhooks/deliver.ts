import type { Logger } from 'pino';
import { isPast, lastChange, watchChanges } from '../changes/log.js';
import { connect, disconnect } from '../database/connect.js';
import { nextMessage } from './message.js';
import type { Next } from './message.js';
import { openSender } from './send.js';
import type { WebhookSettings } from './send.js';
import * as store from './store.js';
import type { DueWebhook } from './store.js';

export interface Delivery {
  databaseUrl: string;
  log: Logger;
  settings: WebhookSettings;
  /** the wait after a first failure, which doubles with every further one up to the longest, ms */
  waits?: { first: number; longest: number };
}

const WAITS = { first: 5_000, longest: 3_600_000 };

/**
 * Carries every change to every webhook, until it is aborted or fails (Postgres is away). One message a webhook is on
 * its way at a time, so that each is told of a product in order; webhooks do not wait for each other. A position is
 * stored once its message is acknowledged: whoever goes on after a crash repeats that message at most.
 *
 * Two processes must not run it at once: the one that leads does (indexer/lead.ts).
 */
export async function deliverWebhooks(
  { databaseUrl, log, settings, waits = WAITS }: Delivery,
  signal: AbortSignal,
): Promise<never> {
  // Connections of its own, so that no webhook takes one from the search index.
  const db = connect(databaseUrl, { name: 'catalogue webhooks', pool: 2 });
  const watch = watchChanges(databaseUrl, 'catalogue webhooks: changes', log);
  const sender = openSender(settings);
  const ending = new AbortController();
  const busy = new Map<number, Promise<void>>();
  let broken: { error: unknown } | undefined;
  const wake = (): void => watch.wake();
  signal.addEventListener('abort', wake);

  const carry = async (hook: DueWebhook, { message, end }: Next): Promise<void> => {
    if (!message) return store.moveOn(db, hook, end, false);
    const secrets = await store.secretsOf(db, hook.id);
    if (!(await store.noteSending(db, hook, end))) return;
    const outcome = await sender.send({ url: hook.url, secrets }, message, ending.signal);
    if (outcome.ok) return store.moveOn(db, hook, end, true);
    const { error, gone, retryAfterMs } = outcome;
    const waitMs = waitAfter(hook.failures, retryAfterMs, waits);
    const off = await store.noteFailure(db, hook, { error, gone, waitMs, giveUpMs: settings.giveUpMs });
    if (off) log.warn({ webhook: hook.id, reason: error }, 'a webhook was switched off');
    else log.debug({ webhook: hook.id, reason: error }, 'a webhook failed');
  };
  const start = (hook: DueWebhook, next: Next): void => {
    const carried = carry(hook, next)
      .catch((error: unknown) => void (broken ??= { error }))
      .finally(() => {
        busy.delete(hook.id);
        watch.wake();
      });
    busy.set(hook.id, carried);
  };

  try {
    for (;;) {
      signal.throwIfAborted();
      if (broken) throw broken.error;
      let held = false;
      const due = await store.dueWebhooks(db, [...busy.keys()]);
      const newest = due.length > 0 ? await lastChange(db) : null;
      for (const hook of due) {
        if (newest && isPast(hook.position, newest)) continue;
        const found = await nextMessage(db, hook);
        held ||= found.held;
        if (found.next) start(hook, found.next);
      }
      await watch.next(held);
    }
  } finally {
    signal.removeEventListener('abort', wake);
    ending.abort(new Error('the delivery of webhooks ends'));
    await Promise.all(busy.values());
    sender.close();
    await watch.stop();
    await disconnect(db);
  }
}

/** Doubled with every failure, and cut by up to a half at random, so that receivers are not met by all at once. */
function waitAfter(
  failures: number,
  asked: number,
  { first, longest }: { first: number; longest: number },
): number {
  const wait = Math.min(first * 2 ** Math.min(failures, 30), longest);
  return Math.max(wait * (0.5 + Math.random() / 2), Math.min(asked, longest));
}
