import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { traceIdOf } from '../process/trace.js';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Logs every request when it has ended: writes at `info`, with the transaction id that the indexer logs when it delivers
 * them; reads at `debug`; server errors at `warn`. Query strings and bodies are not logged.
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const [path] = req.originalUrl.split('?', 1);
    res.once('close', () => {
      const { id, startedAt, caller, address, transaction, traceparent } = req.context;
      const failed = res.statusCode >= 500 || !res.writableFinished;
      const level = failed ? 'warn' : READS.has(req.method) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          request_id: id,
          ...(traceparent !== undefined && { trace_id: traceIdOf(traceparent) }),
          method: req.method,
          path,
          status: res.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ...(caller && { key_id: caller.id }),
          address,
          ...(transaction !== undefined && { transaction }),
          ...(!res.writableFinished && { broken_off: true }),
        },
        'request',
      );
    });
    next();
  };
}
