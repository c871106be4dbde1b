import { join } from 'node:path';
import pino from 'pino';
import type { Logger } from 'pino';
import { LIMITS, openLimit, PACES, Problem } from '../../platform/index.js';
import type { Config, Database, Pace, Limit } from '../../platform/index.js';
import { openDecoder } from './decode.js';
import type { Decoder } from './decode.js';
import { openFolderStore } from './folder-store.js';
import type { ObjectStore } from './objects.js';
import { markUse, ownerOf } from './owner.js';

/** What receiving and serving images needs. */
export interface Media {
  db: Database;
  log: Logger;
  objects: ObjectStore;
  /** marks the store as used by this catalogue, before the first image is put into it (owner.ts) */
  owned(): Promise<void>;
  /** bytes in the spool: what comes waits while it has no room */
  spooling: Limit;
  /** uploads that are whole in memory */
  inMemory: Limit;
  /** how fast a client must read an image */
  pace: Pace;
  decoder: Decoder;
  /** uploads being decoded */
  decoding: Limit;
  /** images that are looked up and opened: whoever reads many at once leaves room between them for others */
  reading: Limit;
  /** the same of images of which smaller copies are made: a crowd of visitors keeps no upload waiting */
  copies: { inMemory: Limit; decoding: Limit };
  /** smaller copies being made, by key */
  making: Map<string, Promise<Buffer>>;
  close(): Promise<void>;
}

/** For how long a store is not looked at again, ms: meanwhile another catalogue may have made it its own. */
const OWNED_MS = 60_000;

/**
 * Opens the image store: S3 where it is configured, else a folder under the data folder. The start does not
 * wait for an S3 that does not answer: images answer 503 until it does.
 * @throws ConfigError where it cannot be used: refused credentials, a missing bucket, a folder that is not writable
 */
export async function openMedia({
  config,
  db,
  log,
  pace = PACES.images,
}: {
  config: Pick<Config, 's3' | 'dataDir'>;
  db: Database;
  log: Logger;
  pace?: Pace;
}): Promise<Media> {
  // Loaded where it is used: the client of S3 is large.
  const objects = config.s3
    ? (await import('./s3-store.js')).openS3Store(config.s3)
    : openFolderStore(join(config.dataDir, 'media'));
  try {
    await objects.check();
    if ((await ownerOf({ db, objects })) === 'another')
      log.warn(
        'the store of images belongs to another catalogue: `catalogue media adopt` if that is no more',
      );
  } catch (error) {
    if (!(error instanceof Problem)) {
      objects.close();
      throw error;
    }
    log.warn({ err: error.cause }, 'the image store is away; images answer 503 until it is back');
  }
  const decoder = openDecoder();
  let owning: Promise<void> | undefined;
  let lookedAt = -Infinity;
  return {
    db,
    log,
    objects,
    owned() {
      if (performance.now() - lookedAt > OWNED_MS) {
        lookedAt = performance.now();
        owning = markUse({ db, objects }).catch((error: unknown) => {
          lookedAt = -Infinity;
          throw error;
        });
      }
      return owning!;
    },
    pace,
    spooling: openLimit(LIMITS.uploads),
    inMemory: openLimit(LIMITS.imagesInMemory),
    decoder,
    decoding: openLimit(LIMITS.imagesDecoded),
    reading: openLimit(LIMITS.imagesRead),
    copies: { inMemory: openLimit(LIMITS.copiesInMemory), decoding: openLimit(LIMITS.copiesDecoded) },
    making: new Map(),
    close() {
      objects.close();
      return decoder.close();
    },
  };
}

/** Does the work of a command with the image store. */
export async function withMedia<T>(
  { config, db }: { config: Pick<Config, 's3' | 'dataDir'>; db: Database },
  work: (media: Media) => Promise<T>,
): Promise<T> {
  const media = await openMedia({ config, db, log: pino({ level: 'silent' }) });
  try {
    return await work(media);
  } finally {
    await media.close();
  }
}
