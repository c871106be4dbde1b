import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { identify } from '../access/identify.js';
import type { KeyRing } from '../access/keys.js';
import type { Limits } from '../access/limits.js';
import type { SyncLog } from '../access/sync-log.js';
import { mount, route } from '../http/route.js';
import type { Answer, Guard, Route } from '../http/route.js';
import { guide } from './guide.js';
import { lookupsOf } from './resolve.js';
import type { Catalogue } from './tools.js';

export interface AssistantParts extends Catalogue {
  log: Logger;
  keys: KeyRing;
  syncLog: SyncLog;
  /** the limits of a read */
  guard: Guard;
  limits: Pick<Limits, 'countReads'>;
}

/** `/mcp`, where assistants call the tools, and `/llms.txt`, which tells them of the service. */
export function assistantRoutes(parts: AssistantParts): Router {
  const router = Router({ caseSensitive: true });
  router.use('/mcp', openToPages, identify(parts.keys), parts.syncLog.observe);
  mount(router, [mcpRoute(parts), guideRoute(parts)], parts.guard);
  return router;
}

/**
 * The Model Context Protocol over HTTP (streamable HTTP, revision 2025-11-25 and before). Without sessions, so that
 * any gateway answers any request; each message counts as one read, which is why they come one at a time, and one that
 * looks up several identifiers as one for each.
 */
function mcpRoute(parts: AssistantParts): Route {
  let loaded: ReturnType<typeof loadProtocol> | undefined;
  return route({
    method: 'post',
    path: '/mcp',
    access: 'open',
    limit: 'read',
    body: {
      schema: z.looseObject({}, { error: 'must be one JSON-RPC message' }),
      limit: 256 * 1024,
    },
    doc: {
      id: 'callAssistant',
      tag: 'Assistants',
      summary: 'MCP',
      answers: { 200: { description: 'A JSON-RPC message' } },
    },
    async handle({ req, res, body }) {
      await parts.limits.countReads({ req, res }, lookupsOf(body) - 1);
      const { Transport, makeServer } = await (loaded ??= loadProtocol(parts));
      const transport = new Transport({ enableJsonResponse: true });
      const server = makeServer();
      await server.connect(transport);
      try {
        const answer = await transport.handleRequest(protocolRequest(req.get('mcp-protocol-version')), {
          parsedBody: body,
        });
        return await answerOf(answer);
      } finally {
        await server.close();
      }
    },
  });
}

/** The protocol takes 5 MB: it is loaded only where somebody speaks it. */
async function loadProtocol(parts: AssistantParts) {
  const [{ WebStandardStreamableHTTPServerTransport: Transport }, { openAssistants }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('./server.js'),
  ]);
  return { Transport, makeServer: openAssistants(parts, parts.log) };
}

/** What the transport looks at beside the message. It answers in JSON, whatever of the two the caller prefers. */
function protocolRequest(version: string | undefined): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'Mcp-Protocol-Version': version }),
    },
  });
}

async function answerOf(answer: Response): Promise<Answer> {
  const json = await answer.text();
  return { status: answer.status, headers: { 'Cache-Control': 'no-store' }, ...(json !== '' && { json }) };
}

function guideRoute({ siteOrigin }: AssistantParts): Route {
  return route({
    method: 'get',
    path: '/llms.txt',
    access: 'open',
    limit: 'none',
    doc: {
      id: 'guide',
      tag: 'Assistants',
      summary: 'llms.txt',
      answers: { 200: { description: 'The service in a page of Markdown' } },
    },
    handle({ res }) {
      res.type('text').send(guide(siteOrigin()));
      return undefined;
    },
  });
}

const ALLOWED = [
  'Content-Type',
  'X-API-Key',
  'X-Request-Id',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Last-Event-ID',
];

/**
 * Pages of any origin may call, as they may make any other read: there is no cookie or session to ride on, a key is
 * never sent by a browser on its own, and what is read is public. So a page that reaches this address under a name of
 * its own (DNS rebinding) gains nothing that its origin would not be given anyway.
 */
const openToPages: RequestHandler = (req, res, next) => {
  if (req.get('origin') !== undefined) {
    res
      .set('Access-Control-Allow-Origin', '*')
      .set('Access-Control-Expose-Headers', 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id');
    if (req.method === 'OPTIONS')
      res
        .set('Access-Control-Allow-Methods', 'POST')
        .set('Access-Control-Allow-Headers', ALLOWED.join(', '))
        .set('Access-Control-Max-Age', '600');
  }
  next();
};
