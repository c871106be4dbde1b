import { isIP } from 'node:net';
import { Router } from 'express';
import type { Request as ExpressRequest, RequestHandler } from 'express';
import { z } from 'zod';
import { cors, filled, holderOf, identifyCaller, mount, Problem, route } from '../../platform/index.js';
import type { Answer, Context, Holder, Route } from '../../platform/index.js';
import { assistantForm, countInquiry } from '../../exchange/index.js';
import { readsOf } from '../../search/index.js';
import { listOf, readArguments } from './arguments.js';
import { MOST, TEXTS } from './texts.js';
import type { ToolContext } from './tool.js';

type AssistantParts = Context & ToolContext;

/** `/mcp`, where assistants call the tools, and `/llms.txt`, which describes the service to them. */
export function assistantRoutes(parts: AssistantParts): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    '/mcp',
    refuseRebinding(parts),
    // Pages of any origin may read: there is no cookie to abuse, and browsers never send a key by themselves.
    cors([], new Set(['/']), [...PROTOCOL_HEADERS, 'Mcp-Session-Id', 'Last-Event-ID']),
    identifyCaller(parts.keys),
    parts.syncLog.observe,
  );
  mount(router, [mcpRoute(parts), guideRoute(parts)], parts.guard, { bodies: parts.bodies });
  return router;
}

/**
 * The Model Context Protocol over HTTP (streamable HTTP, revision 2026-07-28 and those before it). It has no sessions,
 * so that any gateway can answer any request. Each message counts as one read, or one for each 25 identifiers that it
 * looks up, and one that asks for a price as an inquiry too; batches of messages are therefore refused.
 */
function mcpRoute(parts: AssistantParts): Route {
  let loaded: ReturnType<typeof loadProtocol> | undefined;
  return route('post', '/mcp', 'open', {
    limit: 'read',
    body: {
      schema: z.looseObject({}, { error: 'must be one JSON-RPC message' }),
      limit: 256 * 1024,
    },
    async handle({ req, res, body }) {
      const { reads, form } = costOf(body);
      await parts.limits.countReads({ req, res }, reads - 1);
      if (form) await parts.limits.countInquiry({ req, res });
      // A form that is refused takes nothing from the day of all.
      if (form?.value) await parts.writes.tx((tx) => countInquiry(tx, req, parts));
      const answer = await (loaded ??= loadProtocol(parts));
      return answerOf(await answer(protocolRequest(req), body, holderOf(req)));
    },
  });
}

const called = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string(), arguments: z.unknown() }),
});
const lookups = z.object({
  identifiers: z.unknown().transform(listOf).pipe(z.array(z.unknown()).min(1).max(MOST.identifiers)),
});

/** What a JSON-RPC message counts as: so many reads, and where it asks for a price as an inquiry too. */
function costOf(message: unknown) {
  const { name, arguments: given } = called.safeParse(message).data?.params ?? {};
  const { data } = lookups.safeParse(name === 'resolve_identifiers' ? given : undefined);
  const form = name === 'request_quote' ? readArguments(assistantForm.strict(), given) : undefined;
  return { reads: data ? readsOf(data.identifiers.length) : 1, form };
}

/** Loads the protocol at its first use, for its memory. */
async function loadProtocol(parts: AssistantParts) {
  const { answerOverHttp, openAssistants } = await import('./server.js');
  const makeServer = openAssistants(parts, parts.log);
  return (request: Request, message: unknown, holder: Holder) =>
    answerOverHttp(() => makeServer(holder), parts.log, request, message);
}

/** Headers that say what a message is about, as the protocol checks them against the message. */
const PROTOCOL_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];

/** What the protocol reads of a request. It answers in JSON, whichever of its two formats the caller prefers. */
function protocolRequest(req: ExpressRequest): Request {
  const headers = new Headers({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  });
  for (const name of PROTOCOL_HEADERS) {
    const value = req.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

async function answerOf(answer: Response): Promise<Answer> {
  const json = await answer.text();
  return { status: answer.status, headers: { 'Cache-Control': 'no-store' }, ...(json !== '' && { json }) };
}

/** `/llms.txt` (llmstxt.org): the service described to assistants, as a page of Markdown. */
function guideRoute({ siteOrigin }: AssistantParts): Route {
  return route('get', '/llms.txt', 'open', {
    limit: 'none',
    handle({ res }) {
      const places = { site: siteOrigin(), api: `${siteOrigin()}/api/v1` };
      res.type('text').send(filled(TEXTS.guide.join('\n'), places));
      return undefined;
    },
  });
}

/**
 * Refuses a request of a page whose name was made to point at this machine (DNS rebinding; a MUST of the protocol): it
 * comes with a host that is not ours. Addresses, and names without a dot, are none that an attacker can make.
 * @throws Problem 403
 */
function refuseRebinding({ siteOrigin }: AssistantParts): RequestHandler {
  const isOurs = (host: string): boolean =>
    host === new URL(siteOrigin()).hostname || isIP(host.replaceAll(/[[\]]/g, '')) > 0 || !host.includes('.');
  return (req, _res, next) => {
    if (req.get('origin') === undefined || isOurs(req.hostname)) return next();
    throw new Problem('foreign-origin', `${req.hostname} is not the host of this service (SITE_ORIGIN).`);
  };
}
