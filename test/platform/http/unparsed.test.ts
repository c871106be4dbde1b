import { connect } from 'node:net';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile({}, { headersMs: 1_000 });

/** Sends bytes as they are. @returns all that came back until the connection was closed */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => {}).write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

const HOST = 'HTTP/1.1\r\nHost: localhost\r\n';

test.each<[string, string, number, string, RegExp]>([
  [
    'Chinese in a query',
    `GET /api/v1/products/search?q=阿司匹林 ${HOST}\r\n`,
    400,
    'bad-request',
    /percent-encode.*--data-urlencode/,
  ],
  ['Chinese in a path', `GET /api/v1/products/阿司匹林 ${HOST}\r\n`, 400, 'bad-request', /percent-encode/],
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'bad-request', /HTTP\/1\.1/],
  [
    'large headers',
    `GET /api/v1/tags ${HOST}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    431,
    'headers-too-large',
    /16 KiB/,
  ],
  ['no host', 'GET /api/v1/tags HTTP/1.1\r\n\r\n', 400, 'bad-request', /Host/],
  ['two hosts', `GET /api/v1/tags ${HOST}Host: other\r\n\r\n`, 400, 'bad-request', /Host/],
  ['headers that never end', `GET /api/v1/tags ${HOST}`, 408, 'request-timeout', /too long/],
])(
  '%s as it comes is answered with a problem that says what to do',
  async (_, bytes, status, slug, detail) => {
    const [head, body] = (await send(bytes)).split('\r\n\r\n') as [string, string];
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/\r\nContent-Type: application\/problem\+json/);
    const [, id] = /\r\nX-Request-Id: (\S+)/.exec(head)!;
    expect(Number(/\r\nContent-Length: (\d+)/.exec(head)![1])).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body)).toEqual({
      ok: false,
      type: `${service.origin}/api-docs/errors#${slug}`,
      title: expect.stringMatching(/./),
      status,
      detail: expect.stringMatching(detail),
      request_id: id,
    });
  },
);

test('an expectation that nobody knows is ignored', async () => {
  const answer = await send(`GET /api/v1/tags ${HOST}Expect: wonders\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a text in GBK is refused by the name of its parameter', async () => {
  const { status, body } = await service.call('GET', '/products/search?q=%B0%A2');
  expect([status, body.errors]).toEqual([
    400,
    [expect.objectContaining({ path: 'q', code: 'malformed_text' })],
  ]);
});

test('percent-encoded, as the answer says, it is found', async () => {
  const answer = await service.call('GET', `/products/search?q=${encodeURIComponent('阿司匹林')}`);
  expect([answer.status, answer.body.query]).toEqual([200, '阿司匹林']);
});
