import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { compressAnswers } from '../../../src/platform/http/compress.js';
import { sendAtPace } from '../../../src/platform/http/pace.js';
import type { Pace } from '../../../src/platform/limits/sizes.js';
import { LIMIT, pngOfSize } from '../../catalogue/media/images.js';
import { startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';
import { listening } from '../../support/listening.js';

const MB = 1024 * 1024;
const PACE: Pace = { bytesPerSecond: 64 * 1024, averagedMs: 1_000, graceMs: 500, longestMs: 60_000 };

/** An answer, unread; whatever breaks it off is no error of the test. */
async function ask(address: string, headers = {}): Promise<IncomingMessage> {
  const request = get(address, { agent: false, headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => {});
  return answer.on('error', () => {});
}

/**
 * Waits until the system has no connection for a socket any more. The program itself hears of a reset only behind what
 * it has left to read.
 */
async function untilReset({ localPort }: Socket): Promise<void> {
  const port = localPort!.toString(16).toUpperCase().padStart(4, '0');
  const own = new RegExp(`^ *\\d+: \\w+:${port} `, 'm');
  await until(() => ['tcp', 'tcp6'].every((name) => !own.test(readFileSync(`/proc/net/${name}`, 'utf8'))));
}

/**
 * Reads a few bytes now and then until it is broken off, and then what this side has received by then, which can be
 * megabytes. @returns whether it was broken off
 */
async function trickle(
  answer: IncomingMessage,
  longEnough: Promise<unknown> = untilReset(answer.socket),
): Promise<boolean> {
  const timer = setInterval(() => answer.read(1_000), 100);
  await longEnough.finally(() => clearInterval(timer));
  return cutOff(answer.resume());
}

/** Waits for the end of an answer. @returns whether it was broken off */
async function cutOff(answer: IncomingMessage): Promise<boolean> {
  await until(async () => answer.closed, 60_000);
  return !answer.complete;
}

describe('a stream that is sent at a pace', () => {
  /** Serves a stream, and gives its address. */
  const serving = (stream: () => Readable, pace: Pace): Promise<string> =>
    listening(createServer((_req, res) => void sendAtPace(stream(), res, pace).catch(() => {})));
  const endless = (): Readable =>
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024);
      })(),
    );

  test('is broken off where its reader takes less than the least, and the source is ended', async () => {
    const source = endless();
    const answer = await ask(await serving(() => source, PACE));
    const ended = until(async () => source.destroyed);
    expect(await trickle(answer, ended)).toBe(true);
  });

  test('is broken off after its longest time, however fast its reader', async () => {
    const answer = await ask(await serving(endless, { ...PACE, longestMs: 1_000 }));
    expect(await cutOff(answer.resume())).toBe(true);
  });

  test('is whole where the source is slow: only time in which bytes wait for the reader counts', async () => {
    const slow = (): Readable =>
      Readable.from(
        (async function* () {
          for (let n = 0; n < 10; n++) {
            await sleep(300);
            yield Buffer.from('0123456789');
          }
        })(),
      );
    const answer = await ask(await serving(slow, PACE));
    expect(Buffer.concat(await answer.toArray())).toHaveLength(100);
    expect(answer.complete).toBe(true);
  });
});

describe('who reads 1 MB/s, where a stream is read at 2 MB/s at least,', () => {
  const LEAST: Pace = { bytesPerSecond: 2 * MB, averagedMs: 1_500, graceMs: 1_000, longestMs: 60_000 };
  /** As gzip a tenth. */
  const stream = (): Readable =>
    Readable.from(
      (function* () {
        for (let n = 0; n < 1_200; n++) yield Buffer.concat([randomBytes(6 * 1024), Buffer.alloc(58 * 1024)]);
      })(),
    );
  let address: string;
  beforeAll(async () => {
    const server = createServer((req, res) => {
      res.setHeader('Content-Type', 'text/plain');
      compressAnswers(req as Request, res as Response, () => {
        sendAtPace(stream(), res, LEAST).catch(() => {});
      });
    });
    address = await listening(server);
  });

  test.each([
    ['plain bytes is broken off', {}, false],
    ['compressed ones, which are 10 MB/s, gets all', { 'Accept-Encoding': 'gzip' }, true],
  ])('and takes %s', async (_, headers, isWhole) => {
    const answer = await ask(address, headers);
    try {
      for await (const chunk of answer) await sleep((chunk as Buffer).length / 1_050);
    } catch {
      // it is broken off
    }
    expect(answer.complete).toBe(isWhole);
  });
});

describe('readers of other answers', () => {
  const service = shared(() => startService({}, { imagePace: PACE, answerMs: 2_000 }));
  beforeAll(async () => {
    await service.db.none(
      `INSERT INTO products (code, name_cn, description, description_en, ai_summary, ai_summary_en, source)
         SELECT 'L-' || n, '产品', repeat('说', 1000), repeat('明', 1000), repeat('摘', 4000), repeat('要', 4000), 'erp'
           FROM generate_series(1, 200) n`,
    );
  });

  /** Its reader takes less than the least; one that takes it has it whole. */
  async function image(): Promise<void> {
    const bytes = pngOfSize(LIMIT);
    const { body } = await service.call('PUT', '/media/a.png', {
      key: service.key,
      body: new Uint8Array(bytes),
    });
    expect(body).toMatchObject({ ok: true });
    expect(await trickle(await ask(service.origin + body.url))).toBe(true);
    const whole = Buffer.concat(await (await ask(service.origin + body.url)).toArray()) as Buffer;
    expect(whole.equals(bytes)).toBe(true);
  }

  /** Of 6 MB, and ready. */
  async function list(): Promise<void> {
    const idle = await ask(`${service.origin}/api/v1/products?page_size=200`);
    expect(await trickle(idle)).toBe(true);
    const { status, body } = await service.call('GET', '/products?page_size=200');
    expect([status, body.data.length]).toEqual([200, 200]);
  }

  /** Nobody takes it. */
  async function script(headers: Record<string, string> = {}): Promise<void> {
    const { hostname, port } = new URL(service.origin);
    const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
    const request = `GET /storefront/openchemlib.js HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // One behind the other, as many as may be: the system keeps some MB of what is not taken.
    socket.pause().write(request.repeat(16));
    // The system may lose a reset where it had no room for what came before: it comes again in answer to more.
    const asking = setInterval(() => socket.write(request), 1_000);
    await untilReset(socket).finally(() => clearInterval(asking));
    let bytes = 0;
    socket.on('data', ({ length }: Buffer) => (bytes += length)).resume();
    await closed;
    expect(bytes).toBeLessThan(20_000_000);
  }

  test('an image, a list, a script and a packed one are broken off where they are not taken in time, and nobody else is', async () => {
    await Promise.all([image(), list(), script(), script({ 'Accept-Encoding': 'gzip' })]);
    expect(await service.call('GET', '/products?page_size=1')).toMatchObject({ status: 200 });
  });
});
