import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive, which is read when its turn comes and packed as it comes. */
export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** Every entry has this date, and a low level: XML shrinks well even so. The same content gives the same bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 3 };

/**
 * Writes a zip archive as a stream, one entry after the other, in constant memory. Only once an entry has been read the next one is
 * asked for.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void, undefined> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable & NodeJS.WritableStream & { writableNeedDrain: boolean };
  let source: Readable | undefined;
  const fill = async (): Promise<void> => {
    for await (const { name, content } of entries) {
      if (output.destroyed) return;
      source = Readable.from(content, { objectMode: false });
      archive.addReadStream(source, name, OPTIONS);
      await finished(source);
      if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), once(output, 'close')]);
    }
    archive.end();
  };
  fill().catch((error: unknown) => output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    output.destroy();
    source?.destroy();
  }
}
