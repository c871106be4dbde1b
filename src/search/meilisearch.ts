import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Meilisearch, MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';
import { orAborted } from '../time-out.js';

/** The longest that the engine may take to accept a connection, and to continue an answer, ms. */
const PATIENCE_MS = { connect: 5_000, answer: 30_000 };

/**
 * The official client of the search engine, which sends through `node:http`: with `fetch`, its default, a search takes the
 * gateway twice the time, and a timeout is ignored where the caller passes a signal.
 */
export function openMeilisearch({ url, key }: { url: string; key?: string | undefined }): Meilisearch {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: PATIENCE_MS.answer });
  return new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    httpClient: (address, init = {}) => {
      const answer = send(
        (options) => request(address instanceof Request ? address.url : address, { agent, ...options }),
        init,
      );
      // Node notices the signal only once a request has a connection.
      return init.signal ? orAborted(answer, init.signal) : answer;
    },
  });
}

/** Bodies over this many bytes are sent in two pieces, on a connection that is closed after them. */
const LARGE = 64 * 1024;
/** How soon an engine refuses a request whose head it has, ms. */
const REFUSAL_MS = 20;

async function send(
  begin: (options: http.RequestOptions) => http.ClientRequest,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<unknown> {
  const payload = Buffer.from(typeof body === 'string' ? body : '');
  const isLarge = payload.length > LARGE;
  const request = begin({
    method,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      ...(payload.length > 0 && { 'content-length': payload.length }),
      // The engine may refuse a body before it has read all of it: then no other request can follow.
      ...(isLarge && { connection: 'close' }),
    },
    ...(signal && { signal }),
  });
  request.on('timeout', () => request.destroy(new Error('no answer in time')));
  request.once('socket', limitConnecting);
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  if (isLarge)
    pipeline(inTwo(payload), request).catch(() => undefined); // told by the request, too
  else request.end(payload);
  const response = await answered;
  const status = response.statusCode!;
  const sent = await text(response);
  if (status < 300 && sent === '') return undefined;
  let answer;
  try {
    answer = JSON.parse(sent);
  } catch {
    throw new NoJson(status);
  }
  if (status >= 300) throw new MeilisearchApiError(new Response(null, { status }), answer);
  return answer;
}

/** What answered is no Meilisearch: a proxy before it, or something else at its address. */
export class NoJson extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`an answer of status ${status} that is no JSON`);
    this.status = status;
  }
}

/** A connection that is new has less time to come about than an answer has. */
function limitConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  socket.setTimeout(PATIENCE_MS.connect);
  socket.once('connect', () => socket.setTimeout(PATIENCE_MS.answer));
}

/**
 * The beginning of a body, and the rest a moment later: an engine that refuses a request answers at once and closes, and
 * what is still being written then fails before the answer is read.
 */
async function* inTwo(body: Buffer): AsyncGenerator<Buffer> {
  yield body.subarray(0, LARGE);
  await sleep(REFUSAL_MS);
  yield body.subarray(LARGE);
}

/** What the engine answered where it refused a request; undefined for every other error. */
export function refusalOf(error: unknown): MeilisearchApiError | undefined {
  // The client wraps what is thrown beneath it.
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  return cause instanceof MeilisearchApiError ? cause : undefined;
}
