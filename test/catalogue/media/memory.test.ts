import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { hasSwift, startSwift } from '../../support/swift.js';
import { makeBucket, s3Environment } from './bucket.js';
import { openGateway } from '../../support/gateway.js';
import type { GatewayFixture } from '../../support/gateway.js';
import { LIMIT, pngOfSize } from './images.js';
import { closing } from '../../support/with-own.js';

/** How many images a call has: enough, and with FULL=1 the most it may; in S3 the same steps take three times as long. */
const IMAGES = process.env['FULL'] ? { 'a folder': 20, S3: 20 } : { 'a folder': 7, S3: 3 };
type Place = keyof typeof IMAGES;

/** Noise, so that it is as costly to decode as an image of 10 MB can be; what differs stands behind the end. */
async function heavyImage(): Promise<Buffer> {
  const side = 1860;
  const noise = randomBytes(side * side * 3);
  const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return Buffer.concat([png, Buffer.alloc(LIMIT - png.length)]);
}

/** Posts so many images of 10 MB as one array, one image at a time in memory. */
async function postLargest(
  gateway: GatewayFixture,
  image: Buffer,
  count: number,
): Promise<{ status: number; body: { uploaded: number } }> {
  const item = (): string => {
    image.set(randomBytes(16), LIMIT - 16);
    return JSON.stringify({ mime: 'image/png', image: image.toString('base64') });
  };
  const length = (item().length + 1) * count + 1;
  const sending = request(`${gateway.origin}/api/v1/media`, {
    method: 'POST',
    headers: { 'X-API-Key': gateway.key, 'Content-Type': 'application/json', 'Content-Length': length },
  });
  const answered = new Promise<{ status: number; body: { uploaded: number } }>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
    });
  });
  for (let i = 0; i < count; i++) {
    await new Promise<void>((resolve) => sending.write((i === 0 ? '[' : ',') + item(), () => resolve()));
  }
  sending.end(']');
  return answered;
}

/** For machines that are busy with other things. */
jest.setTimeout(180_000);

const s3 = hasSwift();

describe.each<Place>(s3 ? ['a folder', 'S3'] : ['a folder'])('with images in %s', (place) => {
  let gateway: GatewayFixture;
  beforeAll(async () => {
    const env = place === 'S3' ? s3Environment((await makeBucket(closing(await startSwift()))).config) : {};
    gateway = closing(await openGateway(env));
  });

  const images = IMAGES[place];

  test(`three calls at once of ${images} images of 10 MB keep the gateway under 500 MB`, async () => {
    const image = await heavyImage();
    const answers = await Promise.all([0, 1, 2].map(() => postLargest(gateway, Buffer.from(image), images)));
    expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: { ok: true, uploaded: images } })));
    const { peak } = await gateway.memory();
    process.stderr.write(`${place}: at most ${Math.round(peak)} MB\n`);
    expect(peak).toBeLessThan(500);
  });

  test('50 slow downloads of a 10 MB image run at constant memory, and clients that go away leave nothing open', async () => {
    const { body } = await gateway.call('PUT', '/media/a.png', { body: new Uint8Array(pngOfSize(LIMIT)) });
    const path: string = body.url;
    await gateway.read(path);
    const before = { memory: (await gateway.memory()).now, open: await gateway.openFiles() };

    const { hostname, port } = new URL(gateway.origin);
    const clients = await Promise.all(
      Array.from({ length: 50 }, () => slowClient(hostname, Number(port), path)),
    );
    await sleep(1_500);
    const during = { memory: (await gateway.memory()).now, open: await gateway.openFiles() };
    expect(during.open).toBeGreaterThan(before.open + 90); // a connection and a source each
    expect(during.memory - before.memory).toBeLessThan(80);

    for (const client of clients) client.destroy();
    let open = during.open;
    for (let waited = 0; waited < 5_000 && open > before.open + 5; waited += 100) {
      await sleep(100);
      open = await gateway.openFiles();
    }
    expect(open).toBeLessThanOrEqual(before.open + 5);
    process.stderr.write(`${place}: ${Math.round(during.memory - before.memory)} MB more for 50 downloads\n`);
  });
});

/** Asks for an image and reads its first bytes only. */
async function slowClient(host: string, port: number, path: string): Promise<Socket> {
  const socket = connect({ host, port });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
  socket.read(1);
  return socket;
}

test('images that never come take no room, however many are announced: others are kept meanwhile', async () => {
  const gateway = closing(await openGateway());
  const stuck = Array.from({ length: 40 }, () => {
    const sending = request(`${gateway.origin}/api/v1/media`, {
      method: 'POST',
      headers: {
        'X-API-Key': gateway.key,
        'Content-Type': 'application/json',
        'Content-Length': 290_000_000,
      },
    });
    sending.on('error', () => {}).write('[');
    return sending;
  });
  await Promise.all(stuck.map(async (sending) => once(sending, 'socket')));
  const kept = await gateway.call('PUT', '/media/a.png', { body: new Uint8Array(pngOfSize(1000)) });
  expect(kept.status).toBe(200);
  for (const sending of stuck) sending.destroy();
});
