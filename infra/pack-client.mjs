// Packs the TypeScript client as an npm package of its own: `npm run client:pack [FOLDER]` writes the tarball into the
// folder, `dist/` unless given, and prints its path. Its version, and that of its one dependency, are this project's.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src/client');
const staged = join(root, 'dist/client');
const target = resolve(process.argv[2] ?? join(root, 'dist'));

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Compiles the client into a folder of the package. */
function compile(folder, ...options) {
  const tsc = join(root, 'test/node_modules/typescript/bin/tsc');
  const project = join(root, 'infra/tsconfig.client.json');
  execFileSync(process.execPath, [tsc, '-p', project, '--outDir', join(staged, folder), ...options], {
    stdio: ['ignore', 2, 2],
  });
}

rmSync(staged, { recursive: true, force: true });
compile('dist/esm');
const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];
compile('dist/cjs', ...commonJs);
writeJson(join(staged, 'dist/cjs/package.json'), { type: 'commonjs' });

const { version, devDependencies } = readJson(join(root, 'package.json'));
const { name, ...manifest } = readJson(join(source, 'package.json'));
writeJson(join(staged, 'package.json'), {
  name,
  version,
  ...manifest,
  dependencies: { 'openapi-fetch': devDependencies['openapi-fetch'] },
});
cpSync(join(source, 'README.md'), join(staged, 'README.md'));
cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));

// Outside of this project the example imports the package.
const example = readFileSync(join(source, 'examples/erp-push.ts'), 'utf8');
mkdirSync(join(staged, 'examples'));
writeFileSync(join(staged, 'examples/erp-push.ts'), example.replaceAll(`'../index.js'`, `'${name}'`));

mkdirSync(target, { recursive: true });
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
  cwd: staged,
  stdio: ['ignore', 'pipe', 2],
});
const [{ filename }] = JSON.parse(packed.toString());
process.stdout.write(`${join(target, filename)}\n`);
