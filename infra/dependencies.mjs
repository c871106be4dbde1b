// Brings the table of packages in infra/README.md up to date: `node infra/dependencies.mjs`. What a package is for is written
// there by hand; which ones there are comes from package.json, their newest release from `npm view`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('README.md', import.meta.url);
const HEAD = '| package | for | newest release |';

const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url)),
);
const text = readFileSync(page, 'utf8');
const table = /^\| package +\| for +\|.*\n(?:\|.*\n)+/m.exec(text)?.[0] ?? '';
const purposes = new Map(
  [...table.matchAll(/^\| `(\S+)` +\| (.*?) *\|/gm)].map(([, name, purpose]) => [name, purpose]),
);

const all = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
const rows = all
  .filter((name) => !name.startsWith('@types/'))
  .sort()
  .map((name) => {
    const told = execFileSync('npm', ['view', name, 'dist-tags.latest', 'time', '--json'], {
      encoding: 'utf8',
    });
    const { 'dist-tags.latest': latest, time } = JSON.parse(told);
    process.stderr.write(`${name} ${latest}\n`);
    return `| \`${name}\` | ${purposes.get(name) ?? '?'} | ${latest}, ${time[latest].slice(0, 10)} |`;
  });
writeFileSync(page, text.replace(table, [HEAD, '| --- | --- | --- |', ...rows, ''].join('\n')));
