import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import type { Service } from './service.js';
import { atEnd } from './with-own.js';

// Requests by node:http: fetch resolves `..` in a path, refuses what is malformed, adds a `Cache-Control: no-cache` of its own
// to a conditional request, and unpacks the answer.

export interface Download {
  status: number;
  headers: IncomingHttpHeaders;
  /** as they came over the wire, not unpacked */
  bytes: Buffer;
}

/** `localAddress`: who asks, as all of 127.0.0.0/8 is this machine. */
interface More extends Pick<RequestOptions, 'agent' | 'signal' | 'localAddress'> {
  method?: string | undefined;
  /** several parts are sent one after the other, without a Content-Length */
  body?: string | Uint8Array | Iterable<Uint8Array> | undefined;
}

/**
 * Begins a request below /api/v1, or at the site's root where the path begins with `//`, and gives its answer, unread: who
 * reads it sets the pace.
 */
export function begin(
  { origin }: Pick<Service, 'origin'>,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body, agent = false, ...more }: More = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const req = request({
      host: hostname === 'localhost' ? '127.0.0.1' : hostname.replaceAll(/[[\]]/g, ''),
      port,
      path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      method,
      headers,
      agent,
      ...more,
    });
    req.on('response', resolve).on('error', reject);
    if (typeof body === 'string' || body instanceof Uint8Array || body === undefined) req.end(body);
    else Readable.from(body).pipe(req);
  });
}

/** Reads an answer to its end. @throws where the connection is broken off before it */
export async function readAll(answer: IncomingMessage): Promise<Download> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) };
}

export async function download(service: Service, path: string, headers = {}): Promise<Download> {
  return readAll(await begin(service, path, headers));
}

/** An answer as it came over the wire, nothing followed, added or normalised. */
export interface WireAnswer extends Download {
  text: string;
}

export interface WireRequest extends More {
  path: string;
  headers?: Record<string, string>;
}

export async function send(
  service: Pick<Service, 'origin'>,
  { path, headers, ...more }: WireRequest,
): Promise<WireAnswer> {
  const answer = await readAll(await begin(service, path, headers, more));
  return { ...answer, text: answer.bytes.toString() };
}

/** An answer, with the time it took. */
export interface Timed extends WireAnswer {
  ms: number;
}

export interface Asked {
  method?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Uint8Array;
  /** goes away as soon as it has asked, or after so many ms */
  leaveAfter?: number;
}

/** A client that keeps its connections, as an integration does, until the last test of the file is over. */
export class Client {
  private readonly agent: Agent;
  readonly origin: string;

  constructor(origin: string, connections = 16) {
    this.origin = origin;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    atEnd(() => this.close());
  }

  /** @throws where the connection fails */
  async ask(path: string, { method, key, headers, json, bytes, leaveAfter }: Asked = {}): Promise<Timed> {
    const body = json === undefined ? bytes : JSON.stringify(json);
    const begun = performance.now();
    const answer = await send(this, {
      path,
      method,
      body,
      headers: {
        ...(key !== undefined && { 'X-API-Key': key }),
        ...(typeof body === 'string' && {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
      ...(leaveAfter === undefined
        ? { agent: this.agent }
        : { signal: AbortSignal.timeout(Math.round(leaveAfter)) }),
    });
    return { ...answer, ms: performance.now() - begun };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Does something `count` times, `atOnce` at a time. @returns what each gave, in order */
export async function many<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** How often each status came. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
