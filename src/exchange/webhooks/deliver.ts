import type { Logger } from 'pino';
import { isPast, lastChange, listenForChanges } from '../../catalogue/index.js';
import { connect, disconnect, withinTrace } from '../../platform/index.js';
import { nextMessage } from './message.js';
import type { Next } from './message.js';
import { sendMessage } from './send.js';
import type { WebhookSettings } from './send.js';
import * as store from './store.js';
import type { DueWebhook } from './store.js';

interface WebhookDelivery {
  databaseUrl: string;
  log: Logger;
  siteOrigin: string;
  settings: WebhookSettings;
  /** the wait after a first failure, which doubles with every further one up to the longest, ms */
  waits?: { first: number; longest: number };
}

const WAITS = { first: 5_000, longest: 3_600_000 };

/**
 * Delivers every change and inquiry to every webhook that wants it, until it is aborted or fails (Postgres is away).
 * Each webhook has one message in flight at a time, so that it gets the changes of a product in order; webhooks do not
 * wait for each other. A position is stored once its message is acknowledged: after a crash at most that message is
 * repeated.
 *
 * It must not run in two processes at once: only the leader runs it (indexer/leader.ts).
 */
export async function deliverWebhooks(
  { databaseUrl, log, siteOrigin, settings, waits = WAITS }: WebhookDelivery,
  signal: AbortSignal,
): Promise<never> {
  // Connections of its own, so that no webhook takes one from the search index.
  const db = connect(databaseUrl, { name: 'catalogue webhooks', pool: 2 });
  const changes = listenForChanges(databaseUrl, 'catalogue webhooks: changes', log);
  const ending = new AbortController();
  const inFlight = new Map<number, Promise<void>>();
  let failed: { error: unknown } | undefined;
  const wake = (): void => changes.wake();
  signal.addEventListener('abort', wake);

  const deliver = async (hook: DueWebhook, next: Next): Promise<void> => {
    if (next.message === null) return store.advance(db, hook, next.end, false);
    if ('end' in next && !(await store.recordSending(db, hook, next.end))) return;
    const { message } = next;
    const outcome = await withinTrace(message.traceparent, () =>
      sendMessage(hook, message, settings, ending.signal),
    );
    if (outcome.ok)
      return 'end' in next
        ? store.advance(db, hook, next.end, true)
        : store.acknowledgeInquiry(db, hook, next.inquiry);
    const { retryAfterMs, ...failure } = outcome;
    const bounds = { waitMs: waitAfter(hook.failures, retryAfterMs, waits), giveUpMs: settings.giveUpMs };
    if (await store.recordFailure(db, hook, { ...failure, ...bounds }))
      log.warn({ webhook: hook.id, reason: failure.error }, 'a webhook was switched off');
    else log.debug({ webhook: hook.id, reason: failure.error }, 'a webhook failed');
  };
  const start = (hook: DueWebhook, next: Next): void => {
    const delivered = deliver(hook, next)
      .catch((error: unknown) => void (failed ??= { error }))
      .finally(() => {
        inFlight.delete(hook.id);
        changes.wake();
      });
    inFlight.set(hook.id, delivered);
  };

  try {
    for (;;) {
      signal.throwIfAborted();
      if (failed) throw failed.error;
      let blocked = false;
      const due = await store.dueWebhooks(db, [...inFlight.keys()]);
      const newest = due.length > 0 ? await lastChange(db) : null;
      for (const hook of due) {
        if (hook.inquiry === null && newest && isPast(hook.position, newest)) continue;
        const found = await nextMessage(db, hook, siteOrigin);
        blocked ||= found.blocked;
        if (found.next) start(hook, found.next);
      }
      await changes.next(blocked);
    }
  } finally {
    signal.removeEventListener('abort', wake);
    ending.abort(new Error('the delivery of webhooks ends'));
    await Promise.all(inFlight.values());
    await changes.stop();
    await disconnect(db);
  }
}

/** Exponential backoff with jitter, and never shorter than the receiver asked for. */
function waitAfter(
  failures: number,
  requested: number,
  { first, longest }: { first: number; longest: number },
): number {
  const wait = Math.min(first * 2 ** Math.min(failures, 30), longest);
  return Math.max(wait * (0.5 + Math.random() / 2), Math.min(requested, longest));
}
