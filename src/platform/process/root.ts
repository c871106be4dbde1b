import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function nearestWithPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestWithPackage(dirname(folder));
}

/** The project's folder, whether this runs from the sources or from `dist/`: for files that are not compiled. */
export const ROOT = nearestWithPackage(dirname(fileURLToPath(import.meta.url)));
