import { once } from 'node:events';
import type { Command } from 'commander';
import pino from 'pino';
import { action } from '../command.js';
import { openSearch } from '../search/search.js';

/**
 * `catalogue mcp`: the tools for an assistant that starts a program and speaks with it over standard input and
 * output. So nothing else is ever written there, and there is no `--json`: the protocol is JSON.
 */
export function registerAssistants(program: Command): void {
  program
    .command('mcp')
    .description('serve an AI assistant over standard input and output (MCP), until it goes')
    .action(
      action({ search: true }, async ({ db, config, origin, signal }) => {
        // Loaded here: the other commands would start later for it.
        const [{ StdioServerTransport }, { openAssistants }] = await Promise.all([
          import('@modelcontextprotocol/sdk/server/stdio.js'),
          import('./server.js'),
        ]);
        const log = pino({ level: config.logLevel }, pino.destination(2));
        const search = openSearch(config, db, log);
        const siteOrigin = config.siteOrigin ?? origin ?? `http://localhost:${config.port}`;
        const server = openAssistants({ db, search, siteOrigin: () => siteOrigin }, log)();
        try {
          const gone = once(process.stdin, 'end', { signal }).catch(() => {}); // Ctrl-C is an end like any other
          await server.connect(new StdioServerTransport());
          await gone;
        } finally {
          await server.close();
          await search.close();
        }
        return { json: { ok: true }, text: null };
      }),
    );
}
