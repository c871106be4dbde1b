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
      const { requestId, startedAt, key, address, transaction } = res.locals as {
        requestId: string;
        startedAt: number;
        key?: { id: number };
        address?: string;
        transaction?: string;
      };
      const failed = res.statusCode >= 500 || !res.writableFinished;
      const level = failed ? 'warn' : READS.has(req.method) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          request_id: requestId,
          method: req.method,
          path,
          status: res.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ...(key && { key_id: key.id }),
          ...(address !== undefined && { address }),
          ...(transaction !== undefined && { transaction }),
          ...(!res.writableFinished && { broken_off: true }),
        },
        'request',
      );
    });
    next();
  };
}
