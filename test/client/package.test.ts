import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../infra/launch.js';
import { serviceOfFile } from '../support/service.js';

const run = promisify(execFile);
const NAME = 'product-data-service-client';
const MOST_BYTES = 130_000;

const service = serviceOfFile();
/** An empty project into which the package was installed. */
let project: string;
let tarball: string;
beforeAll(async () => {
  await service.push([
    { code: 'C-1', name_cn: '阿司匹林', stock: 1 },
    { code: 'C-2', name_cn: '布洛芬', stock: 0 },
  ]);
  project = await mkdtemp(join(process.env['TEST_FOLDER']!, 'consumer-'));
  const packed = await run('npm', ['run', '--silent', 'client:pack', '--', project], { cwd: ROOT });
  tarball = packed.stdout.trim();
  await write('package.json', { private: true, type: 'module' });
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: project });
});

const write = (name: string, content: unknown): Promise<void> =>
  writeFile(join(project, name), typeof content === 'string' ? content : JSON.stringify(content));

/** Compiles a file of the project, as strictly as can be. @throws what the compiler says against it */
async function compile(file: string, options: Record<string, unknown>): Promise<void> {
  const compilerOptions = { target: 'es2023', module: 'node16', strict: true, ...options };
  await write('tsconfig.json', { compilerOptions, files: [file] });
  await run(process.execPath, [join(ROOT, 'test/node_modules/typescript/bin/tsc'), '-p', project]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

test('the package is small and brings one dependency, in the version that is tested here', async () => {
  expect((await stat(tarball)).size).toBeLessThan(MOST_BYTES);
  const installed = await readdir(join(project, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.')).sort()).toEqual([
    'openapi-fetch',
    'openapi-typescript-helpers',
    NAME,
  ]);
  const manifest = async (folder: string) =>
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
  const [client, main] = [await manifest(join(project, 'node_modules', NAME)), await manifest(ROOT)];
  expect(client.version).toBe(main.version);
  expect(client.dependencies).toEqual({ 'openapi-fetch': main.devDependencies['openapi-fetch'] });
});

// With `node16` the compiler takes no ES module for a `require`.
test.each([
  { kind: 'import', source: 'program.mts', built: 'program.mjs' },
  { kind: 'require', source: 'program.cts', built: 'program.cjs' },
])('a program takes it by $kind, type-checks without the types of Node, and works', async (form) => {
  await write(
    form.source,
    `import { CatalogueError, dataOf, openCatalogue } from '${NAME}';
     import type { Product } from '${NAME}';
     const catalogue = openCatalogue({ baseUrl: '${service.origin}/api/v1' });
     async function main(): Promise<unknown[]> {
       const { data } = dataOf(await catalogue.api.GET('/products/{code}', { params: { path: { code: 'C-1' } } }));
       const inStock: boolean = data.in_stock;
       const found: Product[] = [];
       for await (const product of catalogue.products({ in_stock: true })) found.push(product);
       const missing = await catalogue.api.GET('/products/{code}', { params: { path: { code: 'NONE' } } });
       try {
         dataOf(missing);
       } catch (error) {
         if (error instanceof CatalogueError) return [data.name_cn, inStock, found.length, error.kind];
       }
       // @ts-expect-error no such filter value
       catalogue.products({ sort: 'gone' });
       // @ts-expect-error a product has no such field
       return [data.price];
     }
     main().then((seen) => console.log(JSON.stringify(seen)));`,
  );
  await compile(form.source, { lib: ['es2023', 'dom'], types: [] });
  const { stdout } = await run(process.execPath, [join(project, form.built)]);
  expect(JSON.parse(stdout)).toEqual(['阿司匹林', true, 1, 'not-found']);
});

test('the example in it compiles in a project of its own', async () => {
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  await symlink(join(ROOT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  await copyFile(join(project, 'node_modules', NAME, 'examples/erp-push.ts'), join(project, 'erp-push.ts'));
  await compile('erp-push.ts', { types: ['node'] });
  await expect(run(process.execPath, [join(project, 'erp-push.js')])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^erp-push --to/),
  });
});
