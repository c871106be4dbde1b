import { createHash } from 'node:crypto';
import { OURSELVES, Problem } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { putImage } from './objects.js';
import type { Media } from './open.js';
import type { Upload } from './receive.js';
import { refused } from './rules.js';
import { claim } from './store.js';
import type { NewImage } from './store.js';

/**
 * Puts uploads into the object store. The caller inserts their rows afterwards, so that no row names an object that is
 * not there; an object without a row is collected after a day (src/catalogue/media/collect.ts).
 * @returns for each upload the image, or why it is refused
 * @throws Problem 503 where the store or the database is away
 */
export async function keepAll(
  media: Media,
  uploads: Upload[],
  holder: Holder,
): Promise<(NewImage | Problem)[]> {
  const settled = await Promise.allSettled(uploads.map((upload) => keepUpload(media, upload, holder)));
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value;
    if (each.reason instanceof Problem && each.reason.status < 500) return each.reason;
    throw each.reason;
  });
}

function keepUpload(
  media: Media,
  { file, filename, group, fault }: Upload,
  holder: Holder,
): Promise<NewImage> {
  if (fault) return Promise.reject(fault);
  if (file.bytes === 0) return Promise.reject(refused('not_an_image'));
  return media.inMemory.during(holder, async () => {
    const { content, sha256 } = await file.read();
    return keep(media, content, { sha256, filename, group, holder });
  });
}

/** Inspects an image that is in memory, claims its object and puts it into the store. @throws Problem */
export async function keep(
  media: Media,
  content: Buffer,
  {
    filename,
    group,
    holder = OURSELVES,
    sha256 = createHash('sha256').update(content).digest('hex'),
  }: { filename: string | null; group: string; holder?: Holder; sha256?: string },
): Promise<NewImage> {
  const facts = await media.decoding.during(holder, () => media.decoder.inspect(content));
  await claim(media.db, sha256);
  await media.owned();
  await putImage(media.objects, { sha256, content, mime: facts.mime });
  return { sha256, ...facts, bytes: content.length, filename, group };
}
