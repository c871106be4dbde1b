import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { orAborted } from '../../platform/index.js';

/** How long the engine may take to accept a connection, and to continue an answer, ms. */
const WAIT_MS = { connect: 5_000, answer: 30_000 };

/** An answer of a server, of JSON. */
export interface HttpAnswer {
  status: number;
  /** undefined where it is empty */
  body: unknown;
}

/** Sends a request. @throws NoJson, and what Node throws where no answer comes */
export type HttpRequest = (address: string, init?: RequestInit) => Promise<HttpAnswer>;

/** Requests to a server, sent through `node:http`: with `fetch` a search takes the gateway twice the time. */
export function openHttp(url: string): HttpRequest {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: WAIT_MS.answer });
  return (address, init = {}) => {
    const answer = send((options) => request(address, { agent, ...options }), init);
    // Node checks the signal only once the request has a connection.
    return init.signal ? orAborted(answer, init.signal) : answer;
  };
}

/** Larger bodies, in bytes, are sent in two pieces on a connection of their own. */
const LARGE = 64 * 1024;
/** How soon an engine refuses a request after its head, ms. */
const REFUSAL_MS = 20;

async function send(
  begin: (options: http.RequestOptions) => http.ClientRequest,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<HttpAnswer> {
  const payload = Buffer.from(typeof body === 'string' ? body : '');
  const isLarge = payload.length > LARGE;
  const request = begin({
    method,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      ...(payload.length > 0 && { 'content-length': payload.length }),
    },
    // The engine may refuse before it has read the whole body, and the connection cannot be used again then. With the header
    // alone Node would use it again: OpenSearch closes it without saying so.
    ...(isLarge && { agent: false, timeout: WAIT_MS.answer }),
    ...(signal && { signal }),
  });
  request.on('timeout', () => request.destroy(new Error('no answer in time')));
  request.once('socket', limitConnecting);
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  if (isLarge)
    pipeline(inTwo(payload), request).catch(() => undefined); // reported by the request as well
  else request.end(payload);
  const response = await answered;
  const status = response.statusCode!;
  const sent = await text(response);
  if (status < 300 && sent === '') return { status, body: undefined };
  try {
    return { status, body: JSON.parse(sent) };
  } catch {
    throw new NoJson(status);
  }
}

/** The answer is not the engine's but that of a proxy, or of something else at its address. */
export class NoJson extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`an answer of status ${status} that is no JSON`);
    this.status = status;
  }
}

/** A new connection gets less time to be established than an answer gets. */
function limitConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  socket.setTimeout(WAIT_MS.connect);
  socket.once('connect', () => socket.setTimeout(WAIT_MS.answer));
}

/**
 * The body in two pieces with a pause between. An engine that refuses a request answers and closes at once; the rest
 * of the body would then fail to be written before the answer is read.
 */
async function* inTwo(body: Buffer): AsyncGenerator<Buffer> {
  yield body.subarray(0, LARGE);
  await sleep(REFUSAL_MS);
  yield body.subarray(LARGE);
}
