import { importOutside } from './built.js';

/** schemas.mjs */
interface Schemas {
  openSchemas: (document: string) => (schema: object, value: unknown) => string | null;
  closed: <T>(node: T) => T;
  documentOf: (configuration: string, read: () => Promise<string>) => Promise<string>;
}
export const { openSchemas, closed, documentOf } = await importOutside<Schemas>('test/support/schemas.mjs');

/** Paths whose other methods are those of a product of that number. */
const OF_PRODUCTS = new Set(['/products/resolve']);

/** An answer of the API, as far as the OpenAPI document speaks of it. */
export interface Exchange {
  method: string;
  /** below /api/v1, with its query */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** The parts of an OpenAPI 3.1 document that an answer is held against, `$ref`s to components resolved by `at`. */
interface Response {
  headers?: Record<string, { required?: boolean; schema?: object }>;
  content?: Record<string, object>;
}
interface Operation {
  responses: Record<string, Response>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Holds answers against an OpenAPI document: path, method, status, headers, media type and the schema of the body. Its
 * objects are taken as closed: a field that the document does not name is a fault, though clients must bear it.
 * @returns what the document does not describe about an answer, or null
 */
export function openDescription(document: OpenApi): (exchange: Exchange) => string | null {
  const faultOf = openSchemas(JSON.stringify(document));
  const fault = (pointer: string[], value: unknown): string | null => {
    const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    return faultOf({ $ref: `document#/${path.join('/')}` }, value);
  };
  /** A problem that no call is documented with: of a path or a method that is not there. */
  const strayProblem = ({ text }: Exchange): string | null =>
    text === '' ? null : fault(['components', 'schemas', 'Problem'], JSON.parse(text));
  const templates = Object.keys(document.paths)
    .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));

  return (exchange) => {
    const { method, status, headers, text } = exchange;
    const mediaType = headers.get('content-type')?.split(';')[0];
    if (!headers.has('x-request-id')) return 'no X-Request-Id';
    const bodiless = method === 'HEAD' || status === 204 || status === 304;
    if (bodiless && text !== '') return `a body of ${text.length} characters`;

    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    // A product may have the number "resolve": other methods are those of a product there.
    const ofProduct = (path: string): boolean => OF_PRODUCTS.has(path) && !document.paths[path]![verb];
    const template = templates.find(
      ({ path, pattern }) => pattern.test(exchange.path.replace(/\?.*$/s, '')) && !ofProduct(path),
    )?.path;
    if (template === undefined) {
      if (status === 308) return null;
      return status === 404 ? strayProblem(exchange) : `${status} at a path that is not described`;
    }
    if (method === 'OPTIONS') return status === 204 && headers.has('allow') ? null : 'not 204 with Allow';
    const operation = document.paths[template]![verb];
    if (!operation) {
      if (status !== 405 || !headers.has('allow')) return `${status}, not 405, for a method not described`;
      return strayProblem(exchange);
    }
    const given = operation.responses[status];
    if (!given) return `status ${status} is not described`;
    const response = at(document, given);
    for (const [name, described] of Object.entries(response.headers ?? {})) {
      const value = headers.get(name);
      const { required, schema } = at(document, described);
      if (required && value === null) return `no header ${name}`;
      if (value !== null && schema && faultOf(schema, value) !== null) return `header ${name}: ${value}`;
    }
    if (bodiless || status === 308) return null; // a redirection's words are for people
    if (!response.content) return text === '' ? null : 'a body where none is described';
    if (mediaType === undefined || !(mediaType in response.content))
      return `media type ${mediaType} is not described`;
    if (!/[/+]json$/.test(mediaType)) return null;
    const pointer =
      '$ref' in given
        ? (given.$ref as string).slice(2).split('/')
        : ['paths', template, verb, 'responses', `${status}`];
    const body = JSON.parse(text) as { status?: number };
    if (mediaType === 'application/problem+json' && body.status !== status)
      return `a problem that says ${body.status}`;
    return fault([...pointer, 'content', mediaType, 'schema'], body);
  };
}

/** What a `$ref` stands for. */
function at<T extends object>(document: object, node: T | { $ref: string }): T {
  if (!('$ref' in node)) return node;
  let found: unknown = document;
  for (const part of (node.$ref as string).slice(2).split('/'))
    found = (found as Record<string, unknown>)[part];
  return found as T;
}
