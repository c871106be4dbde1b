// The report of a run: Markdown to read, JSON to compare with.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { growthTables } from './growth.mjs';
import { ROOT } from './stack.mjs';

/** Whether a row meets its target; undefined where it has none. */
export function isMet({ ratio, value, target }) {
  if (!target) return undefined;
  const measured = target.of === 'value' ? value : ratio;
  return target.least !== undefined ? measured >= target.least : measured <= target.most;
}

const number = (n) =>
  n === undefined
    ? ''
    : Math.abs(n) >= 100
      ? Math.round(n).toLocaleString('en')
      : String(Number(n.toPrecision(3)));

function cells(row) {
  const { what, size, value, unit, beside, besideValue, ratio, target } = row;
  const met = isMet(row);
  return [
    what,
    size,
    `${number(value)} ${unit}`,
    beside === undefined ? '' : `${beside}: ${number(besideValue)} ${unit}`,
    ratio === undefined ? '' : ratio.toFixed(2),
    target ? `${target.least === undefined ? 'at most' : 'at least'} ${target.least ?? target.most}` : '',
    met === undefined ? '' : met ? 'yes' : '**no**',
  ];
}

/** A run as a page. */
export function markdown({ sections, fitted, machine, options }) {
  const lines = [
    '# Measurements',
    '',
    'Written by `npm run bench`. The ratio compares the service with what stands beside it, measured in the same run, in',
    'turns; medians of several rounds. Ratios hold on other machines better than rates and times do.',
    '',
  ];
  for (const { title, about, rows, notes, texts, failures } of sections) {
    lines.push(`## ${title}`, '', ...(about ? [about, ''] : []));
    if (rows.length > 0) {
      const head = ['', 'products', 'service', 'beside it', 'ratio', 'target', 'met'];
      lines.push(`| ${head.join(' | ')} |`, `|${head.map(() => ' --- ').join('|')}|`);
      for (const row of rows) lines.push(`| ${cells(row).join(' | ')} |`);
      lines.push('');
    }
    // Reports of scripts have headings of their own, a level higher.
    for (const text of texts) lines.push(text.replaceAll(/^#/gm, '###'), '');
    for (const note of notes) lines.push(`- ${note}`);
    for (const failure of failures) lines.push(`- **Failed:** ${failure}`);
    if (notes.length + failures.length > 0) lines.push('');
  }
  const growth = growthTables({ sections, fitted, machine });
  if (growth) lines.push('## Growth', '', growth, '');
  lines.push('## The run', '');
  for (const [name, value] of Object.entries({ ...machine, ...options })) lines.push(`- ${name}: ${value}`);
  return `${lines.join('\n')}\n`;
}

/** What the run stands on. */
export async function describeMachine(stack) {
  const [{ server_version: postgres }] = await stack.sql('postgres', 'SHOW server_version');
  const psql = spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout?.trim().split(' ').at(2);
  let commit = '';
  try {
    commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    // not a checkout
  }
  return {
    Processor: `${cpus().length} x ${cpus()[0].model}`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    System: `Linux ${release()}`,
    'Load average at the start': loadavg()
      .map((n) => n.toFixed(1))
      .join(', '),
    Versions: [`Node ${process.versions.node}`, `Postgres ${postgres}`, psql && `psql ${psql}`]
      .filter(Boolean)
      .join(', '),
    ...(commit && { Commit: commit }),
  };
}
