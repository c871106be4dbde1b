import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface ReceivedMessage {
  type: string;
  timestamp: string;
  data: {
    changes: { code: string; op: string; product: { code: string; mw: number | null } | null }[];
    items?: object[];
    next: string;
    reason?: string;
  };
}

export interface Received {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  message: ReceivedMessage;
  at: number;
}

/** A receiver of webhooks: a real HTTP server. */
export interface Receiver {
  url: string;
  /** `127.0.0.1:<port>` */
  host: string;
  received: Received[];
  /** how it answers; 204 unless set. One that does not end the answer leaves the sender hanging. */
  answer: (res: ServerResponse, got: Received) => void;
  /** every change of every message, in the order in which they came */
  changes(): ReceivedMessage['data']['changes'];
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    req.on('end', () => {
      const got: Received = {
        id: String(req.headers['webhook-id']),
        path: req.url!,
        headers: req.headers,
        text,
        message: text === '' ? ({} as ReceivedMessage) : (JSON.parse(text) as ReceivedMessage),
        at: performance.now(),
      };
      receiver.received.push(got);
      receiver.answer(res, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: `http://${host}/hook`,
    host,
    received: [],
    answer: (res) => void res.writeHead(204).end(),
    changes: () => receiver.received.flatMap(({ message }) => message.data.changes ?? []),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Reads a message as a receiver is to: throws where its signature does not stand. */
export function verified(secret: string, { text, headers }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
