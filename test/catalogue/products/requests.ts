import type { Product } from '../../../src/catalogue/products/fields.js';
import type { Answered } from '../../support/call.js';
import type { Service } from '../../support/service.js';
import type { WireAnswer } from '../../support/wire.js';

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
