import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Notes every request when it has ended: writes at `info`, with the transaction that the indexer names when it
 * delivers what they wrote; reads at `debug`; failures of ours at `warn`. Queries and bodies are left out.
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const [path] = req.originalUrl.split('?', 1);
    res.once('close', () => {
      const { id, startedAt, caller, address, transaction } = req.context;
      const failed = res.statusCode >= 500 || !res.writableFinished;
      const level = failed ? 'warn' : READS.has(req.method) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          request_id: id,
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
