import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from './time-out.js';
import { cannotListen } from './unusable.js';

/** The Prometheus metrics of a process. */
export interface Metrics {
  registry: Registry;
  /**
   * A number that is read at each scrape; one whose name ends in `_total` only grows. If reading fails (the database is
   * down) this metric is left out, and the others are reported.
   */
  expose(name: string, help: string, read: Read<number>): void;
  /** numbers by the value of a label, read at each scrape */
  exposeBy(label: string, name: string, help: string, read: Read<Record<string, number>>): void;
  /** labels that say what something is, read at each scrape; each set of them has the value 1 */
  exposeInfo(labels: string[], name: string, help: string, read: Read<Record<string, string>[]>): void;
  text(): Promise<string>;
}

type Read<T> = () => T | Promise<T>;

/** The longest that a number may take to be read, ms. */
const READ_MS = 2_000;

/** Metrics of one process, in a registry of their own. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  type Values = [labels: Record<string, string>, value: number][];
  const add = (name: string, help: string, labelNames: string[], read: () => Promise<Values>): void => {
    const metric = name.endsWith('_total') ? Counter : Gauge;
    new metric({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect(this: Gauge | Counter) {
        this.reset();
        if (labelNames.length === 0) this.remove(); // it would be 0
        for (const [labels, value] of await within(READ_MS, read()).catch(() => [])) this.inc(labels, value);
      },
    });
  };
  return {
    registry,
    expose: (name, help, read) => add(name, help, [], async () => [[{}, await read()]]),
    exposeBy: (label, name, help, read) =>
      add(name, help, [label], async () =>
        Object.entries(await read()).map(([of, value]) => [{ [label]: of }, value]),
      ),
    exposeInfo: (labels, name, help, read) =>
      add(name, help, labels, async () => (await read()).map((each) => [each, 1])),
    text: () => registry.metrics(),
  };
}

/** Records the duration of every request. */
export function observeRequests({ registry }: Metrics): RequestHandler {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return (req, res, next) => {
    res.on('close', () => {
      // The pattern of the route, never the path: a label value for each product would be unbounded.
      requests.observe(
        { method: req.method, route: req.context.route ?? 'none', status: res.statusCode },
        (performance.now() - req.context.startedAt) / 1_000,
      );
    });
    next();
  };
}

/** The items of pushes by outcome. */
export type Pushed = Record<'created' | 'updated' | 'unchanged' | 'invalid', number>;

/** Counts the items of pushes. */
export function countPushes({ registry }: Metrics): (counts: Partial<Pushed>) => void {
  const items = new Counter({
    name: 'push_items_total',
    help: 'Items of pushes by what became of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const outcomes = ['created', 'updated', 'unchanged', 'invalid'] as const;
  for (const outcome of outcomes) items.inc({ outcome }, 0);
  return (counts) => {
    for (const outcome of outcomes) items.inc({ outcome }, counts[outcome] ?? 0);
  };
}

/**
 * The metrics server: `/metrics` on a separate port, so that it is not public by accident. Also `/healthz` and, if
 * `state` is given, `/readyz`, for processes without another server.
 */
export async function serveMetrics(
  metrics: Metrics,
  host: string,
  port: number,
  state?: () => { ok: boolean },
): Promise<{ origin: string; close(): void }> {
  const server = createServer((req, res) => {
    const answer = (body: { ok: boolean }): void =>
      void res
        .writeHead(body.ok ? 200 : 503, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body));
    if (req.url === '/healthz') return answer({ ok: true });
    if (req.url === '/readyz' && state) return answer(state());
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen('METRICS_PORT', host, port, error)));
    server.listen(port, host, resolve);
  });
  const at = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${at.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
