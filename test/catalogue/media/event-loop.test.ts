import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serviceOfFile } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { LIMIT, picture, pngChunk } from './images.js';

const service = serviceOfFile();
/** What this machine takes at this moment for work that must not be done on the event loop, ms. */
let yardstick: number;
beforeAll(async () => {
  const started = performance.now();
  let marks = 0;
  for (const byte of Buffer.alloc(8 * LIMIT)) if (byte === 0xff) marks++;
  expect(marks).toBe(0);
  yardstick = performance.now() - started;
  await upload(await picture('png')); // loads sharp
});

const upload = (image: Buffer): Promise<Answered> =>
  service.call('PUT', '/media/image.png', { key: service.key, body: image });

/** A PNG with as many chunks as fit into 10 MB. */
async function manyChunks(): Promise<Buffer> {
  const png = await picture('png');
  const chunk = pngChunk('teXt', Buffer.alloc(0));
  const chunks = Array<Buffer>(Math.floor((LIMIT - png.length) / chunk.length)).fill(chunk);
  const afterHead = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHead), ...chunks, png.subarray(afterHead)]);
}

/** A JPEG with 10 MB of the same two bytes before its end. */
async function manyMarks(pair: [number, number]): Promise<Buffer> {
  const jpeg = await picture('jpeg');
  const filling = Buffer.alloc(LIMIT - jpeg.length - 1, Buffer.from(pair));
  return Buffer.concat([jpeg.subarray(0, -2), filling.subarray(filling.length % 2), jpeg.subarray(-2)]);
}

/** An animation with 10 MB of comments of nothing before its end. */
async function manyBlocks(): Promise<Buffer> {
  const gif = await picture('gif');
  const comments = Math.floor((LIMIT - gif.length) / 3);
  return Buffer.concat([
    gif.subarray(0, -1),
    Buffer.alloc(comments * 3, Buffer.from([0x21, 0xfe, 0])),
    gif.subarray(-1),
  ]);
}

/** The longest that the event loop stood still during some work, ms. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a PNG of the most chunks', manyChunks],
  ['a JPEG of escaped bytes', () => manyMarks([0xff, 0])],
  ['a JPEG of fill bytes', () => manyMarks([0xff, 0xff])],
  ['a GIF of the most blocks', manyBlocks],
])(
  'an upload of %s is judged without holding up the event loop',
  async (_what, make) => {
    const image = await make();
    expect(image.length).toBeLessThanOrEqual(LIMIT);
    let answer: Answered | undefined;
    const hold = await longestHold(async () => (answer = await upload(image)));
    expect([200, 415]).toContain(answer!.status);
    expect(hold).toBeLessThan(yardstick / 4);
  },
  30_000,
);
