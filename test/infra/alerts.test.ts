import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { describeWhere } from '../support/installed.js';
import { temporaryFolder } from './launch.js';

const RULES = resolve('infra/monitoring/alerts.yml');
/** Minutes that are played through. */
const MINUTES = 75;

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
const withPromtool = describeWhere(hasPromtool, 'apt-get install prometheus');

/** The series that differ from a service that is well, and other alerts that come with them. */
interface Illness {
  series: Record<string, string | null>;
  also?: string[];
}
const { well: WELL, ill: ILL } = parse(readFileSync('test/infra/alert-cases.yml', 'utf8')) as {
  well: Record<string, string>;
  ill: Record<string, Illness[]>;
};

/** A test of promtool's: at the end of so many minutes these alerts fire, and no others. */
function played(name: string, { series: changed, also = [] }: Illness): object {
  const series = Object.entries({ ...WELL, ...changed });
  return {
    name,
    interval: '1m',
    input_series: series.flatMap(([name, values]) => (values === null ? [] : { series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${MINUTES}m`,
        exp_samples: also.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  };
}

withPromtool('by promtool', () => {
  test('each alert fires for what it is for and for nothing else, and none where all is well', () => {
    const tests = [
      played('well', { series: {} }),
      // A million products take 25 minutes to build.
      played('the index is built anew', {
        series: { search_engine_serves: `1x${MINUTES - 25} 0x24` },
        also: ['SearchDegraded'],
      }),
      ...Object.entries(ILL).flatMap(([alert, illnesses]) =>
        illnesses.map((ill) => played(alert, { ...ill, also: [alert, ...(ill.also ?? [])] })),
      ),
    ];
    const file = join(temporaryFolder(), 'alerts.yml');
    writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect({ status, said: stdout + stderr }).toEqual({
      status: 0,
      said: expect.stringMatching(/SUCCESS\s*$/),
    });
  });

  test('the file is one that Prometheus takes', () => {
    expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toContain('SUCCESS');
  });
});

test('there is a case for every alert', () => {
  const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.sort()).toEqual(Object.keys(ILL).sort());
});
