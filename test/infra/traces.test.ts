import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { addWebhook } from '../../src/exchange/webhooks/manage.js';
import { issueKey } from '../../src/platform/access/keys.js';
import { loadConfig } from '../../src/platform/config.js';
import { openReceiver } from '../exchange/webhooks/receiver.js';
import { listening } from '../support/listening.js';
import { openPlace } from '../support/place.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import { until } from '../support/until.js';
import { Client } from '../support/wire.js';
import { shared } from '../support/with-own.js';

const PACKAGE = '@opentelemetry/auto-instrumentations-node';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** The spans that came to a collector, which is asked by OTLP over HTTP. */
const spans: Span[] = [];
const collector = createServer((req, res) => {
  void json(req).then((body) => {
    const { resourceSpans = [] } = body as { resourceSpans?: { scopeSpans: { spans: Span[] }[] }[] };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    res.setHeader('Content-Type', 'application/json').end('{}');
  });
});
const receiver = shared(openReceiver);
const place = shared(async () =>
  openPlace({
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW: receiver.host,
    OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }),
);

test('where traces are wanted and OpenTelemetry is not loaded, the start says what is missing', async () => {
  const gateway = await startGatewayProcess(place.env);
  await until(() => gateway.log().includes('OTEL_EXPORTER_OTLP_ENDPOINT: no traces are sent'));
});

test('with the packages and variables of the page a push is one trace, from its caller to the webhook', async () => {
  // Beside the packages of the tests, and not among them: 90 MB that nothing else needs.
  const home = resolve('test/node_modules/.opentelemetry');
  const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const packages = ['@opentelemetry/api@1', `${PACKAGE}@0.82.0`];
  await promisify(execFile)('npm', ['install', '--prefix', home, ...quietly, ...packages]);
  // As `--import` finds it by its name where the packages are installed in the folder of the service.
  const register = join(home, 'node_modules', PACKAGE, 'dist/register.mjs');
  const loaded = { ...place.env, NODE_OPTIONS: `--import file://${register}` };
  const running = await Promise.all([startGatewayProcess(loaded), startIndexerProcess(loaded)]);
  const [gateway] = running;
  const client = new Client(gateway.origin);
  const { webhooks } = loadConfig(place.env);
  await addWebhook(place.db, webhooks, { url: receiver.url, events: ['upsert'] });
  const { key } = await issueKey(place.db, { name: 'erp' });
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const product = { name_cn: '品', description: 'x'.repeat(1_000) };
  // Large enough for a process of its own.
  const pushed = Array.from({ length: 100 }, (_, i) => ({ ...product, code: `T-${i}` }));
  const answer = await client.ask('/sync/push', { method: 'POST', key, headers, json: pushed });
  expect(answer.text).toContain('"created":100,');

  const found = (name: string, parent?: string): Span | undefined =>
    spans.find(
      (span) =>
        span.traceId === TRACE && span.name.startsWith(name) && (!parent || span.parentSpanId === parent),
    );
  const request = () => found('POST /api/v1/sync/push', '00f067aa0ba902b7')?.spanId ?? 'none';
  const sent = () => found('POST', request());
  await until(() => sent() !== undefined && found('pg.query:COMMIT', request()) !== undefined, 30_000);
  expect(gateway.log()).not.toContain('no traces are sent');
  expect(receiver.received[0]!.headers['traceparent']).toBe(`00-${TRACE}-${sent()!.spanId}-01`);
}, 600_000);
