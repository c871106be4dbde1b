import { resolve } from 'node:path';
import { openChemistry, openNameReader, opsinAt } from '../chemistry/index.js';
import type { Context, Feature, Route } from '../platform/index.js';
import { aliasRoutes } from './aliases/routes.js';
import { categoryRoutes } from './categories/routes.js';
import { changeRoutes } from './changes/routes.js';
import { historyRoutes } from './history/routes.js';
import { openMedia } from './media/open.js';
import { mediaRoutes } from './media/routes.js';
import type { CatalogueParts } from './parts.js';
import { openLargePushes } from './products/large-push.js';
import { productRoutes } from './products/routes.js';
import type { ProductParts } from './products/routes.js';
import { startReadingNames } from './quality/read-names.js';
import { startCompleting } from './structures/complete.js';
import { structureRoutes } from './structures/routes.js';
import { tagRoutes } from './tags/routes.js';
import { openTerms } from './terms/names.js';

/** The calls of the catalogue: products, and what belongs to them. */
export const catalogueRoutes = (parts: ProductParts): Route[] => [
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
      await media.close();
    },
  };
}
