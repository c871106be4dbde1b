import compression from 'compression';
import type { RequestHandler } from 'express';

const compress = compression({
  filter: (req, res) =>
    /ndjson|sdfile/.test(String(res.getHeader('Content-Type'))) || compression.filter(req, res),
});

/**
 * Compresses answers of a kind that gets smaller by it, for clients that accept it. For others the wrapping of their
 * responses alone would take a third of what the gateway does for a product or a list.
 */
export const compressAnswers: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding'] !== undefined) return compress(req, res, next);
  res.appendHeader('Vary', 'Accept-Encoding');
  next();
};
