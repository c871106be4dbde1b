import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { breakOff } from './pace.js';
import { BEGINS } from './server.js';

/** How often connections that have become idle are looked for, ms. */
const SWEEP_MS = 50;

/**
 * Watches a server: resets connections of clients that do not read their answer, and lets it stop without breaking off
 * other requests.
 * @param answerMs the longest that a client may take to receive an answer once it is ready
 * @param lingerMs how long connections without a request are kept once the server is to stop. A proxy that keeps them
 *   may be sending one that very moment: it is answered, and the answer says that the connection ends. The proxy finds
 *   out that nobody listens any more when it opens another, before it has sent anything on it.
 * @returns stops it: takes no more connections, lets the running requests end and their connections close. What
 *   still runs after `waitMs` ms is broken off.
 */
export function watchRequests(
  server: Server,
  answerMs: number,
  lingerMs: number,
): (waitMs: number) => Promise<void> {
  const running = new Set<ServerResponse>();
  const lookAtReaders = breakOffSlowReaders(running, answerMs);
  let stopping = false;
  const lastOfItsConnection = (res: ServerResponse): void => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  server.prependListener(BEGINS, (_req: unknown, res: ServerResponse) => {
    running.add(res);
    res.once('close', () => running.delete(res));
    if (stopping) lastOfItsConnection(res);
  });
  return async (waitMs) => {
    stopping = true;
    running.forEach(lastOfItsConnection);
    // http.Server's own close would close the idle connections at once.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    let sweep: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    }, lingerMs);
    const late = setTimeout(() => {
      running.forEach(breakOff); // a proxy that speaks HTTP/1.0 would take a plain end for that of the answer
      server.closeAllConnections();
    }, waitMs);
    await closed;
    clearTimeout(linger);
    clearInterval(sweep);
    clearInterval(lookAtReaders);
    clearTimeout(late);
  };
}

/**
 * Resets connections whose answer is ready and not read, and those that stall while there is data to send: it stays in
 * memory, and a file stays open, until then.
 */
function breakOffSlowReaders(running: Set<ServerResponse>, waitMs: number): NodeJS.Timeout {
  const readySince = new WeakMap<ServerResponse, number>();
  const moved = new WeakMap<ServerResponse, { sent: number; at: number }>();
  const isStuck = (res: ServerResponse, now: number): boolean => {
    if (res.writableEnded) {
      const since = readySince.get(res) ?? now;
      readySince.set(res, since);
      return now - since > waitMs;
    }
    const { socket } = res;
    const waits = res.writableNeedDrain || res.writableLength > 0;
    const sent = waits && socket ? socket.bytesWritten - socket.writableLength : -1;
    const before = moved.get(res);
    if (before?.sent !== sent) moved.set(res, { sent, at: now });
    return sent >= 0 && before?.sent === sent && now - before.at > waitMs;
  };
  return setInterval(
    () => {
      const now = performance.now();
      for (const res of running) if (isStuck(res, now)) breakOff(res);
    },
    Math.min(waitMs / 4, 10_000),
  ).unref();
}
