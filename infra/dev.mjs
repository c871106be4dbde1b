// `npm run dev`: what `npm start` does, and what is edited meanwhile is live within two seconds. A source is translated
// by itself, without a look at its types (`npm run check` has it), and the processes that read it start anew. The pages
// of the back office are built again and the browser shows them once it reloads; so it does the styles and scripts of
// the public pages.
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

await import('./prepare.mjs');
const { transformSync } = await import('@swc/core');
const { build } = await import('vite');

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const BOTH = ['gateway', 'indexer'];
/** The folders of sources, and who runs them. */
const READERS = { src: BOTH, indexer: ['indexer'] };
/** Styles, scripts and pictures of the public pages, which are served as they are, under a version that a start computes. */
const AS_IT_IS = /[\\/]browser[\\/].*\.(css|js|svg)$/;
/** Editors write a file in several steps, and several files at once, ms. */
const SETTLED_MS = 50;

const stack = fork(join(root, 'dist/infra/embedded/main.js'), { execArgv: ['--enable-source-maps'] });
stack.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stack.kill(signal));

const say = (text) => process.stdout.write(`[dev] ${text}\n`);

function tell(edited, what) {
  say(`${what}: starting ${edited.join(' and ')} again`);
  stack.send({ edited });
}

/** @throws where it is not TypeScript */
function translate(source) {
  const target = join(root, 'dist', relative(root, source)).replace(/\.ts$/, '.js');
  const { code, map } = transformSync(readFileSync(source, 'utf8'), {
    filename: source,
    sourceFileName: relative(dirname(target), source),
    sourceMaps: true,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' }, transform: { verbatimModuleSyntax: true } },
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.map`, map);
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
}

for (const [folder, readers] of Object.entries(READERS)) {
  const edited = new Set();
  let settled;
  watch(join(root, folder), { recursive: true }, (_, name) => {
    const isPage = name?.startsWith(join('back-office', 'pages'));
    if (isPage || !(name?.endsWith('.ts') || AS_IT_IS.test(name))) return;
    edited.add(name);
    clearTimeout(settled);
    settled = setTimeout(() => {
      const names = [...edited];
      const sources = names.filter((each) => !AS_IT_IS.test(each));
      edited.clear();
      try {
        for (const each of sources) translate(join(root, folder, each));
        const concerned = sources.length > 0 ? readers : ['gateway'];
        tell(concerned, names.map((each) => join(folder, each)).join(', '));
      } catch (error) {
        say(error.message);
      }
    }, SETTLED_MS);
  });
}

const pages = await build({
  configFile: join(root, 'infra/vite.config.mjs'),
  build: { watch: {} },
});
pages.on('event', ({ code, error }) => {
  if (code === 'ERROR') say(error.message);
  if (code === 'END') say('the pages of the back office are built, and watched');
});
