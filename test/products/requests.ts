import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { Product } from '../../src/products/fields.js';
import type { Answered } from '../support/call.js';
import type { Service } from '../support/service.js';

/** An answer as it came over the wire, nothing followed, added or normalised. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface WireRequest {
  method?: string;
  /** sent as it is: fetch would resolve `..` and refuse what is malformed */
  path: string;
  headers?: Record<string, string>;
  /** several parts are sent one after the other, without a Content-Length */
  body?: string | Uint8Array | Iterable<Uint8Array>;
}

/** A request by node:http: fetch adds a `Cache-Control: no-cache` of its own to a conditional request. */
export async function send(service: Pick<Service, 'origin'>, wanted: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(service.origin);
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body } = wanted;
    const req = request({ hostname, port, path: `/api/v1${path}`, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () =>
        resolve({ status: res.statusCode!, headers: res.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    req.on('error', reject);
    if (typeof body === 'string' || body instanceof Uint8Array || body === undefined) req.end(body);
    else {
      const parts = body[Symbol.iterator]();
      const next = (): void => {
        for (let part = parts.next(); !part.done; part = parts.next())
          if (!req.write(part.value)) return void req.once('drain', next);
        req.end();
      };
      next();
    }
  });
}

/** The product as its detail shows it; fails where it is not there. */
export async function readProduct(service: Service, code: string): Promise<Product> {
  const answer = await service.call('GET', `/products/${encodeURIComponent(code)}`);
  if (answer.status !== 200) throw new Error(`${code}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** The whole catalogue as the list shows it, by code, in order of code. */
export async function readAllProducts(service: Service): Promise<Map<string, Product>> {
  const found = new Map<string, Product>();
  let cursor = '';
  do {
    const answer = await service.call('GET', `/products?sort=code&page_size=200&cursor=${cursor}`);
    if (answer.status !== 200) throw new Error(answer.text);
    for (const product of answer.body.data as Product[]) found.set(product.code, product);
    cursor = answer.body.next_cursor ?? '';
  } while (cursor !== '');
  return found;
}

/** The parts of an error answer that its reader relies on, all of them checked. */
export function problemOf(answer: Answered | WireAnswer): {
  status: number;
  detail: string;
  errors?: { path: string; code: string; message: string }[];
} {
  const body = JSON.parse(answer.text);
  const type =
    answer.headers instanceof Headers ? answer.headers.get('content-type') : answer.headers['content-type'];
  expect(type).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    ok: false,
    type: expect.stringMatching(/\/api-docs\/errors#[a-z-]+$/),
    title: expect.any(String),
    status: answer.status,
    detail: expect.any(String),
    request_id: expect.any(String),
  });
  return body;
}
