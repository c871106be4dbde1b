import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { openDecoder } from '../../../src/catalogue/media/decode.js';
import { inspect } from '../../../src/catalogue/media/inspect.js';
import { atEnd } from '../../support/with-own.js';
import { animation, bitmap, picture } from './images.js';
import BITMAPS from './bitmaps.json' with { type: 'json' };

const reasonOf = async (bytes: Buffer): Promise<string | null> =>
  inspect(bytes).then(
    () => null,
    (error: { errors: { code: string }[] }) => error.errors[0]!.code,
  );

describe('an image cut anywhere is refused', () => {
  const made = (format: 'png' | 'jpeg' | 'webp', options: object) => async () =>
    sharp(await picture('png'))
      .toFormat(format, options)
      .toBuffer();
  test.each<[string, () => Promise<Buffer>]>([
    ...(['png', 'jpeg', 'gif', 'webp'] as const).map((each): [string, () => Promise<Buffer>] => [
      each,
      () => picture(each),
    ]),
    ['interlaced png', made('png', { progressive: true })],
    ['palette png', made('png', { palette: true })],
    ['progressive jpeg', made('jpeg', { progressive: true })],
    ['animated gif', () => animation('gif')],
    ['lossless webp', made('webp', { lossless: true })],
    ['animated webp', () => animation('webp')],
    ['bmp', async () => bitmap()],
  ])('%s', async (_name, make) => {
    const whole = await make();
    expect(await reasonOf(whole)).toBeNull();
    expect(await reasonOf(Buffer.concat([whole, randomBytes(100)]))).toBeNull();
    const parts = Array.from({ length: 59 }, (_, i) => Math.floor((whole.length * (i + 1)) / 60));
    const passed = [];
    for (const cut of [1, 2, 3, 4, 8, 12, 20, ...parts])
      if ((await reasonOf(whole.subarray(0, whole.length - cut))) === null) passed.push(cut);
    expect(passed).toEqual([]);
  });
});

test('random bytes with the first bytes of an image never pass, and never break the process', async () => {
  const heads = [
    await picture('png'),
    await picture('jpeg'),
    await picture('gif'),
    await picture('webp'),
    bitmap(),
  ];
  for (let i = 0; i < 300; i++) {
    const head = heads[i % heads.length]!;
    const bytes = Buffer.concat([head.subarray(0, 2 + (i % 40)), randomBytes(500)]);
    expect(['not_an_image', 'damaged', 'too_many_pixels']).toContain(await reasonOf(bytes));
  }
});

/** Of two rows of three pixels: red, green, blue; white, black, grey. */
const bitmaps = Object.entries(BITMAPS).map(
  ([kind, base64]) => [kind, Buffer.from(base64, 'base64')] as const,
);
test.each(bitmaps)('a bitmap of %s is measured, and refused where it is cut', async (_kind, bytes) => {
  expect(await inspect(bytes)).toEqual({ mime: 'image/bmp', width: 3, height: 2 });
  expect(await reasonOf(bytes.subarray(0, -1))).toBe('damaged');
});

test('a bitmap of 50,000 x 50,000 pixels in run lengths is refused by its header', async () => {
  const bytes = Buffer.from(BITMAPS['8 bits, run lengths'], 'base64');
  bytes.writeInt32LE(50_000, 18);
  bytes.writeInt32LE(50_000, 22);
  expect(await reasonOf(Buffer.concat([bytes, Buffer.alloc(1_000_000, 255)]))).toBe('too_many_pixels');
});

test('an image that is shown on its side has the size that is shown', async () => {
  const turned = await sharp(await picture('png', { width: 60, height: 40 }))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await inspect(turned)).toMatchObject({ width: 40, height: 60 });
});

test('an image whose process is ended meanwhile is tried again in another one', async () => {
  const decoder = openDecoder();
  atEnd(() => decoder.close());
  const large = await picture('png', { width: 6_000, height: 500 });
  const facts = { mime: 'image/png', width: 6_000, height: 500 };
  expect(await decoder.inspect(large)).toEqual(facts);
  const again = decoder.inspect(large);
  const { status } = spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'image-process']);
  expect(status).toBe(0);
  expect(await again).toEqual(facts);
});
