import type { Command } from 'commander';
import { action } from '../../command.js';

/**
 * `catalogue mcp`: the MCP server for assistants that start a program and talk to it over standard input and output.
 * Nothing else may be written to standard output, so there is no `--json`.
 */
export function registerAssistants(program: Command): void {
  program
    .command('mcp')
    .description('serve an AI assistant over standard input and output (MCP), until it goes')
    .action(
      action({ search: true }, async (session) => {
        // Loaded when it is called, as the help of all commands comes without it.
        const { serveAssistant } = await import('./serve-stdio.js');
        await serveAssistant(session);
        return { json: { ok: true }, text: null };
      }),
    );
}
