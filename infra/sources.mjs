// The files of a folder, without those of packages that are installed in it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @param ending of their names @returns their paths, which begin with that of the folder */
export function filesIn(folder, ending) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}
