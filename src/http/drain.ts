import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** How often connections are looked for that have become idle meanwhile, ms. */
const SWEEP_MS = 50;

/**
 * How long connections without a request are kept once the server is to stop, ms. A proxy that keeps them may be
 * sending one that very moment: it is answered, and the answer says that the connection ends. The proxy finds out
 * that nobody listens any more when it opens another, before it has sent anything on it.
 */
const LINGER_MS = 1_000;

/**
 * Watches a server, so that it can be stopped without cutting off anybody who is served.
 * @returns stops it: takes no more connections, lets the running requests end and their connections close. What
 *   still runs after `patience` ms is broken off.
 */
export function watchRequests(server: Server): (patience: number) => Promise<void> {
  const running = new Set<ServerResponse>();
  let stopping = false;
  const lastOfItsConnection = (res: ServerResponse): void => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_req, res) => {
    running.add(res);
    res.once('close', () => running.delete(res));
    if (stopping) lastOfItsConnection(res);
  });
  return async (patience) => {
    stopping = true;
    running.forEach(lastOfItsConnection);
    // That of http.Server would close the idle connections at once.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    let sweep: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    }, LINGER_MS);
    const late = setTimeout(() => server.closeAllConnections(), patience);
    await closed;
    clearTimeout(linger);
    clearInterval(sweep);
    clearTimeout(late);
  };
}
