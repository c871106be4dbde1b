import type { Answered } from '../../support/call.js';
import { serviceOfFile } from '../../support/service.js';
import { httpAssistant, KINDS } from './client.js';

const service = serviceOfFile();

/** Sends a message as revisions from 2026-07-28 on do: it says which it is of, and its headers repeat what it asks. */
function ask(
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
  revision = '2026-07-28',
): Promise<Answered> {
  const about = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return service.call('POST', '//mcp', {
    json: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: about } },
    headers: { 'Mcp-Protocol-Version': revision, 'Mcp-Method': method, ...headers },
  });
}

test.each(KINDS)('one address serves every client: %s', async (kind) => {
  const assistant = await httpAssistant(service.origin, {}, kind);
  const { client } = assistant;
  expect(client.getServerVersion()).toMatchObject({ name: 'product-data-service' });
  expect(client.getInstructions()).toContain('resolve_identifiers');
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['search', 'fetch', 'resolve_identifiers', 'request_quote']),
  );
  expect((await assistant.ask('list_categories')).categories).toHaveLength(3);
  expect(await assistant.refusal('get_product', { code: 'NONE-1' })).toContain('"NONE-1"');
});

test('server/discover says which revision is spoken, and answers in JSON without a session', async () => {
  const { status, headers, body } = await ask('server/discover');
  expect([status, headers.get('content-type'), headers.get('mcp-session-id')]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
    null,
  ]);
  expect(body.result).toMatchObject({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: false } },
    instructions: expect.stringContaining('resolve_identifiers'),
  });
});

test('a revision that is not spoken is a 400 that names those that are', async () => {
  const { status, body } = await ask('server/discover', {}, {}, '2030-01-01');
  expect([status, body.error.data]).toEqual([400, { supported: ['2026-07-28'], requested: '2030-01-01' }]);
});

test('a header that says something else than the message is a 400', async () => {
  const call = { name: 'list_categories', arguments: {} };
  expect((await ask('tools/call', call, { 'Mcp-Name': 'list_categories' })).status).toBe(200);
  for (const [name, value] of [
    ['Mcp-Name', 'search'],
    ['Mcp-Method', 'tools/list'],
  ])
    expect((await ask('tools/call', call, { 'Mcp-Name': 'list_categories', [name!]: value! })).status).toBe(
      400,
    );
});

test('nothing changes, so that a subscription is refused instead of kept open', async () => {
  const { body } = await ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
  expect(body.error).toBeDefined();
});

test('what is unknown is told by the protocol, with its name', async () => {
  for (const kind of KINDS) {
    const { client } = await httpAssistant(service.origin, {}, kind);
    const call = client.callTool({ name: 'delete_product', arguments: {} });
    await expect(call).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('delete_product'),
    });
  }
});
