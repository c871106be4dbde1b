import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { describeWhere } from '../support/installed.js';
import { temporaryFolder } from './launch.js';

const RULES = resolve('infra/monitoring/alerts.yml');
/** Minutes that are played through. */
const MINUTES = 75;

const withPromtool = describeWhere(
  spawnSync('promtool', ['--version']).error === undefined,
  'apt-get install prometheus',
);

const always = (value: number): string => `${value}x${MINUTES}`;
const perMinute = (value: number): string => `0+${value}x${MINUTES}`;
const request = (labels: string): string => `http_request_duration_seconds_count{${labels}}`;
const bucket = (le: string): string =>
  `http_request_duration_seconds_bucket{method="GET",route="/api/v1/products",le="${le}"}`;

/** A service that is well, as Prometheus sees it. */
const WELL: Record<string, string> = {
  'up{job="gateway",instance="g1"}': always(1),
  'process_start_time_seconds{job="gateway",instance="g1"}': always(1_000),
  'build_info{instance="g1",version="1.0.0",commit="a"}': always(1),
  'dependency_up{dependency="postgres"}': always(1),
  'dependency_up{dependency="meilisearch"}': always(1),
  'dependency_up{dependency="images"}': always(1),
  'dependency_up{dependency="redis"}': always(1),
  'dependency_info{dependency="meilisearch",version="1.21.0",supported="yes"}': always(1),
  [request('route="/api/v1/products",status="200"')]: perMinute(600),
  [bucket('0.1')]: perMinute(600),
  [bucket('5')]: perMinute(600),
  [bucket('+Inf')]: perMinute(600),
  'change_log_lag_seconds{reader="search"}': always(0),
  change_log_oldest_transaction_seconds: always(0),
  search_engine_serves: always(1),
  // One search that the engine did not answer in time is no reason.
  search_degraded_total: `4x${MINUTES - 2} 5x1`,
  indexer_leading: always(1),
  indexer_set_aside_products: always(0),
  rate_limit_fallbacks_total: always(7),
  postgres_pool_waiting: always(0),
  postgres_replica_lag_seconds: always(0),
  'webhooks{state="failing"}': always(0),
  'webhooks{state="disabled"}': always(2),
  'webhooks{state="given_up"}': always(0),
  log_lines_dropped_total: always(3),
  nodejs_eventloop_lag_p99_seconds: always(0.02),
  'disk_free_bytes{folder="data"}': always(50),
  'disk_size_bytes{folder="data"}': always(100),
  backup_last_timestamp_seconds: always(0),
  inquiries_oldest_unanswered_seconds: always(3_600),
  inquiries_day_used_ratio: always(0.79),
};

/** The series that differ from a service that is well, and other alerts that come with them. */
interface Illness {
  series: Record<string, string | null>;
  also?: string[];
}

/** What each alert is for. */
const ILL: Record<string, Illness | Illness[]> = {
  NoGateway: {
    series: Object.fromEntries(
      Object.keys(WELL)
        .filter((name) => name.startsWith('dependency_up'))
        .map((name) => [name, null]),
    ),
  },
  PostgresAway: { series: { 'dependency_up{dependency="postgres"}': always(0) } },
  ServerErrors: { series: { [request('status="500"')]: perMinute(1) } },
  Refusals: { series: { [request('route="/api/v1/products",status="503"')]: perMinute(30) } },
  SlowReads: { series: { [bucket('0.1')]: perMinute(500) } },
  SearchDegraded: [
    { series: { 'dependency_up{dependency="meilisearch"}': always(0) } },
    // It answers, and its index is not whole.
    { series: { search_engine_serves: `1x${MINUTES - 10} 0x10` } },
    { series: { search_degraded_total: perMinute(10) } },
  ],
  IndexBehind: { series: { 'change_log_lag_seconds{reader="search"}': always(90) } },
  EngineUnused: { series: { search_engine_serves: always(0) }, also: ['SearchDegraded'] },
  OldTransaction: { series: { change_log_oldest_transaction_seconds: always(200) } },
  NoIndexerLeads: { series: { indexer_leading: null } },
  SetAside: { series: { indexer_set_aside_products: always(1) } },
  ImagesAway: { series: { 'dependency_up{dependency="images"}': always(0) } },
  LimitsNotShared: {
    series: { rate_limit_fallbacks_total: perMinute(5), 'dependency_up{dependency="redis"}': always(0) },
  },
  PoolExhausted: { series: { postgres_pool_waiting: always(11) } },
  ReplicaBehind: { series: { postgres_replica_lag_seconds: always(30) } },
  WebhooksFail: { series: { 'webhooks{state="failing"}': always(1) } },
  LogLost: { series: { log_lines_dropped_total: perMinute(2) } },
  EventLoopBusy: { series: { nodejs_eventloop_lag_p99_seconds: always(0.8) } },
  ProcessDown: { series: { 'up{job="indexer",instance="i1"}': always(0) } },
  ProcessRestarts: {
    series: { 'process_start_time_seconds{job="gateway",instance="g1"}': `1000+60x${MINUTES}` },
  },
  MixedVersions: { series: { 'build_info{instance="g2",version="1.0.1",commit="b"}': always(1) } },
  VersionUnsupported: {
    series: { 'dependency_info{dependency="meilisearch",version="1.15.0",supported="no"}': always(1) },
  },
  DiskFills: { series: { 'disk_free_bytes{folder="data"}': always(8) } },
  DiskFull: { series: { 'disk_free_bytes{folder="data"}': always(2) }, also: ['DiskFills'] },
  // Three days before the beginning of time, which is when the test begins.
  BackupOld: { series: { backup_last_timestamp_seconds: always(-3 * 86_400) } },
  ExportsRefused: { series: { [request('route="/api/v1/export",status="503"')]: perMinute(1) } },
  InquiriesNearBound: { series: { inquiries_day_used_ratio: always(0.8) } },
  InquiriesWaiting: { series: { inquiries_oldest_unanswered_seconds: always(90_000) } },
  WebhookSwitchedOff: { series: { 'webhooks{state="given_up"}': always(1) } },
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
        [illnesses].flat().map((ill) => played(alert, { ...ill, also: [alert, ...(ill.also ?? [])] })),
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
