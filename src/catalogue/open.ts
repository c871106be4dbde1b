import { resolve } from 'node:path';
import { openChemistry, openNameReader, opsinAt } from '../chemistry/index.js';
import type { Chemistry, NameReader } from '../chemistry/index.js';
import type { Context, Feature, Route } from '../platform/index.js';
import { aliasRoutes } from './aliases/routes.js';
import { categoryRoutes } from './categories/routes.js';
import { changeRoutes } from './changes/routes.js';
import { historyRoutes } from './history/routes.js';
import { openMedia } from './media/open.js';
import type { Media } from './media/open.js';
import { mediaRoutes } from './media/routes.js';
import { openLargePushes } from './products/large-push.js';
import type { LargePushes } from './products/large-push.js';
import { productRoutes } from './products/routes.js';
import { startReadingNames } from './quality/read-names.js';
import { startCompleting } from './structures/complete.js';
import { structureRoutes } from './structures/routes.js';
import { tagRoutes } from './tags/routes.js';
import { openTerms } from './terms/names.js';
import type { Terms } from './terms/names.js';

/** What the packages after this one use of it. */
export interface CatalogueParts {
  /** English names of categories, series and tags */
  terms: Terms;
  media: Media;
  largePushes: LargePushes;
  /** reads the structures of writes, in another process */
  chemistry: Chemistry;
  /** draws stored ones for those who read, in a process of its own: a crowd of pictures keeps no write waiting */
  shownChemistry: Chemistry;
  /** reads what visitors type, in a process of its own: one hostile text may occupy it for seconds */
  visitorChemistry: Chemistry;
  /** reads systematic names as structures; undefined without OPSIN */
  nameReader: NameReader | undefined;
}

/** The calls of the catalogue: products, and what belongs to them. */
export const catalogueRoutes = (parts: Context & CatalogueParts): Route[] => [
  ...productRoutes(parts),
  ...structureRoutes(parts),
  ...historyRoutes(parts),
  ...changeRoutes(parts),
  ...categoryRoutes(parts),
  ...tagRoutes(parts),
  ...aliasRoutes(parts),
  ...mediaRoutes(parts),
];

/** Opens the catalogue. @throws ConfigError where the store of images cannot be used */
export async function openCatalogue(context: Context): Promise<Feature & { parts: CatalogueParts }> {
  const { config, databaseUrl, db, log, waits } = context;
  const terms = openTerms(db);
  await terms.load();
  const media = await openMedia({ config, db, log, ...(waits.imagePace && { pace: waits.imagePace }) });
  const largePushes = openLargePushes(databaseUrl);
  const [chemistry, shownChemistry, visitorChemistry] = [openChemistry(), openChemistry(), openChemistry()];
  const completing = startCompleting(db, chemistry, log);
  const opsin = opsinAt(config.opsinJar);
  const nameReader = opsin === undefined ? undefined : openNameReader(opsin);
  const reading = nameReader && startReadingNames(db, nameReader, chemistry, log);
  const parts = { terms, media, largePushes, chemistry, shownChemistry, visitorChemistry, nameReader };
  const { s3, dataDir } = config;
  return {
    parts,
    checks: [{ name: 'images', check: () => media.objects.check() }],
    servers: [
      {
        name: 'images',
        title: 'images',
        where: s3
          ? `in the bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`
          : `in the folder ${resolve(dataDir, 'media')}`,
        variable: s3 ? 'S3_ENDPOINT' : 'DATA_DIR',
        // The protocol of S3 has no version.
        check: () => media.objects.check(),
      },
      {
        name: 'opsin',
        title: 'OPSIN',
        where: opsin === undefined ? 'is not there: names are read by rules alone' : `at ${opsin}`,
        variable: 'OPSIN_JAR',
      },
    ],
    async stop() {
      await largePushes.close();
      await completing.stop();
      await reading?.stop();
      for (const each of [chemistry, shownChemistry, visitorChemistry, nameReader]) await each?.close();
      media.close();
    },
  };
}
