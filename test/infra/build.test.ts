import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What only some services use. */
const OPTIONAL = [
  '@aws-sdk/client-s3',
  'ioredis',
  'nodemailer',
  '@modelcontextprotocol/server',
  'indigo-ketcher',
];

/** A built file and those that are loaded with it. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b[^"'\n]*["'](\.[^"']+)["'];?$/gm,
  ))
    loadedWith(join(dirname(file), path!), seen);
  return seen;
}

test.each(['gateway', 'indexer', 'catalogue', 'start'])(
  'the %s loads nothing at its start that only some services use',
  (program) => {
    // What a file is made of stands in its comments, what it imports in its first lines.
    const packages = [...loadedWith(`dist/${program}.js`)].flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^(?:\/\/#region |\/\/ |import [^;\n]*from ")(?:node_modules\/)?([@\w][^\s";]*)/gm,
        ),
      ].map(([, name]) => name!),
    );
    expect(packages.length).toBeGreaterThan(20);
    expect(OPTIONAL.filter((name) => packages.some((each) => `${each}/`.startsWith(`${name}/`)))).toEqual([]);
  },
);
