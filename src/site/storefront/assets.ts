import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Router } from 'express';
import { FOR_EVER, ROOT, serveFolder } from '../../platform/index.js';

/** The styles and scripts, served as they are written. */
const FOLDER = join(ROOT, 'src/site/storefront/browser');

/** Of all files together: scripts import each other, so that one version is in the address of all. */
const VERSION = readdirSync(FOLDER)
  .toSorted()
  .reduce((hash, file) => hash.update(file).update(readFileSync(join(FOLDER, file))), createHash('sha256'))
  .digest('hex')
  .slice(0, 12);

/** The address of a style, script or picture of the pages. Its content never changes: a browser keeps it for a year. */
export function asset(file: string): string {
  return `/storefront/${VERSION}/${file}`;
}

/**
 * Serves the files. While gateways of two versions run, a page of one asks the other: it gets the file that is there, and
 * keeps it only under its own version.
 */
export function serveAssets(router: Router): void {
  router.use(`/storefront/${VERSION}`, serveFolder(FOLDER, FOR_EVER));
  router.use(/^\/storefront\/[0-9a-f]{12}/, serveFolder(FOLDER));
}
