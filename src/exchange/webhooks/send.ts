import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Webhook } from 'standardwebhooks';
import { badField, codeOf, messageOf, traceHeaders } from '../../platform/index.js';
import type { WebhookFailure } from '../failure.js';
import type { Message } from './message.js';

/** Where webhooks may go, and how long they may take. */
export interface WebhookSettings {
  /** hosts (`name`, `name:port`) that may be in a private network, and reached by plain http */
  allow: string[];
  /** the longest that a receiver may take to answer */
  timeoutMs: number;
  /** how long attempts may fail before a webhook is switched off */
  giveUpMs: number;
}

/** The outcome of an attempt. */
export type DeliveryOutcome =
  | { ok: true; status: number }
  | {
      ok: false;
      error: WebhookFailure;
      /** it answered 410: it wants no more */
      gone: boolean;
      /** the wait that it asks for (Retry-After), ms; 0 where it does not */
      retryAfterMs: number;
    };

const CHECK_MS = 3_000;
const MOST_CHARACTERS = 2_000;

/** Checks an address when a connection is made, after the name was resolved. */
const filtered = new RequestFilteringHttpsAgent();

const isAllowed = ({ host, hostname }: URL, { allow }: WebhookSettings): boolean =>
  allow.includes(host) || allow.includes(hostname);

/** Signs a message and sends it, on a connection of its own. Rejects only where it is aborted. */
export async function sendMessage(
  to: { url: string; secret: string },
  message: Message,
  settings: WebhookSettings,
  signal?: AbortSignal,
): Promise<DeliveryOutcome> {
  const url = new URL(to.url);
  if (url.protocol !== 'https:' && !isAllowed(url, settings)) return failed('no_https');
  try {
    const { statusCode: status = 0, headers } = await post(url, to.secret, message, settings, signal);
    if (status >= 200 && status < 300) return { ok: true, status };
    const failure = failed(status >= 300 && status < 400 ? 'redirected' : 'answered', status);
    return { ...failure, gone: status === 410, retryAfterMs: waitOf(headers['retry-after']) };
  } catch (error) {
    signal?.throwIfAborted();
    const what = codeOf(error) ?? null;
    return failed(reasonOf(error, what ?? ''), what);
  }
}

/** @returns the address in its normal form. @throws Problem 400 where webhooks may not be sent to it */
export async function checkAddress(text: string, settings: WebhookSettings): Promise<string> {
  const url = text.length <= MOST_CHARACTERS && URL.canParse(text) ? new URL(text) : null;
  // Measured in the normal form, which is stored: there a Chinese character takes nine.
  if (!url || url.href.length > MOST_CHARACTERS || !['http:', 'https:'].includes(url.protocol))
    throw badField('url', 'no_https_address', 'must be an https address');
  if (url.username !== '' || url.password !== '')
    throw badField('url', 'credentials', 'must not carry a name or password');
  url.hash = '';
  if (isAllowed(url, settings)) return url.href;
  if (url.protocol !== 'https:')
    throw badField('url', 'not_https', `must begin with https://, unless WEBHOOK_ALLOW names ${url.host}`);
  if (await isRefused(url)) throw badField('url', 'private_address', 'must not be in a private network');
  return url.href;
}

const failed = (
  code: WebhookFailure['code'],
  what: WebhookFailure['what'] = null,
): Extract<DeliveryOutcome, { ok: false }> => ({
  ok: false,
  error: { code, what },
  gone: false,
  retryAfterMs: 0,
});

/** Whether the filter refuses the address. A name that cannot be resolved (yet) is not refused. */
function isRefused({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const agent = new RequestFilteringHttpAgent();
    const host = hostname.replaceAll(/[[\]]/g, '');
    const socket = agent.createConnection({ host, port: Number(port || 443) } as never, undefined as never);
    const done = (refused: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(refused);
    };
    // An IP address is checked at once, a name once it is resolved.
    const timer = setTimeout(() => done(false), isIP(host) ? 0 : CHECK_MS);
    const check = (error: Error | null): void => done(error !== null && PRIVATE.test(error.message));
    socket.once('lookup', check).once('connect', () => done(false));
    socket.on('error', check);
  });
}

/** The most that is read of an answer. */
const READ_BYTES = 8 * 1024;

/** The filter's message for an address in a private network. */
const PRIVATE = /is not allowed\. Because/;

/** Posts a message and waits for the head of the answer, which is all that is read of it. */
async function post(
  url: URL,
  secret: string,
  { id, body, traceparent }: Message,
  settings: WebhookSettings,
  signal: AbortSignal | undefined,
): Promise<http.IncomingMessage> {
  const now = new Date();
  const ended = AbortSignal.any([AbortSignal.timeout(settings.timeoutMs), ...(signal ? [signal] : [])]);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    agent: isAllowed(url, settings) ? false : filtered,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'product-data-service-webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': Math.floor(now.getTime() / 1_000),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
      ...traceHeaders(traceparent),
    },
    signal: ended,
  });
  request.on('error', () => {}); // also behind the head
  request.end(body);
  // With the signal, as after 101 there is neither an answer nor an error.
  const [response] = (await once(request, 'response', { signal: ended })) as [http.IncomingMessage];
  let bytes = 0;
  response
    .on('error', () => {})
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > READ_BYTES) request.destroy(); // it may be endless
    });
  return response;
}

/** What Retry-After asks for, as seconds or as a date, ms; 0 where it asks for nothing. */
function waitOf(retryAfter = ''): number {
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return wait > 0 ? wait : 0;
}

function reasonOf(error: unknown, code: string): WebhookFailure['code'] {
  if ((error as Error).name === 'AbortError') return 'late';
  if (code.startsWith('HPE_')) return 'no_http';
  if (PRIVATE.test(messageOf(error))) return 'private';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_host';
  if (code === 'ECONNREFUSED') return 'refused';
  return /CERT|SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'unreached';
}
