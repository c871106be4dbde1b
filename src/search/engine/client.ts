import http from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { hostAndPort, unreachable, Unusable, within } from '../../platform/index.js';
import { EngineRefusal, EngineTrouble, Refused } from './engine.js';

/** How long an answer is waited for where nothing else is said, ms. */
const ANSWER_MS = 30_000;
/** The same where documents are sent: megabytes, on a slow line or to a busy engine. */
const SENT_MS = 120_000;
/** The same for the version. */
const VERSION_MS = 1_500;
/** Where a node takes longer another one is asked beside it, ms: of what need not be quick. */
const NODE_MS = 10_000;
/** A node that has not answered in time is asked last for so long, ms. */
const REST_MS = 5_000;

interface Asking {
  /** JSON, or lines of it */
  body?: object | string;
  /** the deadline, on the clock of `performance.now()` */
  until?: number;
  /** where a node takes longer another one is asked beside it, ms */
  nodeMs?: number;
}

type Said = Promise<{ status: number; said: unknown }>;

interface Node {
  ask: ReturnType<typeof openHttp>;
  /** it did not answer; others are asked first until then, on the clock of `performance.now()` */
  restsUntil: number;
}

/** An answer of which nothing is read. */
export const ANSWER = z.looseObject({});

/**
 * The server of an engine, or the nodes of a cluster. Requests go to the nodes in turn, and what one leaves unanswered to the
 * next as well: each of our requests may be sent twice. The first answer counts.
 */
export class EngineClient {
  /** hosts and ports */
  readonly place: string;
  private readonly nodes: Node[];
  private turn = 0;

  constructor(urls: readonly string[], authorization?: string) {
    this.nodes = urls.map((url) => ({ ask: openHttp(url, authorization), restsUntil: 0 }));
    this.place = urls.map((url) => hostAndPort(url, url.startsWith('https:') ? 443 : 80)).join(', ');
  }

  /**
   * @param shape what is read of the answer: at the address of an engine something else may answer, such as a proxy's page,
   *   and nothing may be concluded from that
   * @throws EngineRefusal, EngineTrouble
   */
  async ask<T>(
    shape: z.ZodType<T>,
    method: string,
    path: string,
    {
      body,
      until = performance.now() + (typeof body === 'string' ? SENT_MS : ANSWER_MS),
      nodeMs = NODE_MS,
    }: Asking = {},
  ): Promise<T> {
    const nodes = this.inTurn();
    const attempts: Promise<() => T>[] = [];
    const giveUp = new AbortController();
    let trouble: unknown;
    for (const node of nodes) {
      const attempt = attemptAt(node, shape, () => node.ask(method, path, body, giveUp.signal));
      attempts.push(attempt);
      const answered = Promise.any(attempts);
      const left = until - performance.now();
      const first =
        attempts.length === nodes.length
          ? within(left, answered)
          : within(Math.min(nodeMs, left / 2), Promise.race([answered, attempt]));
      try {
        const answer = await first;
        if (attempts.length > 1) giveUp.abort(); // the others; where there are none it would only make an error
        return answer();
      } catch (error) {
        if (error instanceof EngineRefusal) throw error;
        trouble = error instanceof AggregateError ? error.errors.at(-1) : error;
        letRest(node);
      }
    }
    giveUp.abort();
    throw troubleOf(trouble);
  }

  /** Resolves where any node answers at all within `ms`, whatever it says. @throws what the last one was lost by */
  async isUp(path: string, ms: number): Promise<void> {
    const giveUp = new AbortController();
    const answers = this.nodes.map(({ ask }) => ask('GET', path, undefined, giveUp.signal));
    await within(ms, Promise.any(answers)).finally(() => giveUp.abort());
  }

  /**
   * The version that the engine reports.
   * @param variable names the address
   * @param refused called where the engine does not tell it to us
   * @throws Unusable where nothing answers, or what answers is no such engine; what `refused` throws
   */
  async version(
    variable: string,
    path: string,
    shape: z.ZodType<string>,
    refused: (refusal: EngineRefusal) => Promise<undefined>,
  ): Promise<string | undefined> {
    try {
      return await this.ask(shape, 'GET', path, { until: performance.now() + VERSION_MS });
    } catch (error) {
      if (error instanceof EngineRefusal) return refused(error);
      const { status } = error as EngineTrouble;
      if (status !== undefined)
        throw new Unusable(variable, `what answers at ${this.place} is no search engine (${status})`);
      throw (
        unreachable(variable, this.place, error) ??
        new Unusable(variable, `${this.place} does not answer as a search engine does`, error)
      );
    }
  }

  /** Those that answer come first. */
  private inTurn(): Node[] {
    const { nodes } = this;
    const first = this.turn++ % nodes.length;
    const now = performance.now();
    const ordered = [...nodes.slice(first), ...nodes.slice(0, first)];
    return ordered.toSorted((a, b) => Number(a.restsUntil > now) - Number(b.restsUntil > now));
  }
}

const letRest = (node: Node): void => void (node.restsUntil = performance.now() + REST_MS);

/** One node's answer, which throws where it is a refusal: no other node would say otherwise. @throws EngineTrouble */
async function attemptAt<T>(node: Node, shape: z.ZodType<T>, ask: () => Said): Promise<() => T> {
  // One that has rested gets one request, until it has answered that.
  if (node.restsUntil > 0) letRest(node);
  try {
    const { status, said } = await ask();
    const read = status < 300 ? shape.safeParse(said) : undefined;
    if (!read?.success) throw failureOf(status, said);
    node.restsUntil = 0;
    return () => read.data;
  } catch (error) {
    if (!(error instanceof EngineRefusal)) throw troubleOf(error);
    return () => {
      throw error;
    };
  }
}

function troubleOf(error: unknown): EngineTrouble {
  if (error instanceof EngineTrouble) return error;
  return new EngineTrouble(`the search engine does not answer: ${String(error)}`, { cause: error });
}

/** What an answer that is none means. @param said what the engine says, as JSON; undefined where it is none */
export function failureOf(status: number, said: unknown): EngineRefusal | EngineTrouble {
  const { error, ...whole } = Object(said) as Record<string, unknown>;
  const { code, type, reason, message } = (typeof error === 'object' && error ? error : whole) as Record<
    string,
    unknown
  >;
  const known = code ?? type;
  if (typeof known !== 'string')
    return new EngineTrouble(`what answers is no search engine (${status})`, { status });
  const why = `${known}: ${String(reason ?? message)}`;
  // `system`: out of disk, memory or file handles
  return status === 429 || status >= 500 || type === 'system'
    ? new EngineTrouble(why, { status })
    : new EngineRefusal(status, known, why);
}

/** Undefined where the engine answers that it has no such index. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof EngineRefusal && error.code.startsWith('index_not_found')) return undefined;
    throw error;
  });
}

/** The answer to documents or settings that are sent. @throws Refused, where the engine refuses them */
export async function taken<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof EngineRefusal && error.isOfContent)) throw error;
    // Our bodies are well-formed: Meilisearch reports a full disk so while it stores one.
    throw error.code === 'malformed_payload'
      ? new EngineTrouble(error.message)
      : new Refused(error.message, true);
  });
}

/** Larger bodies, in bytes, are sent in two pieces on a connection of their own. */
const LARGE = 64 * 1024;
/** How soon an engine refuses a request after its head, ms. */
const REFUSAL_MS = 20;

/** Requests to a server, sent through `node:http`: with `fetch` a search takes the gateway twice the time. */
function openHttp(url: string, authorization?: string) {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const kept = new Agent({ keepAlive: true, maxSockets: 256 });
  const base = url.replace(/\/+$/, '');
  return async (method: string, path: string, body: Asking['body'], signal: AbortSignal): Said => {
    const isLines = typeof body === 'string';
    const payload = Buffer.from(isLines ? body : body ? JSON.stringify(body) : '');
    const isLarge = payload.length > LARGE;
    const asked = request(`${base}/${path}`, {
      method,
      signal,
      // The engine may refuse before it has read the whole body, and the connection cannot be used again then. With the header
      // alone Node would use it again: OpenSearch closes it without saying so.
      agent: isLarge ? false : kept,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body && {
          'content-type': isLines ? 'application/x-ndjson' : 'application/json',
          'content-length': payload.length,
        }),
      },
    });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      asked.on('response', resolve).on('error', reject);
    });
    if (isLarge)
      pipeline(inTwo(payload), asked).catch(() => undefined); // reported by the request as well
    else asked.end(payload);
    const response = await answered;
    return { status: response.statusCode!, said: await json(response).catch(() => undefined) };
  };
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
