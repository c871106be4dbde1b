import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { openGateway } from '../../support/gateway.js';
import { startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';

const MB = 1024 * 1024;

/** A raw connection, and what came back on it. */
interface Raw {
  socket: Socket;
  text(): string;
  closed: Promise<void>;
}

async function dial(origin: string): Promise<Raw> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, text: () => text, closed };
}

/** Sends a little of something again and again. */
function trickle({ socket }: Raw, bytes: string): void {
  const timer = setInterval(() => socket.writable && socket.write(bytes), 250);
  socket.once('close', () => clearInterval(timer));
}

describe('a gateway in a process of its own', () => {
  const gateway = shared(() => openGateway({ RATE_LIMIT: 'on' }));
  const served = async (): Promise<void> => {
    expect((await gateway.call('GET', '/products?page_size=1')).status).toBe(200);
  };

  test('2,000 idle connections: others are served, and each costs a few KB', async () => {
    await served();
    const { now: before } = await gateway.memory();
    const files = await gateway.openFiles();
    const idle: Raw[] = [];
    for (let n = 0; n < 2_000; n += 100)
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => dial(gateway.origin)))));
    try {
      await served();
      // The system takes connections before the process does.
      await until(async () => (await gateway.openFiles()) > files + 1_900);
      expect((await gateway.memory()).now - before).toBeLessThan(100);
    } finally {
      for (const { socket } of idle) socket.destroy();
    }
  });

  test('requests that are sent ahead are answered in order, and a thousand of them end the connection', async () => {
    const send = async (count: number): Promise<Raw> => {
      const raw = await dial(gateway.origin);
      const request = (n: number): string =>
        `GET /nowhere/${n} HTTP/1.1\r\nHost: x\r\n${n === count - 1 ? 'Connection: close\r\n' : ''}\r\n`;
      raw.socket.write(Array.from({ length: count }, (_, n) => request(n)).join(''));
      await raw.closed;
      return raw;
    };
    const answers = (raw: Raw): number => raw.text().split('HTTP/1.1 404').length - 1;
    expect(answers(await send(16))).toBe(16);
    const { now: before } = await gateway.memory();
    for (let n = 0; n < 50; n++) expect(answers(await send(1_000))).toBeLessThanOrEqual(16);
    await served();
    expect((await gateway.memory()).now - before).toBeLessThan(100);
  });

  test('60 forms of 20 MB: what comes beyond 2 MB of each is not kept, and others are served', async () => {
    const { now: before } = await gateway.memory();
    const forms = await Promise.all(Array.from({ length: 60 }, () => dial(gateway.origin)));
    const head = 'POST /list HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n';
    const part = (n: number) =>
      `--x\r\nContent-Disposition: form-data; name="t${n}"\r\n\r\n${'a'.repeat(MB - 1_000)}\r\n`;
    for (const { socket } of forms) {
      socket.write(`${head}Content-Length: ${20 * MB}\r\n\r\n`);
      for (let n = 0; n < 3; n++) socket.write(part(n));
    }
    await served();
    await until(() => forms.every((form) => form.text().startsWith('HTTP/1.1 413 ')), 30_000);
    expect((await gateway.memory()).now - before).toBeLessThan(300);
    for (const { socket } of forms) socket.destroy();
  });

  test('1 MB of headers, in one or in thousands, is a 431, and others are served', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `X-${n}: ${'x'.repeat(40)}\r\n`).join('');
    for (const headers of [
      `X-Large: ${'x'.repeat(MB)}\r\n`,
      many,
      `Cookie: ${'a=b; '.repeat(200_000)}\r\n`,
    ]) {
      const raw = await dial(gateway.origin);
      raw.socket.write(`GET /api/v1/products HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
      await raw.closed;
      expect(raw.text()).toMatch(/^HTTP\/1\.1 431 /);
    }
    await served();
  });
});

describe('clients that are slow on purpose', () => {
  const service = shared(() => startService({}, { headersMs: 2_000, requestMs: 8_000 }));
  const served = async (): Promise<void> => {
    expect((await service.call('GET', '/products?page_size=1')).status).toBe(200);
  };

  // Side by side: each waits until the service gives up.
  test.concurrent(
    '100 that send their headers byte by byte are cut off with a 408; others are served meanwhile',
    async () => {
      const slow = await Promise.all(Array.from({ length: 100 }, () => dial(service.origin)));
      for (const raw of slow) {
        raw.socket.write('GET /api/v1/products HTTP/1.1\r\nHost: localhost\r\n');
        trickle(raw, 'X');
      }
      await served();
      await Promise.all(slow.map(({ closed }) => closed));
      for (const raw of slow) expect(raw.text()).toMatch(/^HTTP\/1\.1 408 /);
      await served();
    },
  );

  test.concurrent(
    'bodies that trickle, small ones and all the room for large ones, are cut off; what waited for the room gets it',
    async () => {
      const slow = await Promise.all(Array.from({ length: 40 }, () => dial(service.origin)));
      slow.forEach((raw, n) => {
        const [path, length] = n < 20 ? ['rfq', 4_000] : ['sync/push', 60 * MB];
        raw.socket.write(
          `POST /api/v1/${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${service.key}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n[`,
        );
        trickle(raw, ' ');
      });
      await served();
      const small = await service.push([{ code: 'SMALL', name_cn: '甲' }]);
      expect(small).toMatchObject({ invalid: 0, codes: ['SMALL'] });
      await sleep(4_000); // it has that much longer than they
      const large = service.push([{ code: 'LARGE', name_cn: '甲', unknown: 'x'.repeat(2 * MB) }]);
      await Promise.all(slow.map(({ closed }) => closed));
      expect(await large).toMatchObject({ invalid: 0, codes: ['LARGE'] });
      await served();
    },
  );
});
