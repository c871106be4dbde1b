import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { EXPORT_PACE } from '../../src/exports/routes.js';
import { sendFile } from '../../src/exports/send.js';
import { openQueue } from '../../src/http/queue.js';

const MB = 1024 * 1024;

test('a reader who stops keeps the turn of an export only until its source has ended', async () => {
  const exports = openQueue(1);
  const room = 1024 * MB;
  const parts = { exports, exportSpool: { each: room, left: room }, exportPace: EXPORT_PACE };
  const file = () => ({
    contentType: 'text/plain',
    fileName: 'a.txt',
    count: 1,
    cursor: '1',
    stream: Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(MB, 'a'))),
  });
  const app = express().get(
    '/',
    (_req, res) => void sendFile(parts, res, async () => file()).catch(() => {}),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const call = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  try {
    const leave = await exports.enter();
    leave();
    expect(answer.readableFlowing).not.toBe(true);
    let bytes = 0;
    for await (const piece of answer) bytes += (piece as Buffer).length;
    expect(bytes).toBe(40 * MB);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
