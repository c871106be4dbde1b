import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import express from 'express';
import { openLimits } from '../../../src/platform/access/limits.js';
import { FORMATS } from '../../../src/exchange/exports/formats.js';
import { PACES } from '../../../src/platform/limits/sizes.js';
import { sendFile } from '../../../src/exchange/exports/send.js';
import type { SendParts } from '../../../src/exchange/exports/send.js';
import { beginContext } from '../../../src/platform/http/context.js';
import { openLimit, OURSELVES } from '../../../src/platform/limits/limit.js';
import { listening } from '../../support/listening.js';

const MB = 1024 * 1024;

const room = 1024 * MB;

/** A server that sends what `streamOf` gives, as a file of so many rows, under any path that names a format. */
async function serve(
  parts: Pick<SendParts, 'exports' | 'drawnExports'>,
  streamOf: () => Readable,
  count = 1,
) {
  const limits = openLimits(() => undefined);
  const bounds = { ...parts, limits, exportSpool: openLimit({ all: room }), exportPace: PACES.exports };
  const app = express()
    .use(beginContext)
    .get('/:format', (req, res) => {
      const format = FORMATS[req.params.format as keyof typeof FORMATS];
      const file = { contentType: 'text/plain', fileName: 'a.txt', count, cursor: '1', stream: streamOf() };
      sendFile(bounds, res, { format, open: async () => file }).catch(
        (error: { status: number }) => void res.status(error.status ?? 500).end(),
      );
    });
  const origin = await listening(createServer(app));
  return {
    async ask(path: string): Promise<IncomingMessage> {
      const [answer] = await once(get(origin + path, { agent: false }), 'response');
      return answer as IncomingMessage;
    },
  };
}

test('a reader who stops keeps the turn of an export only until its source has ended', async () => {
  const exports = openLimit({ all: 1 });
  const server = await serve({ exports, drawnExports: openLimit({ all: 1 }) }, () =>
    Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(MB, 'a'))),
  );
  const answer = await server.ask('/csv');
  const leave = await exports.enter(OURSELVES);
  leave();
  expect(answer.readableFlowing).not.toBe(true);
  let bytes = 0;
  for await (const piece of answer) bytes += (piece as Buffer).length;
  expect(bytes).toBe(40 * MB);
});

test('files that are drawn wait for each other and take one place: others are sent meanwhile', async () => {
  const sources: PassThrough[] = [];
  const server = await serve(
    { exports: openLimit({ all: 8 }), drawnExports: openLimit({ all: 1, waitMs: 100 }) },
    () => {
      const source = new PassThrough();
      source.write('a');
      sources.push(source);
      return source;
    },
  );
  const drawn = await server.ask('/sdf');
  expect((await server.ask('/sdf')).statusCode).toBe(503);
  const other = await server.ask('/csv');
  expect([drawn.statusCode, other.statusCode]).toEqual([200, 200]);
  for (const source of sources) source.end();
  for (const answer of [drawn, other]) expect((await answer.resume().toArray()).join('')).toBe('a');
  const next = await server.ask('/sdf');
  expect(next.statusCode).toBe(200);
  next.destroy();
});

test('files that are drawn count as reads by their rows, others do not, and what is refused is not written', async () => {
  const sources: Readable[] = [];
  const queues = { exports: openLimit({ all: 8 }), drawnExports: openLimit({ all: 8 }) };
  const streamOf = (): Readable => {
    const source = Readable.from([Buffer.from('a')]);
    sources.push(source);
    return source;
  };
  const server = await serve(queues, streamOf, 12_500);
  const ask = async (path: string): Promise<unknown[]> => {
    const answer = (await server.ask(path)).resume();
    await once(answer, 'end');
    return [answer.statusCode, /r=\d+/.exec(String(answer.headers['ratelimit']))?.[0]];
  };
  expect(await ask('/sdf')).toEqual([200, 'r=70']);
  expect(await ask('/csv')).toEqual([200, undefined]);
  expect(await ask('/sdf')).toEqual([200, 'r=20']);
  expect(await ask('/sdf')).toEqual([429, 'r=0']);
  expect(sources.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true]);
});
