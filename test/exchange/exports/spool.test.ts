import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { spooled } from '../../../src/exchange/exports/spool.js';
import { openLimit, OURSELVES } from '../../../src/platform/limits/limit.js';
import type { Size } from '../../../src/platform/limits/sizes.js';

const MB = 1024 * 1024;
const plenty: Size = { all: 1024 * MB };

/** Nameless files of exports that this process holds. */
const files = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('catalogue-export-');
    } catch {
      return false; // that of the listing itself
    }
  }).length;

const hashOf = (): { sink: Writable; value: () => string; bytes: () => number; pause: { ms: number } } => {
  const hash = createHash('sha256');
  const pause = { ms: 0 };
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (pause.ms > 0) setTimeout(done, pause.ms);
      else done();
    },
  });
  return { sink, value: () => hash.digest('hex'), bytes: () => bytes, pause };
};

test.each([
  ['a roomy disk', plenty],
  ['room for one piece of disk space', { all: 1024 * MB, key: 16 * MB }],
  ['room that others have used up', { all: 0 }],
])('with %s the bytes come out as they went in, whoever is slower', async (_, size) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 300_000 }), fc.constantFrom(0, 0, 0, 2)), {
        minLength: 1,
        maxLength: 150,
      }),
      fc.constantFrom(0, 0, 1),
      async (pieces, pauseMs) => {
        const queue = openLimit(size);
        const sent = createHash('sha256');
        const read = hashOf();
        read.pause.ms = pauseMs;
        const source = async function* () {
          for (const [bytes, ms] of pieces) {
            const chunk = randomBytes(bytes);
            sent.update(chunk);
            if (ms > 0) await sleep(ms);
            yield chunk;
          }
        };
        const spool = spooled(Readable.from(source()), queue.share(OURSELVES));
        const closed = once(spool, 'close');
        await pipeline(spool, read.sink);
        await closed;
        expect(read.value()).toBe(sent.digest('hex'));
        (await queue.enter(OURSELVES, { amount: size.all }))(); // all of it is there again
      },
    ),
    { numRuns: 25 },
  );
  expect(files()).toBe(0);
});

test('takes 200 MB from a writer while nobody reads, not into memory; destroyed, it gives its room and its file back', async () => {
  const queue = openLimit(plenty);
  const before = process.memoryUsage().rss;
  const piece = randomBytes(MB / 16); // about what Postgres sends at once
  const source = Readable.from(Array.from({ length: 16 * 200 }, () => piece));
  const spool = spooled(source, queue.share(OURSELVES));
  await once(source, 'end');
  expect(process.memoryUsage().rss - before).toBeLessThan(60 * MB);
  expect(spool.readableLength).toBeLessThan(2 * MB);
  expect(files()).toBe(1);
  expect(queue.share(OURSELVES).tryGrow(plenty.all - 190 * MB)).toBe(false);
  await once(spool.destroy(), 'close');
  expect(files()).toBe(0);
  expect(queue.share(OURSELVES).tryGrow(plenty.all)).toBe(true);
});

test('a folder for temporary files that cannot be written only holds the writer back', async () => {
  const folder = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/proc/self'; // a folder, and nobody may write there
  try {
    const read = hashOf();
    read.pause.ms = 1;
    const source = Readable.from(Array.from({ length: 30 }, () => Buffer.alloc(MB)));
    await pipeline(spooled(source, openLimit(plenty).share(OURSELVES)), read.sink);
    expect(read.bytes()).toBe(30 * MB);
  } finally {
    if (folder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = folder;
  }
});
