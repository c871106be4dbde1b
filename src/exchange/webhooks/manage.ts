import { randomBytes, randomUUID } from 'node:crypto';
import { lagOf, tipForCopies } from '../../catalogue/index.js';
import { badField, Problem } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { bodyOf } from './message.js';
import { openSender } from './send.js';
import type { DeliveryOutcome, Sender, WebhookSettings } from './send.js';
import * as store from './store.js';
import type { WebhookEvent, WebhookInfo } from './store.js';

/** Webhooks in all: each has a message in flight at a time. */
const MOST_WEBHOOKS = 100;
/** Changes that a lag counts at most. */
const MOST_LAG = 10_000;

/** A webhook in a list. */
export interface ListedWebhook extends WebhookInfo {
  /** changes that were not sent to it yet; counted up to 10,000 */
  lag_changes: number;
  /** age of the oldest of them, s */
  lag_seconds: number;
}

/** A new secret: this is the only time it is shown. */
export interface NewSecret {
  id: number;
  url: string;
  secret: string;
}

/** 32 random bytes in the form of Standard Webhooks. */
const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const unknown = (id: number): Problem => new Problem('not-found', `There is no webhook ${id}.`);

/**
 * Adds a webhook: from now on its receiver is sent every change and inquiry of the kinds it wants.
 * @throws Problem 400 where webhooks may not be sent to this address, or there are too many
 */
export async function addWebhook(
  db: Database,
  settings: WebhookSettings,
  { url, events }: { url: string; events: WebhookEvent[] },
): Promise<NewSecret> {
  const address = await withSender(settings, (sender) => sender.check(url));
  const secret = makeSecret();
  const hook = { url: address, events, secret, start: await tipForCopies(db), most: MOST_WEBHOOKS };
  const id = await store.insertWebhook(db, hook);
  if (id === null) throw badField('url', 'too_many', `there are ${MOST_WEBHOOKS} webhooks already`);
  return { id, url: address, secret };
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

/** @throws Problem 404 */
export async function removeWebhook(db: Database, id: number): Promise<void> {
  if (!(await store.deleteWebhook(db, id))) throw unknown(id);
}

/** Switches a webhook off, or on again: it continues where it stopped. @throws Problem 404 */
export async function switchWebhook(db: Database, id: number, on: boolean): Promise<void> {
  if (!(await store.setWebhookEnabled(db, id, on))) throw unknown(id);
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
  if (!hook) throw unknown(id);
  const message = { id: `msg_${randomUUID()}`, body: bodyOf('webhook.test', { webhook: id }) };
  const outcome = await withSender(settings, (sender) => sender.send(hook, message));
  if (outcome.ok) await store.endWait(db, id);
  return outcome;
}

async function withSender<T>(settings: WebhookSettings, work: (sender: Sender) => Promise<T>): Promise<T> {
  const sender = openSender(settings);
  try {
    return await work(sender);
  } finally {
    sender.close();
  }
}
