import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** A way to a search engine, on which it can say that it is of another version than it is. */
interface OtherVersion {
  url: string;
  /** @param version undefined: what it is */
  say(version: string | undefined): void;
  close(): void;
}

export async function openOtherVersion(to: string): Promise<OtherVersion> {
  let said: string | undefined;
  const server = http.createServer((asked, answer) => {
    if (asked.url === '/version' && said !== undefined)
      return void answer.end(JSON.stringify({ pkgVersion: said }));
    const { method, headers } = asked;
    const onward = http.request(to + asked.url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      pipeline(given, answer, () => {});
    });
    pipeline(asked, onward, (error) => void (error && answer.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say: (version) => void (said = version),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
