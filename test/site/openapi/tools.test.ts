import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWhere } from '../../support/installed.js';
import { serviceOfFile } from '../../support/service.js';
import { indexerOfFile } from '../../support/indexer.js';
import { temporaryFolder } from '../../infra/launch.js';

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

const service = serviceOfFile();
indexerOfFile(service);
const folder = temporaryFolder();
const document = join(folder, 'openapi.json');
beforeAll(async () => {
  await install();
  await writeFile(document, (await service.call('GET', '//api-docs/openapi.json')).text);
}, 600_000);

const PYTHON = spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0;
const SCHEMATHESIS = 'schemathesis==4.32.5';

describeWhere(PYTHON, 'apt-get install python3-venv')('Schemathesis', () => {
  const home = join(tools, 'node_modules/.schemathesis');
  const program = join(home, 'bin/schemathesis');
  beforeAll(async () => {
    if (
      (await promisify(execFile)(program, ['--version']).catch(() => undefined))?.stdout.includes(
        SCHEMATHESIS.split('==')[1]!,
      )
    )
      return;
    await run('python3', '-m', 'venv', home);
    await run(join(home, 'bin/pip'), 'install', '--quiet', SCHEMATHESIS);
  }, 300_000);

  // Whether valid data is accepted is not checked: cursors, conditions and what one field says of another are in no schema. What
  // it cannot write (workbooks, NDJSON) leaves the push of files out.
  test('provokes no 5xx, and no answer that the document does not describe', async () => {
    const checks = [
      'not_a_server_error',
      'status_code_conformance',
      'content_type_conformance',
      'response_schema_conformance',
      'response_headers_conformance',
    ];
    const told = run(
      program,
      'run',
      `${service.origin}/api-docs/openapi.json`,
      '--header',
      `X-API-Key: ${service.key}`,
      '--checks',
      checks.join(),
      '--exclude-operation-id',
      'pushFile',
      '--max-examples',
      process.env['FULL'] ? '100' : '2',
      '--seed',
      '1',
      '--continue-on-failure',
      '--suppress-health-check',
      'all',
    );
    await expect(told).resolves.toBeUndefined();
  }, 600_000);
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
