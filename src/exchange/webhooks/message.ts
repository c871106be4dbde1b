import { createHash } from 'node:crypto';
import {
  absoluteAddress,
  encodePosition,
  endOf,
  isPast,
  PositionLost,
  productsByCode,
  readChanges,
  tipForCopies,
} from '../../catalogue/index.js';
import type { LoggedChange, Position } from '../../catalogue/index.js';
import type { Database } from '../../platform/index.js';
import { inquiryFor } from '../inquiries/store.js';
import { CHANGES, traceOfInquiry } from './store.js';
import type { DueWebhook } from './store.js';

/** A message as it is signed and sent. */
export interface Message {
  /** the same for every repetition */
  id: string;
  body: string;
  /** of the request that wrote what it tells of: of several the last one */
  traceparent?: string | null | undefined;
}

/** The changes that come next for a webhook: null where it wants none of those up to `end`, its position after them. */
type NextChanges = { message: Message; end: Position } | { message: null; end: Position };

/** What comes next for a webhook: changes, or the inquiry of this number. */
export type Next = NextChanges | { message: Message; inquiry: number };

/** Changes in a message at most. */
const MOST_CHANGES = 100;
/** Bytes of the products in a message at most: receivers commonly accept bodies of 100 KB. One product is less. */
const MOST_BYTES = 64 * 1024;

/**
 * The next message for a webhook: an inquiry, else the changes after its position, as the products are now. Where the log
 * no longer reaches back to it, the message says so.
 * @returns `next` null where there is nothing yet; `blocked` as in readChanges
 */
export async function nextMessage(
  db: Database,
  hook: DueWebhook,
  siteOrigin: string,
): Promise<{ next: Next | null; blocked: boolean }> {
  // There are few of them, and somebody waits: they do not queue behind a large push.
  if (hook.inquiry !== null)
    return { next: await inquiryOf(db, hook.id, hook.inquiry, siteOrigin), blocked: false };
  try {
    const page = await readChanges(db, hook.position, MOST_CHANGES);
    const changes = upTo(page.changes, hook);
    if (changes.length === 0) return { next: null, blocked: page.blocked };
    return { next: await messageOf(db, hook, changes, siteOrigin), blocked: page.blocked };
  } catch (error) {
    if (!(error instanceof PositionLost)) throw error;
    const end = await tipForCopies(db);
    if (!CHANGES.some((op) => hook.events.includes(op)))
      return { next: { message: null, end }, blocked: false };
    const message = compose(hook, null, 'products.reset', {
      reason: error.reason,
      next: encodePosition(end),
    });
    return { next: { message, end }, blocked: false };
  }
}

/** The changes of the message in flight, so that its repetition has the same; all where none is in flight. */
function upTo(changes: LoggedChange[], { position: { epoch }, sending }: DueWebhook): LoggedChange[] {
  if (!sending) return changes;
  const begun = changes.filter(({ xid, seq }) => isPast({ epoch, ...sending }, { epoch, xid, seq }));
  return begun.length > 0 ? begun : changes;
}

async function messageOf(
  db: Database,
  hook: DueWebhook,
  changes: LoggedChange[],
  siteOrigin: string,
): Promise<NextChanges> {
  const codes = [...new Set(changes.map(({ code }) => code))];
  const products = new Map((await productsByCode(db, codes)).map((product) => [product.code, product]));
  // Like items of `GET /changes`, in the order of the last change of each.
  const sent = new Map<string, object>();
  let last: LoggedChange | undefined;
  let bytes = 0;
  for (const change of changes) {
    const { code } = change;
    const stored = products.get(code);
    const product = stored
      ? { ...stored, structure_url: absoluteAddress(stored.structure_url, siteOrigin) }
      : null;
    const op = product ? 'upsert' : 'delete';
    const each = { code, op, product };
    if (hook.events.includes(op)) {
      if (!sent.delete(code)) bytes += Buffer.byteLength(JSON.stringify(each));
      if (bytes > MOST_BYTES && last) break;
      sent.set(code, each);
    }
    last = change;
  }
  const end = endOf(last, hook.position);
  if (sent.size === 0) return { message: null, end };
  const data = { changes: [...sent.values()], next: encodePosition(end) };
  const message = compose(hook, end, 'products.changed', data);
  return { message: { ...message, traceparent: last?.traceparent }, end };
}

/** null where the inquiry was removed meanwhile */
async function inquiryOf(
  db: Database,
  hook: number,
  inquiry: number,
  siteOrigin: string,
): Promise<Next | null> {
  const data = await inquiryFor(db, inquiry, siteOrigin);
  if (!data) return null;
  const type = 'inquiry.created';
  const traceparent = await traceOfInquiry(db, inquiry);
  return { message: { id: idOf(hook, type, inquiry), body: bodyOf(type, data), traceparent }, inquiry };
}

/** @param end where its changes end, a part of its id; null for `products.reset`, which keeps its id wherever the log ends by then */
function compose(hook: DueWebhook, end: Position | null, type: string, data: object): Message {
  const id = idOf(hook.id, type, encodePosition(hook.position), end && encodePosition(end));
  return { id, body: bodyOf(type, data) };
}

/** The id of a message, the same when it is sent again. */
function idOf(...what: unknown[]): string {
  return `msg_${createHash('sha256').update(what.join(' ')).digest('base64url').slice(0, 32)}`;
}

/** The body of a message (Standard Webhooks: type, timestamp, data). */
export function bodyOf(type: string, data: object): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data });
}
