import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './errors.js';

/**
 * Makes a folder and those above it that are missing. With `recursive` Node would try for ever where none can be made, as
 * in /proc.
 */
export function makeFolders(path: string, mode = 0o777, isParentThere = false): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return; // perhaps by another process just now
    if (code !== 'ENOENT' || isParentThere) throw error;
    makeFolders(dirname(path), mode);
    makeFolders(path, mode, true);
  }
}
