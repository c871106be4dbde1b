import { openDescription } from '../../support/openapi.js';
import type { Exchange, OpenApi } from '../../support/openapi.js';

// The tests of the API rely on this check: here it is seen to find what is wrong.

const response = (schema: object, type = 'application/json') => ({
  headers: { ETag: { required: true, schema: { type: 'string', pattern: '^"' } } },
  content: { [type]: { schema } },
});
const document = {
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: response({ type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }),
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/things/all': { delete: { responses: { 200: response({ type: 'object', properties: {} }) } } },
  },
  components: {
    responses: {
      NotFound: {
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    schemas: {
      Problem: {
        type: 'object',
        properties: { ok: { const: false }, status: { type: 'integer' } },
        required: ['ok'],
      },
    },
  },
} as unknown as OpenApi;

const check = openDescription(document);
const good: Exchange = {
  method: 'GET',
  path: '/things/7?x=/',
  status: 200,
  headers: new Headers({
    'X-Request-Id': '1',
    ETag: '"a"',
    'Content-Type': 'application/json; charset=utf-8',
  }),
  text: '{"id":7}',
};
const problem = new Headers({ 'X-Request-Id': '1', 'Content-Type': 'application/problem+json' });
const without = (name: string): Headers => {
  const headers = new Headers(good.headers);
  headers.delete(name);
  return headers;
};

test.each<[string, Partial<Exchange>]>([
  ['an answer as described', {}],
  ['a described problem', { status: 404, headers: problem, text: '{"ok":false,"status":404}' }],
  ['a HEAD without body', { method: 'HEAD', text: '' }],
  ['a 404 of a path that is not there', { path: '/no', status: 404, headers: problem, text: '{"ok":false}' }],
])('%s is accepted', (_, change) => {
  expect(check({ ...good, ...change })).toBeNull();
});

test.each<[string, Partial<Exchange>, RegExp]>([
  ['a status', { status: 201 }, /status 201/],
  ['a wrong type', { text: '{"id":"7"}' }, /id must be integer/],
  ['a missing field', { text: '{}' }, /required property 'id'/],
  ['a field that is not named', { text: '{"id":7,"more":1}' }, /additional properties/],
  [
    'a media type',
    { headers: new Headers({ ...Object.fromEntries(good.headers), 'content-type': 'text/csv' }) },
    /text\/csv/,
  ],
  ['a missing header', { headers: without('etag') }, /ETag/],
  ['a missing request id', { headers: without('x-request-id') }, /X-Request-Id/],
  [
    'a problem of another status',
    { status: 404, headers: problem, text: '{"ok":false,"status":400}' },
    /says 400/,
  ],
  ['a problem of another form', { status: 404, headers: problem, text: '{"status":404}' }, /'ok'/],
  ['a path', { path: '/no' }, /path/],
  ['a method', { path: '/things/all' }, /405/],
  ['a body of a HEAD', { method: 'HEAD' }, /a body/],
])('%s that the document does not describe is found', (_, change, fault) => {
  expect(check({ ...good, ...change })).toMatch(fault);
});
