import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

// Tools that others use on the document. They are a package of their own, installed when this first runs.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tools = join(root, 'test/site/openapi/tools');
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a program. @throws what it printed, where it fails */
async function run(command: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(command, args, { cwd: tools, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(' ')}\n${stdout}${stderr}`);
    },
  );
}
const tool = async (name: string, ...args: string[]): Promise<void> =>
  run(join(tools, 'node_modules/.bin', name), ...args);

async function install(): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(tools, 'package-lock.json')))
    .digest('hex');
  const stamp = join(tools, 'node_modules/.installed-lock');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
  await run(
    'npm',
    'ci',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
  await writeFile(stamp, lock);
}

let service: Service;
let folder: string;
let document: string;
beforeAll(async () => {
  await install();
  service = await startService();
  folder = await mkdtemp(join(process.env['TEST_FOLDER']!, 'tools-'));
  document = join(folder, 'openapi.json');
  await writeFile(document, (await service.call('GET', '//api-docs/openapi.json')).text);
}, 600_000);
afterAll(async () => {
  await service?.close();
  if (folder) await rm(folder, { recursive: true });
});

test('Redocly finds nothing in the document, by its recommended rules', async () => {
  await expect(tool('redocly', 'lint', '--config', 'redocly.yaml', document)).resolves.toBeUndefined();
});

test('Spectral finds nothing in the document, by its recommended rules', async () => {
  await expect(
    tool('spectral', 'lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', document),
  ).resolves.toBeUndefined();
});

test.each<[string, (out: string) => Promise<void>]>([
  ['hey-api', async (out) => tool('openapi-ts', '--input', document, '--output', out)],
  [
    'orval',
    async (out) => tool('orval', '--input', document, '--output', `${out}/index.ts`, '--client', 'fetch'),
  ],
])(
  'a client that %s generates compiles strictly, with the Chinese keys of a push',
  async (name, generate) => {
    const out = join(folder, name);
    await mkdir(out);
    await generate(join(out, 'client'));
    await writeFile(
      join(out, 'program.ts'),
      `import type { Product, PushedProduct } from './client';
     export const pushed: PushedProduct = { 货号: 'A', 品名: '阿司匹林', CAS号: '50-78-2', 库存: 5, 分子式: null };
     // @ts-expect-error no such state
     export const wrong: PushedProduct = { status: 'gone' };
     // @ts-expect-error a weight is a number
     export const weight = (product: Product): string | null => product.mw;`,
    );
    const options = {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      types: [],
    };
    await writeFile(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }));
    await expect(
      run(process.execPath, join(root, 'test/node_modules/typescript/bin/tsc'), '-p', out),
    ).resolves.toBeUndefined();
  },
);
