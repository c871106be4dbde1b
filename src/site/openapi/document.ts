import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type { CreateDocumentOptions, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { INQUIRIES, isKeyAccess, PAGES, READS_ANONYMOUS, READS_WITH_KEY } from '../../platform/index.js';
import type { AnswerDoc, KeyAccess, Route } from '../../platform/index.js';
import { LONGEST_WAIT } from '../../search/index.js';
import { webhooksDoc } from '../../exchange/index.js';
import { described, headersOf, LIMITED, SHARED_HEADERS, WAITED } from './headers.js';
import { problemResponses, problemsOf, responseName } from './problems.js';
import { INTRODUCTION, TAGS } from './texts.js';

type Node = Record<string, unknown>;

/** Examples in the form of OpenAPI, from values by label. */
function examples(values: Record<string, unknown> | undefined): { examples?: Node } {
  if (!values) return {};
  return {
    examples: Object.fromEntries(Object.entries(values).map(([label, value]) => [label, { value }])),
  };
}

/** What is no JSON. */
const BINARY = z.string().meta({ format: 'binary' });

/** A GET whose answer is not streamed has an ETag and supports conditional requests. */
const isConditional = (route: Route, doc: AnswerDoc | undefined): boolean =>
  route.method === 'get' && doc?.schema !== undefined && !doc.streamed;

function answer(route: Route, status: string, doc: AnswerDoc): Node {
  const types = [doc.type ?? (doc.schema ? 'application/json' : [])].flat();
  const content = types.length > 0 && {
    ...Object.fromEntries(
      types.map((type) => [type, { schema: doc.schema ?? BINARY, ...examples(doc.examples) }]),
    ),
    ...Object.fromEntries(
      Object.entries(doc.otherTypes ?? {}).map(([other, example]) => [
        other,
        { schema: z.string(), example },
      ]),
    ),
  };
  return {
    description: doc.description,
    headers: {
      ...headersOf(
        ...(route.limit === 'none' ? [] : LIMITED),
        ...(status === '200' && isConditional(route, doc) ? (['ETag'] as const) : []),
        ...(route.doc.searchable ? WAITED : []),
      ),
      ...described(doc.headers ?? {}),
    },
    ...(content && { content }),
  };
}

const NOT_MODIFIED = {
  description: 'Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变',
  headers: headersOf(...LIMITED, 'ETag'),
};

const sharedAnswer = (status: number): Node => ({ $ref: `#/components/responses/${responseName(status)}` });

function requestBody(route: Route): Node | undefined {
  const { doc, body, streamBody } = route;
  if (body)
    return {
      required: true,
      content: { 'application/json': { schema: body.shown ?? body.schema, ...examples(doc.examples) } },
    };
  if (!streamBody) return undefined;
  const schema = streamBody.schema ?? BINARY;
  const types = streamBody.types.filter((type) => !type.includes('*'));
  const content = streamBody.shown
    ? Object.entries(streamBody.shown)
    : types.map((type): [string, Node] => [type, { schema, ...examples(doc.examples) }]);
  return { required: true, content: Object.fromEntries(content) };
}

function pathParams(route: Route): { path?: z.ZodObject } {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (names.length === 0) return {};
  const params = names.map((name) => {
    const doc = route.doc.params?.[name] ?? name;
    const { description, example } = typeof doc === 'string' ? { description: doc, example: undefined } : doc;
    return [name, z.string().meta({ description, ...(example !== undefined && { param: { example } }) })];
  });
  return { path: z.object(Object.fromEntries(params) as Record<string, z.ZodString>) };
}

const LIMITS: Record<Route['limit'], string> = {
  read: `**Limit** ${READS_WITH_KEY} reads a minute with a key, ${READS_ANONYMOUS} a minute and address without.\n\n**限流** 读取：有密钥每分钟 ${READS_WITH_KEY} 次，无密钥每地址每分钟 ${READS_ANONYMOUS} 次。`,
  page: `**Limit** ${PAGES} a minute and address.\n\n**限流** 每地址每分钟 ${PAGES} 次。`,
  inquiry: `**Limit** ${INQUIRIES} a minute and address.\n\n**限流** 每地址每分钟 ${INQUIRIES} 次。`,
  none: '**Limit** No rate limit.\n\n**限流** 不限流。',
};

const NEEDED: Record<KeyAccess, string> = {
  read: '**Key** With any access.\n\n**密钥** 任何权限。',
  push: '**Key** With the access `push`, for products of its source alone, or `all`.\n\n**密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。',
  all: '**Key** With the access `all`.\n\n**密钥** 权限须为 `all`。',
};

const PREFERENCE = {
  Prefer: z
    .string()
    .optional()
    .meta({
      description: `\`wait=<seconds>\` (RFC 7240), ${LONGEST_WAIT} at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 ${LONGEST_WAIT} 秒。`,
      example: 'wait=10',
    }),
};

const GUARD = {
  'If-Match': z.string().optional().meta({
    description:
      'The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。',
    example: 'W/"5d8-0Zr8mD4bWAmXh2T2tUZ3hqv0T1Y"',
  }),
  'If-None-Match': z.string().optional().meta({
    description:
      '`*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。',
    example: '*',
  }),
};

const ONCE = {
  'Idempotency-Key': z.string().max(200).optional().meta({
    description:
      'A text of your choice, such as a UUID, new for each thing to be done. For 24 hours the same call with the same key gets the same answer and does nothing again; with another content it is a 422. 自选文本（如 UUID），每件事一个。24 小时内以同一键重复同一调用，返回同一结果，不会重复执行；内容不同则返回 422。',
    example: '3f2b8c1e-5d0a-4d1b-9c53-0c8f1f1f7a10',
  }),
};

/** The description of a route, with its limits. */
function description(route: Route): string {
  const size =
    route.body &&
    `**Body** JSON, ${bytes(route.body.limit)} at most.\n\n**请求体** JSON，至多 ${bytes(route.body.limit)}。`;
  const key = isKeyAccess(route.access) ? NEEDED[route.access] : undefined;
  return [route.doc.description, key, LIMITS[route.limit], size].flatMap((part) => part ?? []).join('\n\n');
}

const bytes = (count: number): string =>
  count >= 1024 * 1024 ? `${count / 1024 / 1024} MiB` : `${count / 1024} KiB`;

/** The statuses of the problems of a call that it does not describe itself. */
const sharedProblems = (route: Route): number[] =>
  problemsOf(route).filter((status) => !(status in route.doc.answers));

function operation(route: Route): ZodOpenApiOperationObject {
  const { doc } = route;
  const body = requestBody(route);
  const problems = sharedProblems(route);
  return {
    operationId: doc.id,
    tags: [doc.tag],
    summary: doc.summary,
    description: description(route),
    security: isKeyAccess(route.access) ? [{ apiKey: [] }] : [{}, { apiKey: [] }],
    ...(isKeyAccess(route.access) && { 'x-key-access': route.access }),
    requestParams: {
      ...(route.query && { query: route.query }),
      ...pathParams(route),
      ...((doc.searchable || doc.guarded || doc.once) && {
        header: z.object({
          ...(doc.searchable && PREFERENCE),
          ...(doc.guarded && GUARD),
          ...(doc.once && ONCE),
        }),
      }),
    },
    ...(body && { requestBody: body as never }),
    responses: {
      ...Object.fromEntries(
        Object.entries(doc.answers).map(([status, each]) => [status, answer(route, status, each)]),
      ),
      ...(isConditional(route, doc.answers[200]) && { 304: sharedAnswer(304) }),
      ...Object.fromEntries(problems.map((status) => [status, sharedAnswer(status)])),
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

/** The OpenAPI 3.1 document of these routes, made from the schemas that parse their requests. */
export function openApiDocument(routes: Route[], siteOrigin: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operation(route);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Product Data Service',
        version: '1.0.0',
        description: `${INTRODUCTION.en}\n\n${INTRODUCTION.zh}`,
        contact: { name: 'Product Data Service', url: siteOrigin },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [
        { url: `${siteOrigin}/api/v1` },
        { url: '/api/v1', description: 'Where this document came from · 本文档所在地址' },
      ],
      tags: TAGS,
      paths,
      webhooks: webhooksDoc() as never,
      components: {
        headers: SHARED_HEADERS as never,
        responses: {
          [responseName(304)]: NOT_MODIFIED,
          ...problemResponses(new Set(routes.flatMap(sharedProblems)), siteOrigin),
        } as never,
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description:
              'Issued in the back office or by `catalogue keys issue`, with the access `read`, `push` or `all`: each covers those before it, and a call names the one that it needs (`x-key-access`). 由后台或 `catalogue keys issue` 签发，权限为 `read`、`push` 或 `all`，后者涵盖前者；各调用注明所需权限（`x-key-access`）。',
          },
        },
      },
    },
    { override: rewrite },
  );
  fillNeeded(document.paths as DocumentedPaths);
  return document;
}

type DocumentedPaths = Record<string, Record<string, { parameters?: DocumentedParameter[] }>>;
interface DocumentedParameter {
  required?: boolean;
  example?: unknown;
  schema?: { examples?: unknown[] };
}

/** Gives what a call needs an example of the parameter itself: what tools fill in, so that the call can be run as it stands. */
function fillNeeded(paths: DocumentedPaths): void {
  for (const { parameters = [] } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const parameter of parameters)
      if (parameter.required === true) parameter.example ??= parameter.schema?.examples?.[0];
}
