import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import type { Express } from 'express';

/** Requests that wait at most on a connection behind the one that is answered: clients send a few ahead, or none. */
const MOST_AHEAD = 31;

/** The event of a server that begins a request. */
export const BEGINS = 'begins';

/**
 * Begins the requests of each connection one after the other, and ends a connection that sends too many ahead. Node begins
 * all that a packet holds, hundreds; and when the connection ends, those behind the first one are never told, so that what
 * they hold would stay held.
 */
function beginInTurn(server: Server): void {
  const lines = new WeakMap<Socket, (() => void)[]>();
  server.on('request', (req, res) => {
    const { socket } = req;
    const begin = (): void => {
      res.once('close', next);
      server.emit(BEGINS, req, res);
    };
    const next = (): void => {
      const following = socket.destroyed ? undefined : lines.get(socket)?.shift();
      if (following) following();
      else lines.delete(socket);
    };
    const line = lines.get(socket);
    if (line && line.length >= MOST_AHEAD) socket.resetAndDestroy();
    else if (line) line.push(begin);
    else {
      lines.set(socket, []);
      begin();
    }
  });
}

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
  );
  server.on(BEGINS, app);
  beginInTurn(server);
  // `Expect` with anything but 100-continue may be ignored; Node's own answer is an empty 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}
