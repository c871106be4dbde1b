import { STATUS_CODES } from 'node:http';
import { KINDS, problemSchema } from '../../platform/index.js';
import type { Fault, Route, RouteDoc, Slug } from '../../platform/index.js';
import headers from './headers.json' with { type: 'json' };
import { joined } from './languages.js';

/** A route that the document tells of. */
export type Documented = Route & { doc: RouteDoc };

/** A header of answers that several calls share, in the components of the document. */
type Name = keyof typeof headers;

/** On answers of rate-limited calls, unless the operator has switched the limits off. */
export const LIMITED: Name[] = ['RateLimit', 'RateLimit-Policy'];

/** The headers of an answer: that of every answer, and these of the shared ones. */
export function headersOf(...names: Name[]): Record<string, { $ref: string }> {
  const all: Name[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** An example of a fault, for the kind of error that has some. */
const FAULT: Fault = { path: 'page_size', code: 'out_of_range', message: 'must be a whole number from 1 to 200' }; // prettier-ignore

const HEADERS: Record<number, object> = {
  401: headersOf('WWW-Authenticate'),
  429: headersOf(...LIMITED, 'Retry-After'),
  503: headersOf('Retry-After'),
};

/** The statuses of the problems that a call may answer. */
export function problemsOf(route: Documented): number[] {
  const body = route.body || route.streamBody ? [400, 413, 415] : [];
  const params = route.path.includes('{') ? [400, 404] : [];
  const { guarded, once, problems = [] } = route.doc;
  const all = new Set([401, 429, 431, 503, ...body, ...params, ...problems]);
  if (route.access === 'push' || route.access === 'all') all.add(403);
  if (route.query) all.add(400);
  if (guarded) all.add(412);
  if (once) all.add(409).add(422);
  return [...all].sort((a, b) => a - b);
}

/** The name of the shared response of a status: `404` is `NotFound`. */
export function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replaceAll(' ', '');
}

/** The response of each of these statuses, shared by all calls, with an example of each kind of problem. */
export function problemResponses(statuses: Iterable<number>, siteOrigin: string): Record<string, object> {
  const slugs = Object.keys(KINDS) as Slug[];
  return Object.fromEntries(
    [...statuses].map((status) => {
      const kinds = slugs.filter((slug) => KINDS[slug].status === status);
      return [
        responseName(status),
        {
          description: joined(
            kinds.map((slug) => KINDS[slug].help),
            ' ',
          ),
          headers: HEADERS[status] ?? headersOf(),
          content: {
            'application/problem+json': {
              schema: problemSchema,
              examples: Object.fromEntries(kinds.map((slug) => [slug, { value: example(slug, siteOrigin) }])),
            },
          },
        },
      ];
    }),
  );
}

function example(slug: Slug, siteOrigin: string): object {
  const { status, title, help } = KINDS[slug];
  const errors = slug === 'bad-request' ? [FAULT] : undefined;
  return {
    ok: false,
    type: `${siteOrigin}/api-docs/errors#${slug}`,
    title: title.en,
    status,
    detail: errors ? `${FAULT.path}: ${FAULT.message}` : help.en,
    request_id: '0b9c1f6e-6d0c-4a43-9b43-5a0f3f1f9a51',
    ...(errors && { errors }),
  };
}
