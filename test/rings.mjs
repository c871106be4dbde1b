// Which tests run when. `npm run test:unit` runs what needs no server; `npm test` what guards a change; `.ci/run` then runs the
// long forms below whose folders have changed since what was last merged, and with FULL=1 all of them. test/README.md says
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

const DATA = ['infra/migrations', 'src/platform/database', 'src/catalogue'];
const INDEXING = [...DATA, 'indexer', 'src/search/engine'];
const STACK = ['infra', 'src/platform', 'src/main.ts', 'src/cli.ts'];
const ALL = ['infra', 'src', 'indexer'];
const IMAGES = ['src/catalogue/media', 'src/platform'];
/**
 * The long forms: what they stand on, and the names of those of their tests that `npm test` has, too. Where none are named it
 * has the whole file, in a smaller size: `LONG_FORM` is set where they are run.
 */
export const LONG = {
  'test/infra/broken-start.test.ts': { standsOn: STACK, short: 'of everything at once' },
  'test/infra/start.test.ts': { standsOn: STACK, short: 'npm start over an empty folder' },
  'test/infra/traces.test.ts': { standsOn: [...STACK, 'src/exchange'], short: 'OpenTelemetry is not loaded' },
  'test/infra/topology.test.ts': { standsOn: ALL, short: 'can be searched through both|a rolling restart' },
  'test/exchange/backup/backup.test.ts': {
    standsOn: [...DATA, 'src/exchange/backup'],
    short: 'comes back row for row|is not overwritten',
  },
  'test/indexer/kill.test.ts': { standsOn: INDEXING, short: 'the very first index' },
  'test/indexer/rebuild.test.ts': {
    standsOn: INDEXING,
    short: 'live changes become searchable|two reindex commands|verify names',
  },
  'test/platform/database/plans.test.ts': {
    standsOn: [...DATA, 'src/search', 'src/desk', 'src/exchange'],
    short: 'lists: by each filter|details: by code|writes: pushes',
  },
  'test/platform/http/slow-readers.test.ts': {
    standsOn: ['src/platform', 'src/exchange/exports'],
    short: 'a stream that is sent at a pace',
  },
  'test/catalogue/media/faults.test.ts': { standsOn: IMAGES, short: 'with images in a folder' },
  'test/catalogue/media/memory.test.ts': { standsOn: IMAGES, short: 'with images in a folder' },
  'test/site/openapi/tools.test.ts': { standsOn: ['src'], short: 'Redocly' },
  'test/contract/fuzz.test.ts': { standsOn: ALL },
  'test/desk/pages.test.ts': { standsOn: ['src/desk'] },
  'test/desk/narrow.test.ts': { standsOn: ['src/desk'] },
  'test/desk/products-page.test.ts': { standsOn: ['src/desk'] },
  'test/desk/index-page.test.ts': { standsOn: ['src/desk'] },
  'test/faults/cluster.test.ts': { standsOn: ALL, short: 'a node that is killed' },
  'test/faults/faults.test.ts': { standsOn: ALL },
  'test/faults/shares.test.ts': { standsOn: ALL },
  'test/readers/oracle.test.ts': { standsOn: ALL },
};
/** What the tests on another Node stand on (.ci/run). */
const NODE_24 = [...STACK, 'indexer', 'src/site/assistants', 'package.json'];

/** A change of these concerns all of them. */
const COMMON = ['test/support', 'test/rings.mjs', 'package-lock.json', '.ci'];

const concerns = (changed, places) =>
  changed === undefined ||
  changed.some((path) => [...places, ...COMMON].some((each) => path === each || path.startsWith(`${each}/`)));

/** The long forms that a change concerns. @param changed the files; undefined where that is not known */
export const longFormsOf = (changed) =>
  Object.keys(LONG).filter((file) => concerns(changed, [file, ...LONG[file].standsOn]));

/** Whether the tests on another Node are concerned. */
export const concernsNode24 = (changed) => concerns(changed, NODE_24);
