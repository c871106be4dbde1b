import { existsSync, readFileSync } from 'node:fs';
import { launch } from './launch.js';

test('every package that the service runs on carries a permissive licence, but for those that are named with the reason', async () => {
  const { code, out } = await launch('node', ['infra/licences.mjs'], {}).ended;
  expect(code).toBe(0);
  expect(out).toMatch(/^MIT \(\d{3}\)$/m);
  expect(out.match(/LGPL/g)).toHaveLength(1);
  expect(out.match(/BUSL/g)).toHaveLength(1);
});

test('a list of what a release holds names every package that the service runs on, with its hash', async () => {
  const { code, out } = await launch('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {})
    .ended;
  expect(code).toBe(0);
  const { components } = JSON.parse(out) as {
    components: { name: string; version: string; hashes?: object[] }[];
  };
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const listed = components.filter((each) => each.name === name && each.version === version);
    expect([name, listed.length, listed[0]?.hashes?.length]).toEqual([name, 1, 1]);
  }
  expect(components.map(({ name }) => name)).not.toContain('jest');
});

test('data under the Apache licence carries its notice, and the licence is there', () => {
  const data = 'src/chemistry/names/data';
  const notice = readFileSync(`${data}/traditional.tsv`, 'utf8');
  expect(notice).toMatch(/OpenCC.*Copyright.*Apache.*Version 2\.0/s);
  const file = `${data}/${/\w+\.LICENSE\.txt/.exec(notice)![0]}`;
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/Apache License\s+Version 2\.0/);
});
