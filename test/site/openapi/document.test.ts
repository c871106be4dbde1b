import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { closed, openDescription } from '../../support/openapi.js';
import { serviceOfFile } from '../../support/service.js';
import examples from './document.json' with { type: 'json' };

// oxlint-disable-next-line typescript/no-explicit-any -- a document is walked by its own structure
type Node = any;

const service = serviceOfFile();
let document: Node;
let operations: { name: string; operation: Node }[];

beforeAll(async () => {
  document = (await service.call('GET', '//api-docs/openapi.json')).body;
  operations = Object.entries<Node>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
});

/** Follows a `$ref` to a component. */
const at = (node: Node): Node =>
  node.$ref === undefined
    ? node
    : node.$ref
        .slice(2)
        .split('/')
        .reduce((found: Node, part: string) => found[part], document);

test('the document is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
});

test('what calls have in common, a product foremost, is one component, by which generators name its type', () => {
  const places = new Map<string, string[]>();
  const walk = (node: Node, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const text = JSON.stringify(node);
    if (node.type === 'object' && node.properties && text.length > 900)
      places.set(text, [...(places.get(text) ?? []), place]);
    for (const [key, value] of Object.entries(node))
      if (!key.startsWith('example')) walk(value, `${place}/${key}`);
  };
  walk(document, '');
  // The same call once more, for structures that are too long for an address.
  const twice = [...places.values()].filter(
    (each) => each.length > 1 && !each[0]!.includes('/search/structure/'),
  );
  expect(twice).toEqual([]);
  for (const call of ['GET /products', 'GET /products/search', 'GET /products/search/structure']) {
    const { operation } = operations.find(({ name }) => name === call)!;
    const { data } = at(operation.responses[200].content['application/json'].schema).properties;
    expect(data.items.$ref).toMatch(/\/(ProductWithStructure|Found(Product|ByStructure))$/);
  }
});

test('every call of API v1, section 4, is described, and those that the service adds', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.values(examples.calls).flat().sort());
});

test('every call that needs a key says so and with which access, the others say that they take one', () => {
  for (const { name, operation } of operations) {
    const isOpen =
      name.startsWith('GET') ||
      ['POST /rfq', 'POST /products/resolve', 'POST /products/search/structure'].includes(name);
    const needsKey =
      ['GET /quality', 'GET /products/{code}/history', 'GET /sync/imports/{id}/rejected'].includes(name) ||
      /\/(?:export\/profiles|sync\/mappings)/.test(name) ||
      !isOpen;
    const changesSettings = name === 'DELETE /categories' || /^(?:PUT|DELETE) \/export\/profiles/.test(name);
    const isRead = name.startsWith('GET') || name.endsWith('/deliveries');
    const isOfPushes = name === 'GET /sync/imports/{id}/rejected';
    const access =
      changesSettings || name.endsWith('/history') ? 'all' : isRead && !isOfPushes ? 'read' : 'push';
    const expected = needsKey ? [[{ apiKey: [] }], access] : [[{}, { apiKey: [] }], undefined];
    expect([name, operation.security, operation['x-key-access']]).toEqual([name, ...expected]);
    expect([name, '403' in operation.responses]).toEqual([
      name,
      needsKey && (access !== 'read' || (name.startsWith('POST') && name.endsWith('/deliveries'))),
    ]);
  }
});

test('every call is told, under a heading, with an identity of its own', () => {
  const headings = document.tags.map((tag: Node) => tag.name);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operation } of operations) {
    expect(operation).toMatchObject({
      summary: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
    });
    expect(headings).toContain(operation.tags[0]);
  }
});

test('every place of a text is filled: what is left in braces is a parameter of a path', () => {
  const parameters = new Set(Object.keys(document.paths).flatMap((path) => path.match(/\{\w+\}/g) ?? []));
  const left = JSON.stringify(document).match(/\{[a-z]\w*\}|"\.\.\."/g) ?? [];
  expect([...new Set(left)].filter((place) => !parameters.has(place))).toEqual([]);
});

test('the limits of API v1, section 8, stand in the document', () => {
  const text: string = document.info.description;
  for (const limit of examples.limits) expect(text).toContain(limit);
  const parameter = document.paths['/products'].get.parameters.find((p: Node) => p.name === 'page_size');
  expect(parameter.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 200, default: 20 });
  const codes =
    document.paths['/products/batch'].delete.requestBody.content['application/json'].schema.properties.codes;
  expect(codes).toMatchObject({ minItems: 1, maxItems: 500 });
});

test('the names that columns of a file may have stand in the document, in either language', async () => {
  for (const lang of ['en', 'zh']) {
    const { body } = await service.call('GET', `//api-docs/openapi.json?lang=${lang}`);
    const { description } = body.paths['/sync/file'].post;
    for (const line of [
      '- `status`: `库存状态`',
      '`stock_status`',
      '- `stock`: ',
      '`qty_on_hand`',
      '- `smiles`: ',
    ])
      expect(description).toContain(line);
  }
});

test('the field lengths of API v1, section 2.1, stand in the schemas of products', () => {
  const lengths = { code: 30, name_cn: 200, name_en: 200, cas: 40, formula: 60, synonyms: 300, series: 50, tags: 300,
    structure_url: 500, description: 1000, description_en: 1000 }; // prettier-ignore
  for (const [field, maxLength] of Object.entries(lengths))
    expect([field, document.components.schemas.Product.properties[field]]).toEqual([
      field,
      expect.objectContaining({ maxLength }),
    ]);
});

test('only what a product may be without may be null in its schema', () => {
  const { properties } = document.components.schemas.Product;
  const mayBeNull = (field: string): boolean => /"null"/.test(JSON.stringify(properties[field]));
  expect(Object.keys(properties).filter(mayBeNull)).toEqual(examples.nullable);
});

test('every call names its errors: 401 with its challenge, 429 and 503 with Retry-After', () => {
  for (const { name, operation } of operations) {
    const { responses } = operation;
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(['401', '429', '503'])]);
    expect(at(responses[401]).headers).toHaveProperty('WWW-Authenticate');
    expect(at(responses[429]).headers).toMatchObject({
      'Retry-After': {},
      RateLimit: {},
      'RateLimit-Policy': {},
    });
    expect(at(responses[503]).headers).toHaveProperty('Retry-After');
    for (const response of Object.values<Node>(responses).map(at))
      expect(response.headers).toHaveProperty('X-Request-Id');
  }
});

test('reads that can be asked conditionally say so: ETag and 304', () => {
  for (const path of examples.conditional) {
    const { responses } = document.paths[path].get;
    expect(responses[200].headers).toHaveProperty('ETag');
    expect(responses).toHaveProperty('304');
  }
  const { responses } = document.paths['/export'].get;
  expect(responses[200].headers.ETag.required).toBeUndefined(); // there is none while writes overlap
  expect(responses).toHaveProperty('304');
});

test('every success says of what media type its body is', () => {
  const silent = operations.filter(({ operation: { responses } }) =>
    Object.entries<Node>(responses).some(([status, each]) => status.startsWith('2') && !at(each).content),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('every body that is sent or answered has an example', () => {
  for (const { name, operation } of operations) {
    const bodies = [operation.requestBody, ...Object.values<Node>(operation.responses).map(at)];
    for (const body of bodies)
      for (const [type, media] of Object.entries<Node>(body?.content ?? {})) {
        if (/^image\/|^\*\/\*$|octet-stream$/.test(type)) continue;
        const examples = media.examples ?? (media.example && { only: media.example }) ?? {};
        expect([name, type, Object.keys(examples).length]).not.toEqual([name, type, 0]);
      }
  }
});

test('every body that is sent as JSON has an example in English and one in Chinese', () => {
  for (const { operation } of operations) {
    const examples: Record<string, Node> = operation.requestBody?.content['application/json']?.examples ?? {};
    const labels = Object.keys(examples).join('\n');
    if (labels === '' || operation.operationId === 'deleteProducts') continue; // codes have no language
    expect(labels).toMatch(/English/);
    expect(labels).toMatch(/中文/);
  }
});

test('every example is what its schema describes, with no field that the schema does not name', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('binary', true);
  const whole = closed(document);
  ajv.addSchema(whole, 'document');
  const faults: unknown[] = [];
  let checked = 0;
  const check = (where: string, pointer: string, value: unknown): void => {
    checked++;
    const ok = ajv.validate({ $ref: `document#/${pointer}` }, value);
    if (!ok) faults.push([where, ajv.errorsText()]);
  };
  const walk = (node: Node, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [label, example] of Object.entries<Node>(node.schema && node.examples ? node.examples : {}))
      check(`${pointer} ${label}`, `${pointer}/schema`, example.value);
    if (node.schema && 'example' in node) check(pointer, `${pointer}/schema`, node.example);
    if (Array.isArray(node.examples))
      // of a schema
      for (const example of node.examples) check(pointer, pointer, example);
    for (const [name, child] of Object.entries<Node>(node))
      if (name !== 'examples' && name !== 'example')
        walk(
          child,
          `${pointer}${pointer && '/'}${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
        );
  };
  walk(whole, '');
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(150);
});

test('what the document does not describe of an answer is found, wherever the tests of the API ask for one', async () => {
  const check = openDescription(document);
  const { status, headers, text } = await service.call('GET', '/categories');
  const good = { method: 'GET', path: '/categories', status, headers, text };
  expect(check(good)).toBeNull();
  const changes = [
    { status: 201 },
    { text: '{"ok":true,"data":7}' },
    { text: '{"ok":true}' },
    { text: '{"ok":true,"data":[],"more":1}' },
    { headers: new Headers({ 'X-Request-Id': '1' }) },
    { path: '/no' },
    { method: 'PATCH' },
    { method: 'HEAD' },
  ];
  for (const change of changes) expect([change, check({ ...good, ...change })]).not.toEqual([change, null]);
});
