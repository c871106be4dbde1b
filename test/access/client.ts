import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** An answer, with the time it took. */
export interface Timed {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

export interface Asked {
  method?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  /** goes away as soon as it has asked, or after so many ms */
  leaveAfter?: number;
}

/** A client that keeps its connections, as an integration does. */
export class Client {
  private readonly agent: Agent;
  private readonly origin: URL;

  constructor(origin: string, connections = 16) {
    this.origin = new URL(origin);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** A call below /api/v1, or at the site's root where the path begins with `//`. @throws where the connection fails */
  ask(path: string, { method = 'GET', key, headers = {}, json, leaveAfter }: Asked = {}): Promise<Timed> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const req = request({
        host:
          this.origin.hostname === 'localhost' ? '127.0.0.1' : this.origin.hostname.replaceAll(/[[\]]/g, ''),
        port: this.origin.port,
        agent: leaveAfter === undefined ? this.agent : false,
        method,
        path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
        headers: {
          ...(key !== undefined && { 'X-API-Key': key }),
          ...(body !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      });
      req.on('error', reject);
      req.on('response', (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: res.statusCode!, headers: res.headers, text, ms: performance.now() - begun });
        });
      });
      if (leaveAfter !== undefined) setTimeout(() => req.destroy(new Error('left')), leaveAfter);
      req.end(body);
    });
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
