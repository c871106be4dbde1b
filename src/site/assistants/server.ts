import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { CallToolResult, ImageContent } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Logger } from 'pino';
import { asProblem, OURSELVES, SERVICE_VERSION, within } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { answerSchema, argumentsSchema } from './arguments.js';
import type { ReadArguments } from './arguments.js';
import { catalogueTools } from './tools.js';
import { TEXTS } from './texts.js';
import type { DrawPicture, Tool, ToolContext } from './tool.js';

/** Tools are the same for everybody until the next release. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** Open subscriptions at most, over HTTP and over standard input. */
export const MAX_SUBSCRIPTIONS = 0;

/**
 * Gives a factory of MCP servers: one is needed for each connection or, over HTTP, for each request. Over standard input it is
 * whoever started the command that asks.
 */
export function openAssistants(context: ToolContext, log: Logger): (holder?: Holder) => McpServer {
  const tools = catalogueTools(context);
  const jsonSchemaValidator = new AjvJsonSchemaValidator(); // shared: otherwise each server makes its own
  return (holder = OURSELVES) => {
    const server = new McpServer(
      { name: 'product-data-service', title: 'Product Data Service', version: SERVICE_VERSION },
      {
        instructions: TEXTS.instructions,
        // The tools never change while a server runs: none is announced, and there is nothing to subscribe to.
        capabilities: { tools: { listChanged: false } },
        cacheHints: { 'tools/list': CACHE_HINT, 'server/discover': CACHE_HINT },
        jsonSchemaValidator,
      },
    );
    for (const each of tools) {
      const { name, title, description, examples, input, output, writes = false } = each;
      // Not in the schema, where most clients leave them out.
      const shown = examples.map((given) => `\nExample: ${JSON.stringify(given)}`);
      server.registerTool(
        name,
        {
          title,
          description: description + shown.join(''),
          inputSchema: argumentsSchema(input),
          outputSchema: answerSchema(output),
          annotations: {
            readOnlyHint: !writes,
            destructiveHint: false,
            idempotentHint: !writes,
            openWorldHint: writes,
          },
        },
        (given) => run(each, given as ReadArguments<unknown>, holder, log),
      );
    }
    return server;
  };
}

/**
 * Answers messages that come over HTTP, in revision 2026-07-28 of the protocol and in those before it: the message
 * tells. Neither has sessions here, and both answer in JSON.
 */
export async function answerOverHttp(
  makeServer: () => McpServer,
  log: Logger,
  request: Request,
  message: unknown,
): Promise<Response> {
  const options = { parsedBody: message };
  if (await isLegacyRequest(request, message)) return answerBefore2026(makeServer(), request, options);
  const current = createMcpHandler(makeServer, {
    legacy: 'reject',
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: (error) => log.debug({ err: error }, "an assistant's message was refused"),
  });
  return current.fetch(request, options);
}

// Not the package's own way of serving these revisions: that answers in an event stream.
async function answerBefore2026(
  server: McpServer,
  request: Request,
  options: { parsedBody: unknown },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, options);
  } finally {
    await server.close();
  }
}

/** The longest that an answer waits for its picture, ms. */
const PICTURE_MS = 5_000;

/** The answer as data, and again as text for assistants that read only text. A failure is an answer too. */
async function run(
  each: Tool,
  { value, ignored }: ReadArguments<unknown>,
  holder: Holder,
  log: Logger,
): Promise<CallToolResult> {
  try {
    let draw: DrawPicture | undefined;
    const found = await each.answer(value as never, { holder, show: (shown) => (draw = shown) });
    const answer = ignored.length > 0 ? { ignored_arguments: ignored, ...found } : found;
    const pictures = await picturesOf(each, draw, log);
    return {
      structuredContent: answer,
      content: [{ type: 'text', text: JSON.stringify(answer) }, ...pictures],
    };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.slug === 'internal') log.error({ err: error, tool: each.name }, 'a tool failed');
    else if (problem.slug === 'unavailable') log.warn({ err: error, tool: each.name }, 'a tool was refused');
    const wait = problem.headers['Retry-After'];
    const text = wait === undefined ? problem.message : `${problem.message} (in ${wait} s)`;
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** What is shown with an answer. One that cannot be drawn, or not in time, is left out: the answer is whole without it. */
async function picturesOf(each: Tool, draw: DrawPicture | undefined, log: Logger): Promise<ImageContent[]> {
  if (!draw) return [];
  try {
    const picture = await within(PICTURE_MS, draw());
    return [{ type: 'image', data: picture.bytes.toString('base64'), mimeType: picture.type }];
  } catch (error) {
    log.warn({ err: error, tool: each.name }, 'a picture was left out of an answer');
    return [];
  }
}
