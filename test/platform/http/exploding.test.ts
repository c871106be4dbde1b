import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { openGateway } from '../../support/gateway.js';
import { shared } from '../../support/with-own.js';

const MB = 1024 * 1024;

const gateway = shared(openGateway);

/** Sends a packed JSON body; another client reads until it is answered. */
async function refused(path: string, encoding: string, packed: Buffer): Promise<number> {
  expect(packed.length).toBeLessThan(MB);
  let open = true;
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
  const method = path === '/products/batch' ? 'DELETE' : 'POST';
  const answer = gateway
    .call(method, path, { body: new Uint8Array(packed), headers })
    .finally(() => (open = false));
  let reads = 0;
  do {
    expect((await gateway.call('GET', '/categories')).status).toBe(200);
    reads++;
  } while (open && reads < 1_000);

  expect((await gateway.memory()).peak).toBeLessThan(800);
  expect(await gateway.db.one('SELECT count(*)::int AS stored FROM products')).toEqual({ stored: 0 });
  return (await answer).status;
}

const blanks = Buffer.alloc(80 * MB, ' ');
test.each([
  ['gzip', gzipSync(blanks, { level: 1 })],
  ['deflate', deflateSync(blanks, { level: 1 })],
  ['br', brotliCompressSync(blanks, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
])(
  'less than 1 MB of %s that unpacks to 80 MB is a 413; others are served meanwhile',
  async (encoding, packed) => {
    for (const path of ['/sync/push', '/tags/apply', '/products/batch'])
      expect(await refused(path, encoding, packed)).toBe(413);
  },
);

test.each([
  ['objects', `[${'{},'.repeat(2 * MB)}{}]`],
  ['arrays in each other', '['.repeat(2 * MB) + ']'.repeat(2 * MB)],
  ['members', `[{${'"":0,'.repeat(6 * MB)}"":0}]`],
  ['numbers', `[${'1,'.repeat(6 * MB)}1]`],
])('a push of millions of %s is a 413 before they are made; others are served meanwhile', async (_, text) => {
  expect(await refused('/sync/push', 'gzip', gzipSync(text, { level: 1 }))).toBe(413);
});
