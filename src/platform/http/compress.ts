import compression from 'compression';
import type { RequestHandler } from 'express';

const compress = compression({
  filter: (req, res) =>
    /ndjson|sdfile/.test(String(res.getHeader('Content-Type'))) || compression.filter(req, res),
});

/**
 * Compresses answers of compressible types for clients that accept it. For all others the response is not wrapped, as
 * that alone is a large part of the work for a product or a list.
 */
export const compressAnswers: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding'] !== undefined) return compress(req, res, next);
  res.appendHeader('Vary', 'Accept-Encoding');
  next();
};
