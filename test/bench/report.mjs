// The report: Markdown, a section for each thing that is measured.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';

/** Whether a row meets its target; undefined where it has none. */
export function isMet({ ratio, value, target }) {
  if (!target) return undefined;
  const measured = target.of === 'value' ? value : ratio;
  return target.least !== undefined ? measured >= target.least : measured <= target.most;
}

const number = (n) =>
  Math.abs(n) >= 100 ? Math.round(n).toLocaleString('en') : String(Number(n.toPrecision(3)));

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

/** A table in Markdown. */
export const tableOf = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((each) => `| ${each.join(' | ')} |`).join('\n');

/** A section of the report. @param run what it was measured by, and on */
export function sectionOf({ title, about, rows, texts, failures }, run) {
  const head = ['', 'products', 'service', 'beside it', 'ratio', 'target', 'met'];
  const list = [...texts, ...failures.map((failure) => `**Failed:** ${failure}`), `Measured by ${run}`];
  return `## ${title}\n\n${[about, rows.length > 0 && tableOf(head, rows.map(cells)), ...list].filter(Boolean).join('\n\n')}\n\n`;
}

/** A report in which sections stand in place of those of their titles; others are as they were, new ones come last. */
export function withSections(page, sections) {
  const titleOf = (section) => section.slice(0, section.indexOf('\n'));
  const fresh = new Map(sections.map((section) => [titleOf(section), section]));
  const [head, ...old] = page.split(/^(?=## )/m);
  const kept = old.map((section) => {
    const other = fresh.get(titleOf(section));
    fresh.delete(titleOf(section));
    return other ?? section;
  });
  return [head.trimEnd(), ...[...kept, ...fresh.values()].map((section) => section.trim())].join('\n\n');
}

/** What the run stands on, in one line. */
export async function describeMachine(stack) {
  const [{ server_version: postgres }] = await stack.sql('postgres', 'SHOW server_version');
  const psql = spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout?.trim().split(' ').at(2);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const load = loadavg().map((n) => n.toFixed(1));
  return `commit ${commit}, ${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, load average ${load.join(', ')} at the start, Node ${process.versions.node}, Postgres ${postgres}${psql ? `, psql ${psql}` : ''}`;
}
