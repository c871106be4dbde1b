import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../infra/launch.js';
import { startSearch } from '../../search/text/catalogue.js';
import { until } from '../../support/until.js';
import { KINDS, programAssistant, PRODUCTS } from './client.js';
import { shared } from '../../support/with-own.js';

const service = shared(() => startSearch([...PRODUCTS, { code: 'D-1', name_cn: '画', smiles: 'CCO' }]));
let env: Record<string, string>;
beforeAll(async () => {
  env = { ...service.env, PATH: process.env['PATH']!, SITE_ORIGIN: 'https://catalogue.example' };
});

test.each(KINDS)(
  'an assistant that starts `catalogue mcp` has the tools of the service (%s)',
  async (kind) => {
    const program = { command: 'node', args: ['infra/catalogue.mjs', 'mcp'], cwd: ROOT, env };
    const assistant = await programAssistant(program, kind);
    const { results } = await assistant.ask('search', { query: '乙酰水杨酸' });
    expect(results[0]).toEqual({
      id: 'PDS-1',
      title: '阿司匹林 / Aspirin (CAS 50-78-2, PDS-1)',
      url: 'https://catalogue.example/products/PDS-1',
      match: 'exact',
    });
    expect((await assistant.ask('fetch', { id: 'PDS-1' })).text).toContain('阿司匹林');
    const identifiers = PRODUCTS.map(({ code }) => code);
    const resolved = await assistant.ask('resolve_identifiers', { identifiers });
    expect(resolved.results.map((each: { product: { code: string } }) => each.product.code)).toEqual(
      identifiers,
    );
    expect(await assistant.refusal('get_product', { code: 'NONE' })).toContain('NONE');
    await until(async () => (await assistant.pictures('get_product', { code: 'D-1' })).length === 1);
  },
);

test('nothing but the protocol is on standard output, and the command ends with its assistant', async () => {
  const server = spawn('node', ['infra/catalogue.mjs', 'mcp'], { cwd: ROOT, env });
  const ended = once(server, 'exit');
  const out = text(server.stdout);
  server.stdin.write(`not JSON\n${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })}\n`);
  await once(server.stdout, 'data');
  server.stdin.end();
  expect(await ended).toEqual([0, null]);
  expect(await out).toBe('{"result":{},"jsonrpc":"2.0","id":7}\n');
});

const ask = (id: number, name: string, given: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } })}\n`;

test('what was asked before the end of the input is answered', async () => {
  const server = spawn('node', ['infra/catalogue.mjs', 'mcp'], { cwd: ROOT, env });
  const out = text(server.stdout);
  const codes = PRODUCTS.map(({ code }) => code);
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } };
  server.stdin.write(
    ask(3, 'resolve_identifiers', { identifiers: codes }) + `${JSON.stringify(cancelled)}\n`,
  );
  const begun = performance.now();
  server.stdin.end(
    ask(1, 'search', { query: '乙酰水杨酸' }) + ask(2, 'resolve_identifiers', { identifiers: codes }),
  );
  const answers = (await out)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([1, 2]));
  expect(answers.map(({ result }) => result.isError)).toEqual([undefined, undefined]);
  // A call that was cancelled gets no answer, and is not waited for.
  expect(performance.now() - begun).toBeLessThan(25_000);
});

test('a message that is too long ends the command', async () => {
  const server = spawn('node', ['infra/catalogue.mjs', 'mcp'], { cwd: ROOT, env });
  server.stdin.on('error', () => {}); // it reads no further
  server.stdin.write('x'.repeat(11 * 1024 * 1024));
  expect(await once(server, 'exit')).toEqual([0, null]);
});
