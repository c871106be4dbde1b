interface Header {
  description: string;
  required?: true;
  schema: { type: 'string'; pattern?: string };
  example?: string;
}

/** The headers of answers that several calls share, in the components of the document. */
export const SHARED_HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request: yours where it was acceptable, else made here. 请求编号。',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: '0b9c1f6e-6d0c-4a43-9b43-5a0f3f1f9a51',
  },
  RateLimit: {
    description:
      'What is left (r) of the limit, and for how many seconds (t); IETF draft 8. 剩余次数与秒数。',
    schema: { type: 'string', pattern: '^"[a-z-]+"; r=\\d+; t=\\d+$' },
    example: '"reads"; r=119; t=60',
  },
  'RateLimit-Policy': {
    description:
      'The limit (q), its window in seconds (w) and whom it counts (pk); IETF draft 8. 限额与窗口。',
    schema: { type: 'string', pattern: '^"[a-z-]+"; q=\\d+; w=\\d+; pk=:[^:]+:$' },
    example: '"reads"; q=120; w=60; pk=:MTJjYTE3YjQ5YWYy:',
  },
  ETag: {
    description: 'A hash of the whole answer: send it back in If-None-Match. 整个响应的散列。',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
    example: 'W/"5d8-0Zr8mD4bWAmXh2T2tUZ3hqv0T1Y"',
  },
  'Retry-After': {
    description: 'Seconds until another try makes sense. 多少秒后重试。',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '12',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate. 如何鉴权。',
    required: true,
    schema: { type: 'string' },
    example: 'ApiKey realm="product-data-service", header="X-API-Key"',
  },
  'Preference-Applied': {
    description: 'The write can be searched; absent where it cannot yet. 该写入已可检索。',
    schema: { type: 'string', pattern: '^wait=\\d+$' },
    example: 'wait=10',
  },
} satisfies Record<string, Header>;

type Name = keyof typeof SHARED_HEADERS;

/** On answers of rate-limited calls, unless the operator has switched the limits off. */
export const LIMITED: Name[] = ['RateLimit', 'RateLimit-Policy'];

/** On the answer of a write that waited until it can be searched. */
export const WAITED: Name[] = ['Preference-Applied'];

/** The headers of an answer: that of every answer, and these of the shared ones. */
export function headersOf(...names: Name[]): Record<string, { $ref: string }> {
  const all: Name[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that a route documents itself. */
export function described(texts: Record<string, string>): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}
