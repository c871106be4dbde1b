import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FormerStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FormerHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import examples from './client.json' with { type: 'json' };
import { atEnd } from '../../support/with-own.js';

/**
 * Which client an assistant speaks through: the SDK's present one, held to a revision of the protocol, or its first
 * generation, which speaks 2025-11-25 and earlier ones.
 */
export const KINDS = ['2026-07-28', '2025-11-25', 'former'] as const;
export type Kind = (typeof KINDS)[number];

interface Answered {
  isError?: boolean;
  structuredContent?: unknown;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
}

interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: { type: string };
  outputSchema?: Record<string, unknown> | undefined;
  annotations?: object | undefined;
}

/** What the clients have in common. */
interface AnyClient {
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getServerVersion(): { name: string } | undefined;
  getServerCapabilities(): object | undefined;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

/** An assistant that is connected until the last test of the file is over, and knows the tools, so that their answers are checked against their schemas. */
export interface Assistant {
  client: AnyClient;
  /** the data of an answer; fails where the tool does, or where the text is another than the data */
  ask(name: string, args?: object): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** the pictures that an answer shows, beside its one text */
  pictures(name: string, args: object): Promise<{ mimeType?: string; bytes: Buffer }[]>;
  /** the sentence of a tool error; fails where there is none */
  refusal(name: string, args?: object): Promise<string>;
}

const NAME = { name: 'test', version: '1.0.0' };

/** The present client; it asks which revisions there are only where it is held to one that can be asked. */
function presentClient(kind: '2026-07-28' | '2025-11-25'): Client {
  return new Client(NAME, { versionNegotiation: { mode: kind === '2026-07-28' ? { pin: kind } : 'legacy' } });
}

/** An assistant at an address. */
export async function httpAssistant(
  origin: string,
  headers: Record<string, string> = {},
  kind: Kind = '2026-07-28',
): Promise<Assistant> {
  const [url, options] = [new URL('/mcp', origin), { requestInit: { headers } }];
  if (kind === 'former') {
    const client = new FormerClient(NAME);
    await client.connect(new FormerHttpTransport(url, options) as Parameters<typeof client.connect>[0]);
    return assistantOf(client);
  }
  const client = presentClient(kind);
  await client.connect(new StreamableHTTPClientTransport(url, options));
  expect(client.getNegotiatedProtocolVersion()).toBe(kind);
  return assistantOf(client);
}

/** An assistant that starts a program. */
export async function programAssistant(
  program: { command: string; args: string[]; cwd: string; env: Record<string, string> },
  kind: Kind,
): Promise<Assistant> {
  const parameters = { ...program, stderr: 'ignore' as const };
  if (kind === 'former') {
    const client = new FormerClient(NAME);
    await client.connect(new FormerStdioTransport(parameters));
    return assistantOf(client);
  }
  const client = presentClient(kind);
  await client.connect(new StdioClientTransport(parameters));
  expect(client.getNegotiatedProtocolVersion()).toBe(kind);
  return assistantOf(client);
}

async function assistantOf(client: AnyClient): Promise<Assistant> {
  atEnd(() => client.close());
  await client.listTools();
  const call = async (name: string, args: object): Promise<Answered & { text: string }> => {
    const given = args as Record<string, unknown>;
    const result = (await client.callTool({ name, arguments: given })) as Answered;
    const [content, ...more] = result.content;
    if (content?.text === undefined || more.some(({ type }) => type !== 'image'))
      throw new Error(`${name}: not one text`);
    return { ...result, text: content.text };
  };
  return {
    client,
    async ask(name, args = {}) {
      const { isError, structuredContent, text } = await call(name, args);
      if (isError) throw new Error(`${name}: ${text}`);
      expect(JSON.parse(text)).toEqual(structuredContent);
      return structuredContent;
    },
    async pictures(name, args) {
      const { content } = await call(name, args);
      return content
        .slice(1)
        .map(({ data, mimeType }) => ({ mimeType, bytes: Buffer.from(data!, 'base64') }));
    },
    async refusal(name, args = {}) {
      const { isError, structuredContent, text } = await call(name, args);
      if (!isError || structuredContent) throw new Error(`${name} answered: ${text}`);
      return text;
    },
  };
}

export const PRODUCTS = examples.products;
