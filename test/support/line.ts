import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A line to a server that can be cut, held so that nothing comes through, or slow. */
export interface Line {
  /** the address that leads through it */
  url: string;
  set(state: 'open' | 'cut' | 'held'): void;
  /** leads who connects from now on to another server */
  lead(to: string): void;
  /** @param ms by how much what the server answers is late */
  delay(ms: number): void;
  /** how many connections it has refused while it was cut */
  refused(): number;
  close(): void;
}

export async function openLine(to: string): Promise<Line> {
  let target = new URL(to);
  let state = 'open';
  let late = 0;
  let refused = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near.on('error', () => {}).on('close', () => sockets.delete(near)));
    if (state === 'cut') {
      refused++;
      return void near.destroy();
    }
    const far = connect(Number(target.port), target.hostname).on('error', () => near.destroy());
    const answer = (bytes: Buffer): void => void (state === 'open' && !near.destroyed && near.write(bytes));
    near.on('data', (bytes) => state === 'open' && far.write(bytes)).on('close', () => far.destroy());
    far
      .on('data', (bytes) => (late > 0 ? setTimeout(answer, late, bytes) : answer(bytes)))
      .on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: to.replace(target.host, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    set(wanted) {
      state = wanted;
      if (wanted !== 'held') for (const socket of sockets) socket.destroy();
    },
    lead(other) {
      target = new URL(other);
    },
    delay(ms) {
      late = ms;
    },
    refused: () => refused,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
