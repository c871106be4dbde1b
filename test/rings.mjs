// Which tests run when. `npm run test:unit` runs what needs no server; `npm test` what guards a change; `.ci/run` then runs the
// long forms (rings.json) whose folders have changed since what was last merged, and with FULL=1 all of them. test/README.md says
// what they guarantee.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesIn } from '../infra/sources.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** All test files, by their paths in the project. */
export const testFiles = () => filesIn(join(ROOT, 'test'), /\.test\.ts$/).map((path) => relative(ROOT, path));

const sources = new Map();
/** A file and all that it imports of this folder. */
function importsOf(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (!sources.has(path)) sources.set(path, readFileSync(join(ROOT, path), 'utf8'));
  for (const [, name] of sources.get(path).matchAll(/(?:from|import\() ?'(\.{1,2}\/[^']+)'/g)) {
    const target = relative(ROOT, resolve(ROOT, dirname(path), name));
    const found = [target, target.replace(/\.js$/, '.ts')].find(
      (each) => each.startsWith('test/') && existsSync(join(ROOT, each)),
    );
    if (found) importsOf(found, seen);
  }
  return seen;
}

/** What of the servers that all tests share a file needs. */
export function needsOf(file) {
  const text = [...importsOf(file)].map((path) => sources.get(path)).join('\n');
  return [
    ...(/TEST_DATABASE/.test(text) ? ['postgres'] : []),
    ...(/TEST_MEILI/.test(text) ? ['engine'] : []),
    ...(/TEST_OPENSEARCH/.test(text) ? ['cluster'] : []),
    ...(/openDesks|back-office\/['`#]/.test(text) ? ['pages'] : []),
  ];
}
/** Start servers of their own, or programs of the build. */
const STARTERS =
  /^test\/(search\/structure\/library-threads|infra\/(?!documentation|compose|kubernetes)|support\/(own-|replica|redis|swift|nginx|chromium|processes|gateway|indexer|built))/;
export const isUnit = (file) =>
  needsOf(file).length === 0 && ![...importsOf(file)].some((path) => STARTERS.test(path));

const { places, long } = JSON.parse(readFileSync(new URL('rings.json', import.meta.url), 'utf8'));
/** The paths of places, each a path or the name of several. */
const pathsOf = (given) => given.flatMap((each) => (places[each] ? pathsOf(places[each]) : each));
/**
 * The long forms (rings.json): what they stand on, and a pattern of the names of those of their tests that `npm test` has, too,
 * `short`, or has not, `left`. Where it says neither, it has the whole file, in a smaller size: `LONG_FORM` is set where they are run.
 */
export const LONG = Object.fromEntries(
  Object.entries(long).map(([name, form]) => [
    `test/${name}.test.ts`,
    { ...form, standsOn: pathsOf(form.standsOn) },
  ]),
);
/** The names of the tests that `npm test` has of a file; undefined for all. */
export function namesIn(file) {
  const { short, left } = LONG[file] ?? {};
  return left === undefined ? short : `^(?![^]*(${left}))`;
}
/** What the tests on another Node stand on (.ci/run). */
const NODE_24 = pathsOf(['stack', 'indexer', 'src/site/assistants', 'package.json']);

/** A change of these concerns all of them. */
const COMMON = ['test/support', 'test/rings.json', 'test/rings.mjs', 'package-lock.json', '.ci'];

const concerns = (changed, places) =>
  changed === undefined ||
  changed.some((path) => [...places, ...COMMON].some((each) => path === each || path.startsWith(`${each}/`)));

/** The long forms that a change concerns. @param changed the files; undefined where that is not known */
export const longFormsOf = (changed) =>
  Object.keys(LONG).filter((file) => concerns(changed, [file, ...LONG[file].standsOn]));

/** Whether the tests on another Node are concerned. */
export const concernsNode24 = (changed) => concerns(changed, NODE_24);
