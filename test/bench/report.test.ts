import { readFileSync } from 'node:fs';

interface Row {
  what: string;
  size: string;
  value: number;
  unit: string;
}
interface Part {
  of: string;
  run: number;
  rows: Row[];
  notes: string[];
  texts: string[];
  failures: string[];
}
interface Report {
  runs: { machine: { Processor: string }; options: object }[];
  sections: { title: string; about?: string; parts: Part[] }[];
  fitted?: { run: number; sections: { title: string; rows: Row[] }[] };
}

const { markdown, withRun } = (await import(new URL('report.mjs', import.meta.url).href)) as {
  markdown: (report: Report) => string;
  withRun: (before: Report | undefined, run: object, titles: string[]) => Report;
};

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const report = JSON.parse(read('report.json')) as Report;
const TITLES = report.sections.map(({ title }) => title);

test('the page says what the data say', () => {
  const plain = (text: string) =>
    text
      .replaceAll(/[ |-]+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  expect(plain(read('REPORT.md'))).toBe(plain(markdown(report)));
});

/** A run that measured everything that the laws are fitted to. */
function runOf(processor: string, value: number, sizes: string[]): object {
  const paths = [
    ['Push', 'new products'],
    ['Search index', 'reindex'],
    ['Search index', 'one changed product searchable'],
    ['Search', '8 connections'],
  ];
  const part = (of: string, whats: string[]) => ({
    of,
    rows: whats.map((what) => ({ what, size: of, value, unit: 'x' })),
    notes: [],
    texts: [],
    failures: [],
  });
  return {
    machine: { Processor: processor },
    options: {},
    sections: ['Push', 'Search index', 'Search'].map((title) => {
      const whats = paths.filter(([of]) => of === title).map(([, what]) => what!);
      return { title, parts: sizes.map((size) => part(size, whats)) };
    }),
  };
}

describe('a run in a report', () => {
  const whole = withRun(undefined, runOf('2 x A', 1, ['10k', '100k', '1m']), TITLES);
  const valuesOf = (of: Report, title: string) =>
    of.sections
      .find((section) => section.title === title)!
      .parts.map((part) => [part.of, part.rows[0]!.value, of.runs[part.run]!.machine.Processor]);

  test('replaces what it measured, says of which machine each is, and leaves the laws to the run of more sizes', () => {
    const after = withRun(whole, runOf('4 x B', 2, ['10k']), TITLES);
    expect(valuesOf(after, 'Push')).toEqual([
      ['10k', 2, '4 x B'],
      ['100k', 1, '2 x A'],
      ['1m', 1, '2 x A'],
    ]);
    expect(after.fitted).toEqual(whole.fitted);
    const page = markdown(after);
    for (const text of ['run 1: 100k, 1m; run 2: 10k', 'Processor: 2 x A', 'Processor: 4 x B', '## Growth'])
      expect(page).toContain(text);
  });

  test('that measured as many sizes is what the laws are fitted to, and a run of which nothing is left is forgotten', () => {
    const after = withRun(whole, runOf('4 x B', 2, ['10k', '100k', '1m']), TITLES);
    expect(after.runs.map(({ machine }) => machine.Processor)).toEqual(['4 x B']);
    expect(after.fitted!.run).toBe(0);
    expect(after.fitted!.sections[0]!.rows[0]!.value).toBe(2);
  });

  test('of one size is a report without laws where there is none yet', () => {
    const first = withRun(undefined, runOf('2 x A', 1, ['10k']), TITLES);
    expect(first.fitted).toBeUndefined();
    expect(markdown(first)).not.toContain('## Growth');
  });

  test('that measured nothing of a section leaves it as it is; a section that is no more leaves the report', () => {
    const empty = { of: '10k', rows: [], notes: ['not measured'], texts: [], failures: [] };
    const after = withRun(
      whole,
      { machine: { Processor: '4 x B' }, options: {}, sections: [{ title: 'Push', parts: [empty] }] },
      TITLES.filter((title) => title !== 'Search'),
    );
    expect(valuesOf(after, 'Push')).toEqual(valuesOf(whole, 'Push'));
    expect(after.sections.map(({ title }) => title)).toEqual(['Push', 'Search index']);
  });
});
