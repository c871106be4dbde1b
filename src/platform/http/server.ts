import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import type { Express } from 'express';

/** Requests of a connection that are under way: clients send the next one after the answer, or a few ahead. */
const MOST_AHEAD = 16;

/** Ends connections that send more requests ahead: Node begins all that a packet holds, hundreds, before it reads of others. */
function refuseMany(listener: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    const before = underWay.get(socket) ?? 0;
    if (before >= MOST_AHEAD) return void socket.destroy();
    underWay.set(socket, before + 1);
    res.once('close', () => underWay.set(socket, underWay.get(socket)! - 1));
    listener(req, res);
  };
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
    refuseMany(app),
  );
  // `Expect` with anything but 100-continue may be ignored; Node's own answer is an empty 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}
