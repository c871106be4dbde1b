import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function nearestWithPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestWithPackage(dirname(folder));
}

/** The project's folder, whether this runs from the sources or from `dist/`: for files that are not compiled. */
export const ROOT = nearestWithPackage(dirname(fileURLToPath(import.meta.url)));

/** A program of the build, by its name in infra/build.mjs, also for who runs from the sources: neither a process nor a thread can load TypeScript. */
export const builtProgram = (name: string): string => join(ROOT, 'dist', `${name}.js`);
