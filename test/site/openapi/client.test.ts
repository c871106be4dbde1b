import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceOfFile } from '../../support/service.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const built = `${root}/dist/consumer`;
const { resolve } = createRequire(`${root}/test/site/openapi/generator/package.json`);
const generator = resolve('openapi-typescript').replace(/dist\/.*$/, 'bin/cli.js');

const service = serviceOfFile();
beforeAll(async () => {
  await rm(built, { recursive: true, force: true });
  await mkdir(built, { recursive: true });
});

test('a client generated from the document type-checks, and works with the running service', async () => {
  await run(process.execPath, [
    generator,
    `${service.origin}/api-docs/openapi.json`,
    '-o',
    `${built}/schema.d.ts`,
  ]);
  // The compiler's complaints are on its standard output, which the error of a failed run carries.
  await run(
    process.execPath,
    [`${root}/test/node_modules/typescript/bin/tsc`, '-p', 'test/site/openapi/consumer'],
    {
      cwd: root,
    },
  );
  const { stdout } = await run(process.execPath, [
    `${built}/integration.js`,
    `${service.origin}/api/v1`,
    service.key,
  ]);
  expect(JSON.parse(stdout)).toEqual({
    added: 1,
    pushed: [2, 'ERP/1', 'ERP-2'],
    listed: ['ERP/1'],
    name: '阿司匹林',
    weight: '180.2',
    edited: ['status'],
    tagged: 2,
    used: 2,
    suggested: true,
    deleted: [['ERP-2'], ['ERP-3']],
    changes: ['delete ERP-2'],
    lines: 3,
    inquiry: 'number',
    missing: [404, 'Not found', 'not-found'],
  });
});
