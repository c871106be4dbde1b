import pino from 'pino';
import { openMedia } from '../../../src/catalogue/media/open.js';
import type { Media } from '../../../src/catalogue/media/open.js';
import { temporaryFolder } from '../../infra/launch.js';
import { freshDatabase } from '../../support/database.js';

/** The images of a database of their own, in a folder: until `end`. */
export interface OwnMedia {
  media: Media;
  dataDir: string;
  end: () => Promise<void>;
}

/** @param dataDir where they lie; a folder of their own unless given */
export async function openOwnMedia(dataDir = temporaryFolder()): Promise<OwnMedia> {
  const database = await freshDatabase();
  const { db } = database;
  const media = await openMedia({ config: { dataDir, s3: undefined }, db, log: pino({ level: 'silent' }) });
  return {
    media,
    dataDir,
    async end() {
      await media.close();
      return database.close();
    },
  };
}
