import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from 'pino';
import { asProblem } from '../http/problem.js';
import type { Tool } from './tool.js';
import { catalogueTools } from './tools.js';
import type { ToolContext } from './tools.js';

const INSTRUCTIONS = `A catalogue of chemical reference products: impurity reference materials (杂质对照品), standards (标准品) and intermediates (中间体). Texts are in Chinese and English; queries may be in either. To look for products use \`search_products\` (with filters) or \`search\`; for one product \`get_product\` or \`fetch\`; for a list of names, CAS numbers or product numbers \`resolve_identifiers\`. Products are named by their product number (\`code\`). There are no prices: they are asked for on a product's page.`;

/** Gives a factory of MCP servers: one is needed for each connection or, over HTTP, for each request. */
export function openAssistants(context: ToolContext, log: Logger): () => McpServer {
  const tools = catalogueTools(context);
  const jsonSchemaValidator = new AjvJsonSchemaValidator(); // shared: otherwise each server makes its own
  return () => {
    const server = new McpServer(
      { name: 'product-data-service', title: 'Product Data Service', version: '1.0.0' },
      { instructions: INSTRUCTIONS, jsonSchemaValidator },
    );
    for (const each of tools) {
      const { name, title, description, input, output } = each;
      server.registerTool(
        name,
        {
          title,
          description,
          inputSchema: input,
          outputSchema: output,
          annotations: {
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false,
          },
        },
        (given) => run(each, given, log),
      );
    }
    return server;
  };
}

/** The answer as data, and again as text for assistants that read only text. A failure is an answer too. */
async function run(each: Tool, given: unknown, log: Logger): Promise<CallToolResult> {
  try {
    const answer = await each.answer(given as never);
    return { structuredContent: answer, content: [{ type: 'text', text: JSON.stringify(answer) }] };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.slug === 'internal') log.error({ err: error, tool: each.name }, 'a tool failed');
    else if (problem.slug === 'unavailable') log.warn({ err: error, tool: each.name }, 'a tool was refused');
    const wait = problem.headers['Retry-After'];
    const text = wait === undefined ? problem.message : `${problem.message} (in ${wait} s)`;
    return { isError: true, content: [{ type: 'text', text }] };
  }
}
