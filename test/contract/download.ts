import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Service } from '../support/service.js';

export interface Download {
  status: number;
  headers: IncomingHttpHeaders;
  /** as they came over the wire, not unpacked */
  bytes: Buffer;
}

/** Begins a request below /api/v1 and gives its answer, unread: who reads it sets the pace. */
export function begin(
  service: Service,
  path: string,
  headers = {},
  method = 'GET',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.origin);
    request({ hostname, port, path: `/api/v1${path}`, method, headers, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end();
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
