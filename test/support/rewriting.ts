import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy before a real server, whose answers can be rewritten. */
export interface Rewriting {
  url: string;
  /** makes another answer, of 200, of a whole one to a path; what it leaves as it is keeps its status */
  rewrite: ((body: string, path: string) => string) | undefined;
  close(): void;
}

export async function openRewriting(target: string): Promise<Rewriting> {
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const { method = 'GET', url: path = '/', headers } = request;
      const { host: _, connection: _c, 'content-length': _l, ...kept } = headers;
      const body = await buffer(request);
      const answer = await fetch(target + path, {
        method,
        headers: Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      const text = await answer.text();
      const other = rewriting.rewrite?.(text, path) ?? text;
      response
        .writeHead(other === text ? answer.status : 200, { 'Content-Type': 'application/json' })
        .end(other);
    };
    forward().catch(() => response.destroy());
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const rewriting: Rewriting = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewrite: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return rewriting;
}
