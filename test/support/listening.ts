import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { Server as HttpServer } from 'node:http';
import { atEnd } from './with-own.js';

/** Has a server listen on a free port of this machine. @returns its address */
export async function originOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** {@link originOf}, until the last test of the file is over. */
export async function listening(server: Server): Promise<string> {
  atEnd(() => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  return originOf(server);
}
