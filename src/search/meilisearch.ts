import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Meilisearch, MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';
import { Pool } from 'undici';
import { orAborted } from '../time-out.js';

/** The longest that the engine may take to accept a connection, and to continue an answer, ms. */
const PATIENCE_MS = { connect: 5_000, answer: 30_000 };

/**
 * The official client of the search engine, which sends through a pool of undici's: with `fetch`, its default, a search
 * takes the gateway twice the time, and a timeout is ignored where the caller passes a signal.
 */
export function openMeilisearch({ url, key }: { url: string; key?: string | undefined }): Meilisearch {
  const pool = new Pool(new URL(url).origin, {
    connections: 256,
    keepAliveTimeout: 30_000,
    connect: { timeout: PATIENCE_MS.connect },
    headersTimeout: PATIENCE_MS.answer,
    bodyTimeout: PATIENCE_MS.answer,
  });
  return new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    httpClient: (address, init = {}) => {
      const answer = send(
        pool,
        address instanceof URL ? address : new URL(address instanceof Request ? address.url : address),
        init,
      );
      // undici notices the signal only once a request has a connection.
      return init.signal ? orAborted(answer, init.signal) : answer;
    },
  });
}

/** Bodies over this many bytes are sent in two pieces, on a connection that is closed after them. */
const LARGE = 64 * 1024;
/** How soon an engine refuses a request whose head it has, ms. */
const REFUSAL_MS = 20;

async function send(pool: Pool, { pathname, search }: URL, init: RequestInit): Promise<unknown> {
  const payload = typeof init.body === 'string' ? Buffer.from(init.body) : null;
  const isLarge = payload !== null && payload.length > LARGE;
  const { statusCode, body } = await pool.request({
    path: pathname + search,
    method: init.method ?? 'GET',
    headers: {
      ...Object.fromEntries(new Headers(init.headers)),
      ...(isLarge && { 'content-length': String(payload.length) }),
    },
    body: isLarge ? Readable.from(inTwo(payload)) : payload,
    // The engine may refuse a body before it has read all of it: then no other request can follow.
    reset: isLarge,
    ...(init.signal && { signal: init.signal }),
  });
  const text = await body.text();
  if (statusCode >= 300) {
    const response = new Response(null, { status: statusCode });
    throw new MeilisearchApiError(response, JSON.parse(text));
  }
  return text === '' ? undefined : JSON.parse(text);
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
