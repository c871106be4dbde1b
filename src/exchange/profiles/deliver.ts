import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { Database } from '../../platform/index.js';
import { fingerprintOf } from './definition.js';
import type { Profile, ProfileFile } from './file.js';
import { insertDelivery } from './store.js';

/**
 * Sends a file of a profile, and records the delivery once it was written whole: where the record fails, the next delta
 * begins earlier and tells more than it has to, never less.
 * @param to who delivers it, and to whom
 * @param send resolves when all of the stream was written
 * @returns the number of the delivery
 */
export async function deliverProfile(
  db: Database,
  { name, definition }: Profile,
  { stream, scope, count, position, fileName }: ProfileFile,
  to: { by: string; recipient: string },
  send: (stream: Readable) => Promise<unknown>,
): Promise<{ id: number; sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const sealed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  // An error or an end of one stream ends both; the reader of the other one gets it.
  await send(pipeline(stream, sealed, () => {}));
  const sha256 = hash.digest('hex');
  const made = { profile: name, ...to, scope, count, bytes, sha256, position, file: fileName };
  return { id: await insertDelivery(db, { ...made, definition: fingerprintOf(definition) }), sha256, bytes };
}
