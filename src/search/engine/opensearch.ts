import { within } from '../../platform/index.js';
import { EngineTrouble } from './engine.js';
import { openHttp } from './http.js';
import type { HttpAnswer, HttpRequest } from './http.js';

export interface OpenSearchAddress {
  /** one or several nodes of a cluster */
  urls: readonly string[];
  user?: string | undefined;
  password?: string | undefined;
}

/** The cluster refused a request. */
export class OpenSearchError extends Error {
  readonly status: number;
  /** such as `index_not_found_exception` */
  readonly type: string;

  constructor({ status, body }: HttpAnswer) {
    const { error } = (body ?? {}) as { error?: { type?: string; reason?: string } | string };
    const { type = '', reason = '' } = typeof error === 'object' ? error : { reason: error };
    super(`${status} ${type}: ${reason}`);
    this.status = status;
    this.type = type;
  }
}

/** No node of the cluster answers. */
export class Unanswered extends Error {}

interface Options {
  /** JSON, or lines of it */
  body?: object | string;
  signal?: AbortSignal | undefined;
  /** a node that takes longer is given up where another one can be asked, ms */
  limitMs?: number | undefined;
}

interface ClusterNode {
  url: string;
  request: HttpRequest;
  /** it did not answer; others are asked first until then, on the clock of `performance.now()` */
  restsUntil: number;
}

/** A node that takes longer is given up where another one can be asked, ms: of what need not be quick. */
const NODE_MS = 10_000;
/** A node that has not answered is asked last for so long, ms. */
const REST_MS = 5_000;
/** Answers of a node that cannot serve, while another one perhaps can. */
const UNSERVED = new Set([502, 503, 504]);

/**
 * A cluster of OpenSearch. Requests go to its nodes in turn. What one node leaves unanswered is sent to the next: each of our
 * requests may be sent twice.
 */
export class OpenSearch {
  private readonly nodes: ClusterNode[];
  private readonly headers: Record<string, string>;
  private turn = 0;

  constructor({ urls, user, password }: OpenSearchAddress) {
    this.nodes = urls.map((url) => ({ url: url.replace(/\/+$/, ''), request: openHttp(url), restsUntil: 0 }));
    const named = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64');
    this.headers = user === undefined ? {} : { authorization: `Basic ${named}` };
  }

  /** @throws OpenSearchError, Unanswered */
  async ask<T>(method: string, path: string, options: Options = {}): Promise<T> {
    let failure: unknown;
    const nodes = this.inTurn();
    for (const node of nodes) {
      const { limitMs = NODE_MS, ...others } = options;
      const isLast = node === nodes.at(-1);
      try {
        const answer = await this.askNode(node, method, path, isLast ? others : { ...others, limitMs });
        if (answer.status < 300) return answer.body as T;
        failure = new OpenSearchError(answer);
        if (!UNSERVED.has(answer.status)) break;
      } catch (error) {
        failure = error;
      }
      node.restsUntil = performance.now() + REST_MS;
      options.signal?.throwIfAborted();
    }
    if (failure instanceof OpenSearchError) throw failure;
    throw new Unanswered(`no node answers: ${String(failure)}`, { cause: failure });
  }

  private async askNode(
    { url, request }: ClusterNode,
    method: string,
    path: string,
    { body, signal, limitMs }: Options,
  ): Promise<HttpAnswer> {
    const isLines = typeof body === 'string';
    const giveUp = new AbortController();
    const end = (): void => giveUp.abort(signal?.reason);
    signal?.addEventListener('abort', end, { once: true });
    const answer = request(`${url}/${path}`, {
      method,
      headers: {
        ...this.headers,
        ...(body && { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' }),
      },
      ...(body && { body: isLines ? body : JSON.stringify(body) }),
      signal: giveUp.signal,
    });
    try {
      return await (limitMs === undefined ? answer : within(limitMs, answer));
    } finally {
      signal?.removeEventListener('abort', end);
      giveUp.abort();
    }
  }

  /** Those that answer come first. */
  private inTurn(): ClusterNode[] {
    const { nodes } = this;
    const first = this.turn++ % nodes.length;
    const now = performance.now();
    const ordered = [...nodes.slice(first), ...nodes.slice(0, first)];
    return ordered.toSorted((a, b) => Number(a.restsUntil > now) - Number(b.restsUntil > now));
  }
}

/** Undefined where the cluster answers that it has no such index. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OpenSearchError && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether an error means that the cluster cannot serve just now, and is no fault of the request. */
export const isUnserved = (error: unknown): boolean =>
  error instanceof OpenSearchError
    ? error.status === 429 || error.status >= 500
    : error instanceof EngineTrouble || error instanceof Unanswered;
