import type { Server, ServerResponse } from 'node:http';

/** How often connections are looked for that have become idle meanwhile, ms. */
const SWEEP_MS = 50;

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
    const closed = new Promise((resolve) => server.close(resolve));
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const late = setTimeout(() => server.closeAllConnections(), patience);
    await closed;
    clearInterval(sweep);
    clearTimeout(late);
  };
}
