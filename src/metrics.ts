import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the process tells Prometheus. */
export interface Metrics {
  /** sees every request */
  observe: RequestHandler;
  /** a number that is asked for when somebody scrapes; `counter` for one that only grows */
  expose(name: string, help: string, read: () => number | Promise<number>, kind?: 'gauge' | 'counter'): void;
  text(): Promise<string>;
}

/** Metrics of one process, in a registry of their own. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    observe(req, res, next) {
      res.on('close', () => {
        // The pattern of the route, never the path: a label for each product would have no end.
        const route = (req.route as { path?: unknown } | undefined)?.path;
        requests.observe(
          {
            method: req.method,
            route: typeof route === 'string' ? `${req.baseUrl}${route}` : 'none',
            status: res.statusCode,
          },
          (performance.now() - (res.locals['startedAt'] as number)) / 1_000,
        );
      });
      next();
    },
    expose(name, help, read, kind = 'gauge') {
      if (kind === 'gauge') {
        new Gauge({ name, help, registers: [registry], async collect() {
          this.set(await read());
        } }); // prettier-ignore
      } else {
        new Counter({ name, help, registers: [registry], async collect() {
          this.reset();
          this.inc(await read());
        } }); // prettier-ignore
      }
    },
    text: () => registry.metrics(),
  };
}

/** Serves `/metrics` on a port of its own, so that nobody outside meets it by accident. */
export async function serveMetrics(
  metrics: Metrics,
  host: string,
  port: number,
): Promise<{ origin: string; close(): void }> {
  const server = createServer((req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
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
