// Makes of the sources what Node runs: each program as one file of `dist/`, with the packages that it uses in it and a source
// map beside it, so that it starts in a third of a second instead of loading a thousand files. What a program loads
// later, or perhaps never, is in `dist/parts/`. Types are not looked at here: `npm run check` does.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { filesIn } from './sources.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The programs, by the names of their files in `dist/`: what people start, then the processes and threads that these start. */
export const PROGRAMS = {
  start: 'infra/embedded/main.ts',
  gateway: 'src/main.ts',
  indexer: 'indexer/main.ts',
  catalogue: 'src/cli.ts',
  'push-process': 'src/exchange/import/push-process.ts',
  'image-process': 'src/catalogue/media/image-process.ts',
  'chemistry-process': 'src/chemistry/structures/chemistry-process.ts',
  'inchi-process': 'src/chemistry/structures/inchi-process.ts',
  'library-process': 'src/search/structure/library-process.ts',
  'library-thread': 'src/search/structure/library-thread.ts',
  'sheet-thread': 'src/platform/values/files/sheet-thread.ts',
};

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/**
 * They stay in node_modules: what comes with programs, WebAssembly or tables of its own, or is read as a file. The others
 * are `devDependencies`, as who installs a release has them within the programs. Nobody installs pg-native.
 */
const FROM_THEIR_FOLDERS = [...Object.keys({ ...dependencies, ...optionalDependencies }), 'pg-native'];

/** Beside our sources, and what the builder itself adds. */
const isPackage = (id) => !/^([./]|@oxc-project\/runtime\/)/.test(id);
const isFromItsFolder = (id) => FROM_THEIR_FOLDERS.some((name) => id === name || id.startsWith(`${name}/`));

/** As Node runs them: the oldest that the service supports. */
const COMMON = {
  cwd: root,
  platform: 'node',
  logLevel: 'warn',
  transform: { target: 'node20.19' },
  onLog(level, log, handle) {
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    handle(level, log);
  },
};
const OUTPUT = { dir: join(root, 'dist'), format: 'esm', sourcemap: true };

/** For each program that was built here the files that it was made of. */
const madeOf = new Map();

/**
 * Builds programs.
 * @param names of PROGRAMS
 * @param withPackages whether the packages become part of the programs: it makes them start quickly, and takes seconds
 * @throws where a source is not TypeScript, or imports what is not there
 */
export async function buildPrograms(names = Object.keys(PROGRAMS), { withPackages = true } = {}) {
  await Promise.all(names.map((name) => buildProgram(name, withPackages)));
}

async function buildProgram(name, withPackages) {
  const bundle = await rolldown({
    ...COMMON,
    input: { [name]: join(root, PROGRAMS[name]) },
    external: withPackages ? isFromItsFolder : isPackage,
  });
  const { output } = await bundle.write({ ...OUTPUT, chunkFileNames: `parts/${name}/[name].js` });
  await bundle.close();
  removeOthers(join(root, 'dist/parts', name), output);
  madeOf.set(name, new Set(output.flatMap((file) => Object.keys(file.modules ?? {}))));
}

/** The programs that are made of one of these files, or may be, as they were not built here. */
export const programsOf = (files) =>
  Object.keys(PROGRAMS).filter((name) => files.some((file) => madeOf.get(name)?.has(file) ?? true));

/**
 * Builds each source as a file of its own in `dist/src/` and its like, for the tests and the bench, which call what is inside of the
 * programs.
 */
export async function buildModules() {
  const folders = ['src', 'indexer', 'infra'];
  const sources = folders
    .flatMap((folder) => filesIn(join(root, folder), /(?<!\.d)\.ts$/))
    .filter((path) => !relative(root, path).includes('/pages/'));
  const bundle = await rolldown({
    ...COMMON,
    input: Object.fromEntries(sources.map((path) => [relative(root, path).replace(/\.ts$/, ''), path])),
    external: isPackage,
  });
  const { output } = await bundle.write({
    ...OUTPUT,
    preserveModules: true,
    preserveModulesRoot: root,
    // Data lie beside the source that is named like them.
    entryFileNames: ({ facadeModuleId }) =>
      facadeModuleId?.endsWith('.json') ? '[name].json.js' : '[name].js',
  });
  await bundle.close();
  for (const folder of folders) removeOthers(join(root, 'dist', folder), output);
}

/** Removes from a folder of `dist/` what was built of sources that are gone: whatever still reads it would fail elsewhere. */
function removeOthers(folder, output) {
  if (!existsSync(folder)) return;
  const built = new Set(output.map(({ fileName }) => join(root, 'dist', fileName)));
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !built.has(path)) rmSync(path);
  }
}

/** Copies what is served of packages. They are no dependencies of a release, as one of them counts its installations elsewhere. */
function copyServed() {
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
    cpSync(join(root, 'node_modules/swagger-ui-dist', name), join(root, 'dist/swagger-ui', name));
}

if (import.meta.filename === process.argv[1]) {
  copyServed();
  await Promise.all([buildPrograms(), buildModules()]);
}
