import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { decodeBmp } from '../../../src/catalogue/media/bmp.js';
import { serviceOfFile } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { bitmap, LIMIT, picture, pngChunk } from './images.js';

const service = serviceOfFile();
/** What this machine takes at this moment for work that must not be done on the event loop, ms. */
let yardstick: number;
beforeAll(async () => {
  const started = performance.now();
  decodeBmp(manyPixels());
  yardstick = performance.now() - started;
  await upload(await picture('png')); // loads sharp
  await upload(bitmap()); // loads the threads
});

const upload = (image: Buffer): Promise<Answered> =>
  service.call('PUT', '/media/image.png', { key: service.key, body: image });

/** The head of a bitmap, and zeros. */
function header(
  width: number,
  height: number,
  { bits, compression = 0, bytes }: { bits: number; compression?: number; bytes: number },
): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('BM', 'latin1');
  file.writeUInt32LE(bits === 24 ? 54 : 54 + 4 * 2 ** bits, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  file.writeUInt32LE(compression, 30);
  return file;
}

/** As many pixels as an image may have, at a bit each. */
const manyPixels = (): Buffer => header(8_000, 6_000, { bits: 1, bytes: 6_000_100 });

/** 10 MB of run lengths of a pixel each. */
function manyRuns(): Buffer {
  const file = header(8_000, 6_000, { bits: 8, compression: 1, bytes: LIMIT });
  for (let at = 54 + 4 * 256; at < LIMIT - 2; at += 2) file[at] = 1;
  file.set([0, 1], LIMIT - 2);
  return file;
}

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
  ['a bitmap of the most pixels', manyPixels],
  ['a bitmap of the most run lengths', manyRuns],
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

test('a smaller copy of the largest bitmap is made without holding up the event loop', async () => {
  const image = manyPixels();
  image.set(randomBytes(1_000), 1_000); // no copy of it is stored
  const { body } = await upload(image);
  let answer: Response | undefined;
  const hold = await longestHold(async () => {
    answer = await fetch(`${service.origin}${body.url}?w=96`);
  });
  expect([answer!.status, answer!.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await sharp(await answer!.arrayBuffer()).metadata()).toMatchObject({ width: 96, height: 72 });
  expect(hold).toBeLessThan(yardstick / 4);
}, 30_000);
