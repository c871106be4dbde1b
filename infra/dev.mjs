// `npm run dev`: what `npm start` does, and what is edited meanwhile is live within two seconds. The programs that are made of
// a source are built again, without a look at its types (`npm run check` has it), and the processes that run it start anew. The pages
// of the back office are built again and the browser shows them once it reloads; so it does the styles and scripts of
// the public pages.
import { fork } from 'node:child_process';
import { readdirSync, statSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPrograms, programsOf } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGES = join(root, 'src/desk/pages');
const BOTH = ['gateway', 'indexer'];
/** The folders of sources, and who runs them. */
const READERS = { src: BOTH, indexer: ['indexer'] };
/** Styles, scripts and pictures of the public pages, which are served as they are, under a version that a start computes. */
const AS_IT_IS = /[\\/]browser[\\/].*\.(css|js|svg)$/;
/** Editors write a file in several steps, and several files at once, ms. */
const SETTLED_MS = 50;

const stack = fork(join(root, 'dist/start.js'), { execArgv: ['--enable-source-maps'] });
stack.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stack.kill(signal));

const say = (text) => process.stdout.write(`[dev] ${text}\n`);

function tell(edited, what) {
  say(`${what}: starting ${edited.join(' and ')} again`);
  stack.send({ edited });
}

/** Builds what is made of the files that were edited, and has the processes that run it started again. */
async function bringIn(readers, names) {
  const sources = names.filter((each) => !AS_IT_IS.test(each));
  try {
    // The process that starts the others goes on, and finds the parts of its program where they were.
    const programs = programsOf(sources.map((each) => join(root, each)));
    await buildPrograms(
      programs.filter((name) => name !== 'start'),
      { withPackages: false },
    );
    tell(sources.length > 0 ? readers : ['gateway'], names.join(', '));
  } catch (error) {
    say(error.message);
  }
}

/** Watches a folder and those in it, but for the pages, which are watched by what builds them. */
function watchIn(folder, onEdit, onFile = () => {}) {
  if (folder === PAGES) return;
  watch(folder, (event, name) => {
    const path = name && join(folder, name);
    // A folder that is new: what is in it already may have been written before it is watched.
    if (path && event === 'rename' && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      return watchIn(path, onEdit, onEdit);
    return path && onEdit(path);
  });
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchIn(join(folder, entry.name), onEdit, onFile);
    else onFile(join(folder, entry.name));
}

for (const [folder, readers] of Object.entries(READERS)) {
  const edited = new Set();
  let settled;
  watchIn(join(root, folder), (path) => {
    if (!/\.(ts|json)$/.test(path) && !AS_IT_IS.test(path)) return;
    edited.add(relative(root, path));
    clearTimeout(settled);
    settled = setTimeout(() => {
      const names = [...edited];
      edited.clear();
      void bringIn(readers, names);
    }, SETTLED_MS);
  });
}

const { build } = await import(
  pathToFileURL(createRequire(join(PAGES, 'vite.config.mjs')).resolve('vite')).href
);
const pages = await build({
  configFile: join(PAGES, 'vite.config.mjs'),
  build: { watch: {} },
});
let failed = false;
pages.on('event', ({ code, error }) => {
  if (code === 'START') failed = false;
  if (code === 'ERROR') {
    failed = true;
    say(error.message);
  }
  if (code === 'END')
    say(
      failed
        ? 'the pages of the back office are as before: an edit mends it'
        : 'the pages of the back office are built, and watched',
    );
});
