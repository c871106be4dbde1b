import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from '../../infra/sources.mjs';
import { VARIABLES } from '../../src/platform/config.js';

const pages = [
  'README.md',
  ...['.github', 'src', 'indexer', 'infra', 'test'].flatMap((folder) => filesIn(folder, /\.md$/)),
].filter((page) => !page.startsWith('test/bench/REPORT'));
const text = (page: string): string => readFileSync(page, 'utf8');

test.each(pages)('what %s points to is there', (page) => {
  const links = [...text(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link!);
  const files = links.filter((link) => !link.includes(':')).map((link) => join(dirname(page), link));
  // Paths in the text start at the root of the project, or at the folder of the page.
  const named = [...text(page).matchAll(/`((?:src|indexer|infra|test)\/[\w./-]+\w)`/g)].map(
    ([, path]) => path!,
  );
  const missing = named.filter((path) => !existsSync(path) && !existsSync(join(dirname(page), path)));
  expect([...files.filter((path) => !existsSync(path)), ...missing]).toEqual([]);
});

test('every file that a map names is there, and every heading that a link leads to', () => {
  const files = ['src', 'indexer', 'infra', 'test'].flatMap((folder) =>
    filesIn(folder, /./).map((name) => `/${name}`),
  );
  const slugOf = (heading: string): string =>
    heading.toLowerCase().replaceAll(/[^\p{L}\d\s-]/gu, '').replaceAll(' ', '-'); // prettier-ignore
  const headings = (page: string): string[] =>
    [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugOf(heading!));
  const missing = pages.flatMap((page) => {
    const named = [...text(page).matchAll(/`(?:\.\.\/)?([\w/-]+\.(?:ts|tsx|mjs|sql|yml|yaml))`/g)].map(
      ([, file]) => file!,
    );
    const links = [...text(page).matchAll(/\]\(([^)#:\s]*)#([^)\s]+)\)/g)];
    return [
      ...named.filter((file) => !files.some((each) => each.endsWith(`/${file}`))),
      ...links
        .filter(([, file, heading]) => !headings(file ? join(dirname(page), file) : page).includes(heading!))
        .map(([link]) => link),
    ].map((what) => `${page}: ${what}`);
  });
  expect(missing).toEqual([]);
});

test('every variable of the configuration is documented', () => {
  const documented = text('infra/README.md');
  expect(VARIABLES.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

test('every command that the pages show is there', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const shown = pages.flatMap((page) =>
    [...text(page).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!),
  );
  expect(shown.filter((name) => !(name in scripts))).toEqual([]);
});

test('every package that the service runs on stands in the table with what it is for and its newest release', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(text('package.json')) as Record<
    'dependencies' | 'optionalDependencies' | 'devDependencies',
    Record<string, string>
  >;
  const rows = [
    ...text('infra/README.md').matchAll(/^\| `(\S+)` +\| (.{4,}?) +\| \S+, \d{4}-\d\d-\d\d +\|$/gm),
  ];
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(new Set(rows.map(([, name]) => name))).toEqual(
    new Set(packages.filter((name) => !name.startsWith('@types/'))),
  );
});

test('the measurements find in the build what they take from it', () => {
  const imports = readdirSync('test/bench', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => [
      ...text(join('test/bench', name)).matchAll(/^import \{[^}]*\} from '(?:\.\.\/)+(?=dist\/)[^']+';$/gm),
    ])
    .map(([line]) => line.replace(/(?:\.\.\/)+(?=dist\/)/, `${process.cwd()}/`));
  expect(imports.length).toBeGreaterThan(20);
  // One after another, each in a scope of its own: two may take the same name.
  const asked = imports.map((line) => line.replace(/^import \{([^}]*)\} from ('[^']+');$/, '[$2, "$1"]'));
  const program = `
    for (const [file, names] of [${asked.join(',')}])
      for (const name of names.split(',').map((each) => each.trim()).filter(Boolean))
        if (!(name in (await import(file)))) console.log(file, name);
    process.exit();`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toBe(
    '',
  );
});
