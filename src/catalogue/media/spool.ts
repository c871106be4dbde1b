import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openNameless } from '../../platform/index.js';
import type { Share } from '../../platform/index.js';
import { MAX_BYTES, refused } from './rules.js';

/** The files of one call; `close` releases them all, however the call ended. */
export type Spool = ReturnType<typeof openSpool>;
/** An image that is being received: on disk, not in memory. */
export type SpoolFile = ReturnType<typeof spoolFile>;

/** A spool of nameless files in the folder for temporary files (TMPDIR). @param share what its bytes are taken from */
export function openSpool(share: Share) {
  const files: SpoolFile[] = [];
  return {
    file(): SpoolFile {
      const file = spoolFile(share);
      files.push(file);
      return file;
    },
    /** Says that everything has come. */
    settle: () => share.settle(),
    async close(): Promise<void> {
      await Promise.all(files.map((file) => file.close()));
      share.leave();
    },
  };
}

function spoolFile(share: Share) {
  const hash = createHash('sha256');
  let handle: Promise<FileHandle> | undefined;
  let bytes = 0;
  let closed = false;
  return {
    get bytes() {
      return bytes;
    },
    /** @throws Problem 413 when the image becomes too large */
    async write(chunk: Buffer): Promise<void> {
      if (closed) throw new Error('written to after the end of its call');
      if (bytes + chunk.length > MAX_BYTES) throw refused('too_large');
      await share.grow(chunk.length);
      handle ??= openNameless('upload');
      bytes += chunk.length;
      hash.update(chunk);
      await (await handle).appendFile(chunk);
    },
    /** The whole image and its SHA-256 in hexadecimal. */
    async read(): Promise<{ content: Buffer; sha256: string }> {
      const content = Buffer.allocUnsafeSlow(bytes);
      const file = await handle;
      for (let done = 0; done < bytes;) {
        const { bytesRead } = await file!.read(content, done, bytes - done, done);
        if (bytesRead === 0) throw new Error('the spool file is shorter than what was written to it');
        done += bytesRead;
      }
      return { content, sha256: hash.digest('hex') };
    },
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      await (await handle?.catch(() => undefined))?.close();
    },
  };
}
