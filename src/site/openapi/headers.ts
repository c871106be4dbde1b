import headers from './headers.json' with { type: 'json' };

/** The headers of answers that several calls share, in the components of the document. */
export const SHARED_HEADERS = headers;

type Name = keyof typeof SHARED_HEADERS;

/** On answers of rate-limited calls, unless the operator has switched the limits off. */
export const LIMITED: Name[] = ['RateLimit', 'RateLimit-Policy'];

/** The headers of an answer: that of every answer, and these of the shared ones. */
export function headersOf(...names: Name[]): Record<string, { $ref: string }> {
  const all: Name[] = ['X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
