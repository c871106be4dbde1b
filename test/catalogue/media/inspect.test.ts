import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { inspect } from '../../../src/catalogue/media/inspect.js';
import { animation, bitmap, picture } from './images.js';

const reasonOf = async (bytes: Buffer): Promise<string | null> =>
  inspect(bytes).then(
    () => null,
    (error: { errors: { code: string }[] }) => error.errors[0]!.code,
  );

describe('an image cut anywhere is refused', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['png', () => picture('png')],
    [
      'interlaced png',
      async () =>
        sharp(await picture('png'))
          .png({ progressive: true })
          .toBuffer(),
    ],
    [
      'palette png',
      async () =>
        sharp(await picture('png'))
          .png({ palette: true })
          .toBuffer(),
    ],
    ['jpeg', () => picture('jpeg')],
    [
      'progressive jpeg',
      async () =>
        sharp(await picture('png'))
          .jpeg({ progressive: true })
          .toBuffer(),
    ],
    ['gif', () => picture('gif')],
    ['animated gif', () => animation('gif')],
    ['webp', () => picture('webp')],
    [
      'lossless webp',
      async () =>
        sharp(await picture('png'))
          .webp({ lossless: true })
          .toBuffer(),
    ],
    ['animated webp', () => animation('webp')],
    ['bmp', async () => bitmap()],
  ])('%s', async (_name, make) => {
    const whole = await make();
    expect(await reasonOf(whole)).toBeNull();
    expect(await reasonOf(Buffer.concat([whole, randomBytes(100)]))).toBeNull();
    const cuts = [
      1,
      2,
      3,
      4,
      8,
      12,
      20,
      ...Array.from({ length: 60 }, (_, i) => Math.floor((whole.length * i) / 60)),
    ];
    const passed = [];
    for (const cut of cuts)
      if (cut > 0 && (await reasonOf(whole.subarray(0, whole.length - cut))) === null) passed.push(cut);
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

describe('a bitmap of any kind is measured, and refused where it is cut', () => {
  // Two rows of three pixels: red, green, blue; white, black, grey.
  const picture24 = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
    [0, 0, 0],
    [128, 128, 128],
  ];
  const palette = Buffer.concat(picture24.map(([r, g, b]) => Buffer.from([b!, g!, r!, 0])));
  const upper = [0, 1, 2];
  const lower = [3, 4, 5];

  const file = ({
    bits,
    compression = 0,
    tables = Buffer.alloc(0),
    pixels,
    height = 2,
    headerSize = 40,
  }: {
    bits: number;
    compression?: number;
    tables?: Buffer;
    pixels: Buffer;
    height?: number;
    headerSize?: number;
  }): Buffer => {
    const head = Buffer.alloc(14 + headerSize);
    head.write('BM', 'latin1');
    head.writeUInt32LE(14 + headerSize + tables.length, 10);
    head.writeUInt32LE(headerSize, 14);
    if (headerSize === 12) {
      head.writeUInt16LE(3, 18);
      head.writeUInt16LE(height, 20);
      head.writeUInt16LE(1, 22);
      head.writeUInt16LE(bits, 24);
    } else {
      head.writeInt32LE(3, 18);
      head.writeInt32LE(height, 22);
      head.writeUInt16LE(1, 26);
      head.writeUInt16LE(bits, 28);
      head.writeUInt32LE(compression, 30);
      if (bits <= 8) head.writeUInt32LE(6, 46);
    }
    const all = Buffer.concat([head, tables, pixels]);
    all.writeUInt32LE(all.length, 2);
    return all;
  };
  const row = (bytes: number[], length: number): Buffer =>
    Buffer.concat([Buffer.from(bytes), Buffer.alloc(length - bytes.length)]);
  const rows24 = [lower, upper].map((row_) =>
    row(
      row_.flatMap((i) => [...picture24[i]!].reverse()),
      12,
    ),
  );
  const rows32 = [lower, upper].map((row_) =>
    row(
      row_.flatMap((i) => [...[...picture24[i]!].reverse(), 255]),
      12,
    ),
  );
  const rows8 = [row(lower, 4), row(upper, 4)];
  const rows4 = [row([0x34, 0x50], 4), row([0x01, 0x20], 4)];
  const masks = (...values: number[]): Buffer => {
    const table = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => table.writeUInt32LE(value, i * 4));
    return table;
  };
  const rgbx = [lower, upper].map((row_) =>
    row(
      row_.flatMap((i) => [...picture24[i]!, 0]),
      12,
    ),
  );
  const core = Buffer.concat(picture24.map(([r, g, b]) => Buffer.from([b!, g!, r!])));

  test.each<[string, Buffer]>([
    ['24 bits', file({ bits: 24, pixels: Buffer.concat(rows24) })],
    ['24 bits from the top', file({ bits: 24, height: -2, pixels: Buffer.concat([rows24[1]!, rows24[0]!]) })],
    ['32 bits', file({ bits: 32, pixels: Buffer.concat(rows32) })],
    [
      '32 bits with masks',
      file({ bits: 32, compression: 3, tables: masks(0xff, 0xff00, 0xff0000), pixels: Buffer.concat(rgbx) }),
    ],
    ['8 bits', file({ bits: 8, tables: palette, pixels: Buffer.concat(rows8) })],
    ['8 bits, oldest header', file({ bits: 8, headerSize: 12, tables: core, pixels: Buffer.concat(rows8) })],
    ['4 bits', file({ bits: 4, tables: palette, pixels: Buffer.concat(rows4) })],
    [
      '8 bits, run lengths',
      file({
        bits: 8,
        compression: 1,
        tables: palette,
        pixels: Buffer.from([0, 3, 3, 4, 5, 0, 0, 0, 1, 0, 1, 1, 1, 2, 0, 0, 0, 1]),
      }),
    ],
    [
      '4 bits, run lengths',
      file({
        bits: 4,
        compression: 2,
        tables: palette,
        pixels: Buffer.from([0, 3, 0x34, 0x50, 0, 0, 2, 0x01, 1, 0x20, 0, 0, 0, 1]),
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await inspect(bytes)).toEqual({ mime: 'image/bmp', width: 3, height: 2 });
    expect(await reasonOf(bytes.subarray(0, -1))).toBe('damaged');
  });

  test('one of 50,000 x 50,000 pixels in run lengths is refused by its header', async () => {
    const bytes = file({ bits: 8, compression: 1, tables: palette, pixels: Buffer.alloc(1_000_000, 255) });
    bytes.writeInt32LE(50_000, 18);
    bytes.writeInt32LE(50_000, 22);
    expect(await reasonOf(Buffer.concat([bytes, Buffer.from([0, 1])]))).toBe('too_many_pixels');
  });
});

test('an image that is shown on its side has the size that is shown', async () => {
  const turned = await sharp(await picture('png', { width: 60, height: 40 }))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await inspect(turned)).toMatchObject({ width: 40, height: 60 });
});
