import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'node:http';
import express from 'express';
import type { Express } from 'express';

/**
 * Makes the HTTP server of an Express app.
 *
 * Express sets another prototype on each request and response, after which V8 no longer optimises code on them.
 * These classes have Express's properties from the start, and Express sets the prototype that is already there.
 */
export function createExpressServer(app: Express, options: ServerOptions): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  const own = { app: { value: app } };
  Object.defineProperties(Request.prototype, Object.getOwnPropertyDescriptors(express.request));
  Object.defineProperties(Request.prototype, own);
  Object.defineProperties(Response.prototype, Object.getOwnPropertyDescriptors(express.response));
  Object.defineProperties(Response.prototype, own);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  const server = createServer(
    // A request without Host is refused as a problem, by refuseWithoutHost; Node's own answer is empty.
    { ...options, IncomingMessage: Request, ServerResponse: Response, requireHostHeader: false },
    app,
  );
  // `Expect` with anything but 100-continue may be ignored; Node's own answer is an empty 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}
