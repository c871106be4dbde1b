import { randomBytes, randomUUID } from 'node:crypto';
import { lagOf, tipForCopies } from '../../catalogue/index.js';
import type { Database } from '../../platform/index.js';
import { bodyOf } from './message.js';
import { checkAddress, sendMessage } from './send.js';
import type { DeliveryOutcome, WebhookSettings } from './send.js';
import * as store from './store.js';
import type { WebhookEvent, WebhookInfo } from './store.js';

/** Changes that a lag counts at most. */
const MOST_LAG = 10_000;

/** A webhook in a list. */
export interface ListedWebhook extends WebhookInfo {
  /** changes that were not sent to it yet; counted up to 10,000 */
  lag_changes: number;
  /** age of the oldest of them, s */
  lag_seconds: number;
}

/**
 * Adds a webhook: from now on its receiver is sent every change and inquiry of the kinds it wants.
 * @returns with its secret, 32 random bytes in the form of Standard Webhooks: this is the only time it is shown
 * @throws Problem 400 where webhooks may not be sent to this address, or there are too many
 */
export async function addWebhook(
  db: Database,
  settings: WebhookSettings,
  { url: given, events }: { url: string; events: WebhookEvent[] },
): Promise<{ id: number; url: string; secret: string }> {
  const url = await checkAddress(given, settings);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const id = await store.insertWebhook(db, { url, events, secret, ...(await tipForCopies(db)) });
  return { id, url, secret };
}

/** All webhooks in the order they were added, and how far behind each is. */
export async function listWebhooks(db: Database): Promise<ListedWebhook[]> {
  const hooks = await store.selectWebhooks(db);
  return Promise.all(
    hooks.map(async ({ position, ...hook }) => {
      const { changes, seconds } = await lagOf(db, position, MOST_LAG);
      return { ...hook, lag_changes: changes, lag_seconds: seconds };
    }),
  );
}

/**
 * Sends a message of the type `webhook.test`, once. A receiver that accepts it is back: what waits for it is sent at once.
 * @throws Problem 404
 */
export async function testWebhook(
  db: Database,
  settings: WebhookSettings,
  id: number,
): Promise<DeliveryOutcome> {
  const hook = await store.findWebhook(db, id);
  const message = { id: `msg_${randomUUID()}`, body: bodyOf('webhook.test', { webhook: id }) };
  const outcome = await sendMessage(hook, message, settings);
  if (outcome.ok) await store.acknowledgeTest(db, id);
  return outcome;
}
