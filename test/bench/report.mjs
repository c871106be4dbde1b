// The report of a run: Markdown to read, JSON to compare with.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fittedTo, growthTables } from './growth.mjs';

const SIZES = ['10k', '100k', '1m', '10m', 'all'];

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

/**
 * A report with a further run in it: what was measured replaces what that section had of that size, all else stays, with
 * the run that it is of.
 * @param before the report so far; undefined where there is none
 * @param run `{ machine, options, sections }`, a section as `{ title, about, parts }`, a part as `{ of, rows, notes, texts,
 *   failures }`: what was measured of one size, or of all together
 * @param titles of all sections that there are, in their order: what nobody measures any more leaves the report
 */
export function withRun(before, { machine, options, sections }, titles) {
  const run = { machine, options };
  const parts = (report, title) => report.sections.find((section) => section.title === title)?.parts ?? [];
  const merged = titles.flatMap((title) => {
    const measured = parts({ sections }, title)
      .filter(({ rows, texts, failures }) => rows.length + texts.length + failures.length > 0)
      .map((part) => ({ ...part, run }));
    const kept = (before ? parts(before, title) : [])
      .filter(({ of }) => !measured.some((part) => part.of === of))
      .map((part) => ({ ...part, run: before.runs[part.run] }));
    const all = [...kept, ...measured].toSorted((a, b) => SIZES.indexOf(a.of) - SIZES.indexOf(b.of));
    const { about } =
      [...sections, ...(before?.sections ?? [])].find((section) => section.title === title) ?? {};
    return all.length === 0 ? [] : [{ title, about, parts: all }];
  });
  const fitted =
    fittedTo({ run, sections }, before?.fitted) ??
    (before?.fitted && { ...before.fitted, run: before.runs[before.fitted.run] });
  const used = new Set([...merged.flatMap((section) => section.parts), ...(fitted ? [fitted] : [])].map((part) => part.run)); // prettier-ignore
  const runs = [...(before?.runs ?? []), run].filter((each) => used.has(each));
  const numbered = (part) => ({ ...part, run: runs.indexOf(part.run) });
  return {
    runs,
    sections: merged.map((section) => ({ ...section, parts: section.parts.map(numbered) })),
    ...(fitted && { fitted: numbered(fitted) }),
  };
}

/** Which sizes are of which run, where there are several runs. */
function originOf(parts, runs) {
  const all = runs.flatMap((_, i) => {
    const sizes = parts.filter(({ run }) => run === i).map(({ of }) => of);
    return sizes.length === 0 ? [] : [`run ${i + 1}${sizes[0] === 'all' ? '' : `: ${sizes.join(', ')}`}`];
  });
  return runs.length < 2 ? '' : `Measured by ${all.join('; ')}.`;
}

/** A report as a page. */
export function markdown(report) {
  const { runs, sections, fitted } = report;
  const lines = [
    '# Measurements',
    '',
    'Written by `npm run bench`. The ratio compares the service with what stands beside it, measured in the same run, in',
    'turns; medians of several rounds. Ratios hold on other machines better than rates and times do. A run replaces what it',
    'measures again; the machine and the commit of each run are at the end.',
    '',
  ];
  for (const { title, about, parts } of sections) {
    const [rows, notes, texts, failures] = ['rows', 'notes', 'texts', 'failures'].map((name) => parts.flatMap((part) => part[name])); // prettier-ignore
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
    const origin = originOf(parts, runs);
    if (origin) lines.push(origin, '');
  }
  const growth = growthTables(report);
  if (growth)
    lines.push(
      '## Growth',
      '',
      growth,
      '',
      ...(runs.length > 1 ? [`Measured by run ${fitted.run + 1}.`, ''] : []),
    );
  for (const [i, { machine, options }] of runs.entries()) {
    lines.push(runs.length > 1 ? `## Run ${i + 1}` : '## The run', '');
    for (const [name, value] of Object.entries({ ...machine, ...options })) lines.push(`- ${name}: ${value}`);
    lines.push('');
  }
  return lines.join('\n');
}

/** What the run stands on. */
export async function describeMachine(stack) {
  const [{ server_version: postgres }] = await stack.sql('postgres', 'SHOW server_version');
  const psql = spawnSync('psql', ['--version'], { encoding: 'utf8' }).stdout?.trim().split(' ').at(2);
  let commit = '';
  try {
    commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
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
