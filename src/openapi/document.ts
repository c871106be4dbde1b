import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { problemSchema } from '../http/problem.js';
import type { AnswerDoc, Route } from '../http/route.js';
import { DESCRIPTION, TAGS } from './texts.js';

const header = (description: string): { description: string; schema: { type: 'string' } } => ({
  description,
  schema: { type: 'string' },
});
const requestId = {
  'X-Request-Id': header('The id of this request: yours where it was acceptable, else made here.'),
};
const rateLimit = {
  RateLimit: header('What is left of the limit, and for how long (IETF draft 8).'),
  'RateLimit-Policy': header('The limit and its window in seconds (IETF draft 8).'),
};
const retryAfter = { 'Retry-After': header('Seconds until another try makes sense.') };

function problem(status: number): ZodOpenApiResponsesObject[`${1 | 2 | 3 | 4 | 5}${string}`] {
  return {
    description: STATUS_CODES[status] ?? '',
    headers: {
      ...requestId,
      ...(status === 429 ? { ...rateLimit, ...retryAfter } : status === 503 ? retryAfter : {}),
    },
    content: { 'application/problem+json': { schema: problemSchema } },
  } as never;
}

/** What any call of a route may answer beside what the route itself names. */
function commonProblems(route: Route): number[] {
  const limited = route.limit === 'none' ? [] : [429];
  const named = route.path.includes('{') ? [400, 404] : [];
  const body = route.body || route.streamBody ? [400, 413, 415] : [];
  return [401, 429, 503, ...limited, ...named, ...body, ...(route.query ? [400] : [])];
}

function answer(route: Route, status: number, doc: AnswerDoc): object {
  const headers = {
    ...requestId,
    ...(route.limit !== 'none' && rateLimit),
    ...(route.method === 'get' &&
      doc.schema && { ETag: header('A hash of the whole answer, for If-None-Match.') }),
    ...Object.fromEntries(Object.entries(doc.headers ?? {}).map(([name, text]) => [name, header(text)])),
  };
  const examples =
    doc.examples &&
    Object.fromEntries(Object.entries(doc.examples).map(([name, value]) => [name, { value }]));
  const content = doc.schema && {
    [doc.type ?? 'application/json']: { schema: doc.schema, ...(examples && { examples }) },
    ...Object.fromEntries((doc.otherTypes ?? []).map((type) => [type, { schema: z.string() }])),
  };
  return {
    description: doc.description || (STATUS_CODES[status] ?? ''),
    headers,
    ...(content && { content }),
  };
}

function operation(route: Route): ZodOpenApiOperationObject {
  const { doc } = route;
  const statuses = [...new Set([...commonProblems(route), ...(doc.problems ?? [])])].sort((a, b) => a - b);
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]) => [name!, z.string().meta({ description: doc.params?.[name!] ?? name! })] as const,
  );
  const examples =
    doc.examples &&
    Object.fromEntries(Object.entries(doc.examples).map(([name, value]) => [name, { value }]));
  const requestBody = route.body
    ? {
        required: route.body.absent === undefined,
        content: {
          'application/json': {
            schema: route.body.shown ?? route.body.schema,
            ...(examples && { examples }),
          },
        },
      }
    : route.streamBody && {
        required: true,
        content: Object.fromEntries(
          route.streamBody.types.map((type) => [
            type,
            {
              schema: route.streamBody!.schema ?? z.string().meta({ format: 'binary' }),
              ...(examples && { examples }),
            },
          ]),
        ),
      };
  return {
    operationId: doc.id,
    tags: [doc.tag],
    summary: doc.summary,
    ...(doc.description && { description: doc.description }),
    security: route.access === 'key' ? [{ apiKey: [] }] : [{}, { apiKey: [] }],
    requestParams: {
      ...(route.query && { query: route.query }),
      ...(params.length > 0 && { path: z.object(Object.fromEntries(params)) }),
    },
    ...(requestBody && { requestBody: requestBody as never }),
    responses: {
      ...Object.fromEntries(
        Object.entries(doc.answers).map(([status, each]) => [status, answer(route, Number(status), each)]),
      ),
      ...(route.method === 'get' &&
        doc.answers[200]?.schema && {
          304: { description: 'Unchanged since the ETag that was sent', headers: requestId },
        }),
      ...Object.fromEntries(statuses.map((status) => [status, problem(status)])),
    } as ZodOpenApiResponsesObject,
  };
}

/** The OpenAPI 3.1 document of these routes, made from the very schemas that read their requests. */
export function openApiDocument(routes: Route[], siteOrigin: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operation(route);
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Product Data Service',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${siteOrigin}/api/v1` }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Issued in the back office or by `catalogue keys issue`.',
        },
      },
    },
  });
}
