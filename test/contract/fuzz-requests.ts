import { Random } from '../support/random.js';
import { PNG } from './images.js';
import examples from './fuzz-requests.json' with { type: 'json' };

// Requests made from the OpenAPI document: valid ones, and ones that are wrong in a place or three.

// oxlint-disable-next-line typescript/no-explicit-any -- a document is walked by its own structure
type Node = any;

export interface FuzzRequest {
  /** the operation of the document that it was made from */
  operation: string;
  method: string;
  /** below /api/v1 */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** Few, so that calls meet the products of others. */
export const CODES = ['PDS-000100', 'PDS-000101', 'a/b', '中 文', 'EXT-50-78-2', '%', '.a', 'x'.repeat(30)];
const TEXTS = ['', ' ', 'a', '阿司匹林', 'HPLC;EP；USP', '50-78-2', 'N/A', 'C9H8O4', '"\'\\,', '💊', 'é', '\u202e', '%00',
  '0', '-1', 'true', 'null', '[]', '{}', "' OR 1=1 --", '$1', '<script>', '../../etc/passwd', 'https://example.com/a.png',
  '/media/1', '2026-01-31T12:00:00Z', 'x'.repeat(299), '字'.repeat(201), 'x;'.repeat(400), 'y'.repeat(5_000)]; // prettier-ignore
const ODD_TEXTS = [...examples.odd_texts, ...TEXTS];
const ODD_VALUES: unknown[] = [
  ...examples.odd_values,
  -0,
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
];
const KEYS = examples.keys;

/** Makes requests of a document. @param cursors such as its calls take, real ones */
export class Fuzzer {
  private readonly document: Node;
  private readonly operations: { name: string; path: string; method: string; operation: Node }[];
  private readonly key: string;
  private readonly cursors: string[];

  constructor(document: Node, key: string, cursors: string[]) {
    this.document = document;
    this.key = key;
    this.cursors = cursors;
    this.operations = Object.entries<Node>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Node>(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        method: method.toUpperCase(),
        operation,
      })),
    );
  }

  get names(): string[] {
    return this.operations.map(({ name }) => name);
  }

  /**
   * The request of a seed: half of them as described, the others wrong in up to three places.
   * @param of the operation that it is made from; one that the seed picks unless given
   */
  request(seed: number, of?: string): FuzzRequest {
    const random = new Random(seed);
    const picked = random.pick(this.operations);
    const { name, path, method, operation } = this.operations.find((each) => each.name === of) ?? picked;
    const request: FuzzRequest = {
      operation: name,
      method,
      path: this.address(path, operation, random),
      headers: this.headers(operation, random),
    };
    this.addBody(request, operation, random);
    if (random.chance(0.5)) for (let i = 0; i <= random.below(3); i++) this.spoil(request, random);
    return request;
  }

  private address(template: string, operation: Node, random: Random): string {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const value =
        parameter === 'code'
          ? random.pick([...CODES, ...CODES, '50-78-2', 'none', random.pick(TEXTS)])
          : random.pick(['a.png', 'b.JPG', '中文.webp', '1', '7', random.pick(TEXTS)]);
      return encodeURIComponent(value) || 'x';
    });
    const query = (operation.parameters ?? [])
      .filter((parameter: Node) => parameter.in === 'query' && random.chance(0.35))
      .map(({ name, schema }: Node) => {
        const value =
          (name === 'cursor' || name === 'after') && random.chance(0.7)
            ? random.pick(this.cursors)
            : String(this.value(schema, random));
        return `${name}=${encodeURIComponent(value.toWellFormed())}`;
      });
    return query.length > 0 ? `${path}?${query.join('&')}` : path;
  }

  private headers(operation: Node, random: Random): Record<string, string> {
    const needed = operation.security.length === 1;
    return {
      ...(random.chance(needed ? 0.95 : 0.2) && { 'X-API-Key': this.key }),
      ...(random.chance(0.1) && {
        'Accept-Encoding': random.pick(['gzip', 'br, gzip', 'identity', '*;q=0', 'x']),
      }),
      ...(random.chance(0.1) && { 'If-None-Match': random.pick(['*', 'W/"a"', '"a", W/"b"', 'a', '']) }),
      ...(random.chance(0.05) && { Origin: random.pick(['https://a.example', 'null', '']) }),
    };
  }

  private addBody(request: FuzzRequest, operation: Node, random: Random): void {
    const content: Record<string, Node> | undefined = operation.requestBody?.content;
    if (!content) return;
    const type = random.pick(Object.keys(content));
    const { schema, examples } = content[type];
    request.headers['Content-Type'] = type;
    if (type === 'application/json') {
      const value =
        examples && random.chance(0.4)
          ? structuredClone(random.pick(Object.values<Node>(examples)).value)
          : this.value(schema, random);
      request.body = Buffer.from(JSON.stringify(value));
    } else if (type === 'multipart/form-data') {
      request.headers['Content-Type'] = `${type}; boundary=edge`;
      const file = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${random.pick(['a.png', '结构.png', ''])}"\r\n\r\n`;
      const group = '\r\n--edge\r\nContent-Disposition: form-data; name="group"\r\n\r\n组\r\n--edge--\r\n';
      request.body = Buffer.concat([Buffer.from(file), PNG, Buffer.from(group)]);
    } else request.body = PNG;
  }

  /** A value that a schema describes, as far as a schema tells. */
  private value(schema: Node, random: Random, depth = 0): unknown {
    // What stands beside a reference holds too.
    if (schema?.$ref) return this.value({ ...schema.$ref.slice(2).split('/').reduce((at: Node, part: string) => at[part], this.document), ...schema, $ref: undefined }, random, depth); // prettier-ignore
    if (schema?.const !== undefined) return schema.const;
    if (schema?.enum) return random.pick(schema.enum);
    if (schema?.examples && random.chance(0.5)) return random.pick(schema.examples);
    const choice = schema?.anyOf ?? schema?.oneOf;
    if (choice && !schema.properties) return this.value(random.pick(choice), random, depth);
    const type = Array.isArray(schema?.type) ? random.pick(schema.type as string[]) : schema?.type;
    switch (type) {
      case 'object':
        return this.object(schema, random, depth);
      case 'array': {
        const [least, most] = [schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)];
        return Array.from({ length: least + random.below(most - least + 1) }, () =>
          this.value(schema.items, random, depth + 1),
        );
      }
      case 'integer':
        return (
          (schema.minimum ?? -5) +
          random.below(Math.min((schema.maximum ?? 500) - (schema.minimum ?? -5) + 1, 500))
        );
      case 'number':
        return random.pick([0, 1, 180.16, 1e-7, 25, 1e21]);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      default:
        return this.text(schema, random);
    }
  }

  private object(schema: Node, random: Random, depth: number): Record<string, unknown> {
    const required: string[] = [...(schema.required ?? [])];
    for (const group of [schema, ...(schema.allOf ?? [])])
      if (group.anyOf) required.push(...(random.pick<Node>(group.anyOf).required ?? []));
    const names = Object.keys(schema.properties ?? {});
    const share = names.length > 12 ? 0.15 : 0.5;
    const chosen = names.filter((name) => required.includes(name) || random.chance(share));
    return Object.fromEntries(
      chosen.map((name) => {
        const isCode = /^(code|item_code|sku|货号|编号)$/.test(name);
        return [
          name,
          isCode && random.chance(0.8)
            ? random.pick(CODES)
            : this.named(name, schema.properties[name], random, depth),
        ];
      }),
    );
  }

  private named(name: string, schema: Node, random: Random, depth: number): unknown {
    if (name === 'codes') return Array.from({ length: 1 + random.below(3) }, () => random.pick(CODES));
    if (/^(name_cn|name|品名|名称)$/.test(name) && random.chance(0.7)) return '阿司匹林';
    if (name === 'category') return random.pick(['杂质对照品', '标准品', '中间体', 'x']);
    if (name === 'email') return 'a@example.com';
    return this.value(schema, random, depth + 1);
  }

  private text(schema: Node, random: Random): string {
    const text = random.pick(TEXTS);
    return [...text]
      .slice(0, schema?.maxLength ?? text.length)
      .join('')
      .padEnd(schema?.minLength ?? 0, 'x');
  }

  /** Makes one thing of a request wrong. */
  private spoil(request: FuzzRequest, random: Random): void {
    random.pick([
      spoilQuery,
      spoilQuery,
      spoilPath,
      spoilMethod,
      spoilHeaders,
      spoilJson,
      spoilJson,
      spoilJson,
      spoilBytes,
    ])(request, random);
  }
}

function spoilQuery(request: FuzzRequest, random: Random): void {
  const [path, query = ''] = request.path.split('?') as [string, string?];
  const parts = query.split('&').filter(Boolean);
  const name = random.pick(['page', 'page_size', 'updated_after', 'category', 'in_stock', 'status', 'sort', 'cursor', 'q', 'after', 'limit', 'format', 'encoding', 'unchanged', 'tag', 'group', 'unknown']); // prettier-ignore
  const value = random.pick([...ODD_TEXTS.map((text) => encodeURIComponent(text.toWellFormed())), '%', '%zz', '%ff', '%C3', '+', '&&', '=', '1e3', '0x10', '%EF%BC%99', '99999999999999999999', '2026-02-30', 'NaN']); // prettier-ignore
  const extra = random.pick([`${name}=${value}`, `${name}=${value}`, name, `${name}[]=1`, `${name}=1&${name}=2`, `=${value}`, '%00=1']); // prettier-ignore
  request.path = `${path}?${[...parts, extra].join('&')}`;
}

function spoilPath(request: FuzzRequest, random: Random): void {
  const [path, query] = request.path.split('?') as [string, string?];
  const spoiled = random.pick([
    `${path}/`,
    `${path}/x`,
    `/${path}`,
    path.toUpperCase(),
    `${path}%00`,
    `${path}%zz`,
    `${path}%ff`,
    `${path}%2F..%2F..`,
    `${path}/../${path.slice(1)}`,
    `${path};a=b`,
    `${path}${'%E4%B8%AD'.repeat(200)}`,
    path.slice(0, -1) || '/',
    '/',
    '/products/batch',
    '/products/search/',
    '/%70roducts',
  ]);
  request.path = query === undefined ? spoiled : `${spoiled}?${query}`;
}

function spoilMethod(request: FuzzRequest, random: Random): void {
  request.method = random.pick(examples.methods);
}

function spoilHeaders(request: FuzzRequest, random: Random): void {
  const [name, values] = random.pick<[string, string[]]>([
    ['X-API-Key', ['', ' ', 'pds_', `pds_${'x'.repeat(43)}`, 'x'.repeat(4_000), 'pds_\u00e9']],
    ['X-Request-Id', ['', 'a b', 'x'.repeat(65), '../..', '\u00e9']],
    ['Content-Type', ['', 'text/plain', 'application/json; charset=gbk', 'application/json; charset=utf-16le',
      'application/json;charset="utf-8"', 'application/json; charset=x', 'APPLICATION/JSON', 'application/x.y+json', 'json', 'a/b/c',
      'multipart/form-data', 'multipart/form-data; boundary=', 'image/png', 'application/octet-stream']],
    ['Content-Encoding', ['gzip', 'deflate', 'br', 'zstd', 'identity', '', 'gzip, gzip']],
    ['Accept', ['text/csv', '*/*;q=0', 'x', '']],
    ['Range', ['bytes=0-1', 'bytes=-1', 'bytes=9-1', 'lines=1']],
    ['If-Modified-Since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT']],
    ['Prefer', ['wait=0', 'wait', 'wait=-1', 'respond-async', 'wait=a;b']],
    ['Origin', ['x', 'https://a.example', '\u00e9']],
    ['Access-Control-Request-Method', ['PUT', 'x y', '']],
    ['X-Forwarded-For', ['1.2.3.4', 'x', '::1, ::2']],
    ['X-HTTP-Method-Override', ['DELETE']],
  ]); // prettier-ignore
  request.headers[name] = random.pick(values);
}

function spoilBytes(request: FuzzRequest, random: Random): void {
  const body = request.body ?? Buffer.from('{}');
  const at = random.below(body.length + 1);
  request.body = random.pick([
    () => Buffer.alloc(0),
    () => body.subarray(0, at),
    () => Buffer.concat([body, body]),
    () => Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xfe, 0x00]), body.subarray(at)]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
    () => Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
    () => Buffer.from('{"a":1,"a":2,"code":"x","code":"y"}'),
    () => Buffer.from('{"code":{"toString":1},"codes":[12345678901234567],"name_cn":"甲"}'),
    () => Buffer.from(`{"code":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    () => Buffer.from('{"__proto__":{"name_cn":"甲"},"constructor":{"prototype":1},"codes":{"length":1}}'),
    () => Buffer.from('9'.repeat(10_000)),
    () => Buffer.from('  \r\n\t'),
    () => Buffer.alloc(70_000, 'x'),
    () => PNG,
  ])();
  request.headers['Content-Type'] ??= 'application/json';
}

/** Puts something odd at a random place of a JSON body, takes something away, or adds to it. */
function spoilJson(request: FuzzRequest, random: Random): void {
  let value: Node;
  try {
    if (request.body?.includes('[[[[')) throw new Error('too deep to be written again');
    value = JSON.parse(request.body?.toString() ?? '');
  } catch {
    return spoilBytes(request, random);
  }
  const odd = (): unknown =>
    random.chance(0.5) ? random.pick(ODD_TEXTS) : structuredClone(random.pick(ODD_VALUES));
  const change = (node: Node): Node => {
    if (typeof node !== 'object' || node === null || random.chance(0.15)) return odd();
    const names = Object.keys(node);
    const name = names.length > 0 ? random.pick(names) : undefined;
    if (name === undefined || random.chance(0.1)) {
      if (Array.isArray(node)) node.push(odd());
      else
        Object.defineProperty(node, random.pick(KEYS), {
          value: odd(),
          enumerable: true,
          configurable: true,
        });
    } else if (random.chance(0.2)) {
      if (Array.isArray(node)) node.splice(Number(name), 1);
      else delete node[name];
    } else node[name] = change(node[name]);
    return node;
  };
  request.body = Buffer.from(JSON.stringify(change(value)));
}
