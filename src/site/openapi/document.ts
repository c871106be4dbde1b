import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type { CreateDocumentOptions, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  described,
  INQUIRIES,
  isKeyAccess,
  JSON_BOUNDS,
  PAGES,
  placed,
  READS_ANONYMOUS,
  READS_WITH_KEY,
  saying,
  STALL_MS,
} from '../../platform/index.js';
import type { Example, Language, Prose, Route } from '../../platform/index.js';
import { LONGEST_WAIT } from '../../search/index.js';
import { webhooksDoc } from '../../exchange/index.js';
import { documentIn, joined } from './languages.js';
import { headersOf, LIMITED, problemResponses, problemsOf, responseName } from './problems.js';
import type { Documented } from './problems.js';
import SHARED_HEADERS from './headers.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };

type Node = Record<string, unknown>;

const many = (count: number): string => count.toLocaleString('en');

const TEXTS = placed(texts, {
  reads_with_key: READS_WITH_KEY,
  reads_anonymous: READS_ANONYMOUS,
  pages: PAGES,
  inquiries: INQUIRIES,
  push_values: many(JSON_BOUNDS.push.values),
  push_names: many(JSON_BOUNDS.push.names),
  usual_values: many(JSON_BOUNDS.usual.values),
  usual_names: many(JSON_BOUNDS.usual.names),
  stall: STALL_MS / 1_000,
  longest_wait: LONGEST_WAIT,
});

/** The headers of a request by which a call is told more of what is wanted, by its trait. */
const HEADERS = {
  searchable: described(TEXTS.headers.searchable, { Prefer: z.string().optional() }),
  guarded: described(TEXTS.headers.guarded, {
    'If-Match': z.string().optional(),
    'If-None-Match': z.string().optional(),
  }),
  once: described(TEXTS.headers.once, { 'Idempotency-Key': z.string().max(200).optional() }),
};

/** What is no JSON. */
const BINARY = z.string().meta({ format: 'binary' });

/** Labelled examples; {@link documentIn} makes keys of the labels. */
const labelled = (examples: Example[] | undefined): Node =>
  examples ? { examples: examples.map(({ value, ...label }) => ({ label, value })) } : {};

/** A GET whose answer is not streamed has an ETag and supports conditional requests. */
const isConditional = ({ method, doc }: Documented): boolean =>
  method === 'get' && doc.schemas[200] !== undefined && !doc.streamed;

function answer(route: Documented, status: string): Node {
  const { limit, doc } = route;
  const { types, examples, samples = {}, headers = {}, ...description } = doc.words.answers[status]!;
  const schema = doc.schemas[status];
  const content = {
    ...Object.fromEntries(
      (types ?? (schema ? ['application/json'] : [])).map((type) => [
        type,
        { schema: schema ?? BINARY, ...labelled(examples) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(samples).map(([type, example]) => [type, { schema: z.string(), example }]),
    ),
  };
  return {
    description,
    headers: {
      ...headersOf(
        ...(limit === 'none' ? [] : LIMITED),
        ...(status === '200' && isConditional(route) ? (['ETag'] as const) : []),
        ...(doc.searchable ? (['Preference-Applied'] as const) : []),
      ),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, said]) => [
          name,
          { description: said, schema: { type: 'string' } },
        ]),
      ),
    },
    ...(Object.keys(content).length > 0 && { content }),
  };
}

const sharedAnswer = (status: number): Node => ({ $ref: `#/components/responses/${responseName(status)}` });

function requestBody({ doc, body, streamBody }: Documented): Node | undefined {
  const { bodies, sent } = doc.words;
  if (body)
    return {
      required: true,
      content: { 'application/json': { schema: body.shown ?? body.schema, ...labelled(bodies) } },
    };
  if (!streamBody) return undefined;
  const { shown, schema = BINARY } = streamBody;
  const types = streamBody.types.filter((type) => !type.includes('*'));
  const content = shown
    ? Object.entries(shown).map(([type, each]) => [type, { schema: each, example: sent?.[type] }])
    : types.map((type) => [type, { schema, ...labelled(bodies) }]);
  return { required: true, content: Object.fromEntries(content) };
}

/** @throws Error where the words tell of other parameters than the path has */
function pathParams({ path, doc: { id, words } }: Documented): { path?: z.ZodObject } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const params = words.params ?? {};
  if (names.join() !== Object.keys(params).join())
    throw new Error(`${id}: describe ${names.join()} of ${path}`);
  if (names.length === 0) return {};
  const fields = Object.entries(params).map(([name, words]) => {
    const { example, ...said } = saying(words);
    return [name, z.string().meta({ ...said, ...(example !== undefined && { param: { example } }) })];
  });
  return { path: z.object(Object.fromEntries(fields) as Record<string, z.ZodString>) };
}

/** The description of a route, with its limits. */
function description({ access, limit, body, doc }: Documented): Prose {
  return joined([
    doc.words.description,
    isKeyAccess(access) ? TEXTS.access[access] : undefined,
    TEXTS.limit[limit],
    body && placed(TEXTS.body, { size: bytes(body.limit) }),
  ]);
}

const bytes = (count: number): string =>
  count >= 1024 * 1024 ? `${count / 1024 / 1024} MiB` : `${count / 1024} KiB`;

/** The statuses of the problems of a call that it does not describe itself. */
const sharedProblems = (route: Documented): number[] =>
  problemsOf(route).filter((status) => !(status in route.doc.words.answers));

function operation(route: Documented): ZodOpenApiOperationObject {
  const { doc, access, query } = route;
  const { id, tag, words } = doc;
  const body = requestBody(route);
  const traits = (['searchable', 'guarded', 'once'] as const).filter((trait) => doc[trait]);
  const header = Object.assign({}, ...traits.map((trait) => HEADERS[trait])) as z.ZodRawShape;
  return {
    operationId: id,
    tags: [tag],
    summary: words.summary as never,
    description: description(route) as never,
    security: isKeyAccess(access) ? [{ apiKey: [] }] : [{}, { apiKey: [] }],
    ...(isKeyAccess(access) && { 'x-key-access': access }),
    requestParams: {
      ...(query && { query }),
      ...pathParams(route),
      ...(traits.length > 0 && { header: z.object(header) }),
    },
    ...(body && { requestBody: body as never }),
    responses: {
      ...Object.fromEntries(Object.keys(words.answers).map((status) => [status, answer(route, status)])),
      ...(isConditional(route) && { 304: sharedAnswer(304) }),
      ...Object.fromEntries(sharedProblems(route).map((status) => [status, sharedAnswer(status)])),
    } as never,
  };
}

/**
 * Removes what zod adds and clients must not rely on: answers may gain fields within v1, so their objects stay open,
 * and the bounds of JavaScript integers are not ours. An `example` of a schema becomes its `examples`, as OpenAPI 3.1 has them.
 */
const rewrite: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  const schema = jsonSchema as Node;
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if ('example' in schema) {
    schema['examples'] = [schema['example']];
    delete schema['example'];
  }
};

/** The OpenAPI 3.1 document of these routes in a language, or in both, made from the schemas that parse their requests. */
export function openApiDocument(routes: Route[], siteOrigin: string, lang?: Language): object {
  const documented = routes.filter((route): route is Documented => route.doc !== undefined);
  const paths: ZodOpenApiPathsObject = {};
  for (const route of documented) (paths[route.path] ??= {})[route.method] = operation(route);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Product Data Service',
        version: '1.0.0',
        description: TEXTS.introduction as never,
        contact: { name: 'Product Data Service', url: siteOrigin },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: `${siteOrigin}/api/v1` }, { url: '/api/v1', description: TEXTS.server as never }],
      paths,
      webhooks: webhooksDoc() as never,
      components: {
        headers: SHARED_HEADERS as never,
        responses: {
          [responseName(304)]: { description: TEXTS.not_modified, headers: headersOf(...LIMITED, 'ETag') },
          ...problemResponses(new Set(documented.flatMap(sharedProblems)), siteOrigin),
        } as never,
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: TEXTS.key as never },
        },
      },
    },
    { override: rewrite },
  );
  return documentIn(document, TEXTS.groups, lang);
}
