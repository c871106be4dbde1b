import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../platform/index.js';

/** The rows of a table in `data/`, each with its columns. What begins with # tells where it is from. */
export function vocabulary(name: string): string[][] {
  return readFileSync(join(ROOT, 'src/chemistry/names/data', `${name}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** A table of two columns, as an object. */
export const dictionary = (name: string): Record<string, string> => Object.fromEntries(vocabulary(name));
