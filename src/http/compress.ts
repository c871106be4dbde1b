import compression from 'compression';

/** Compresses answers of a kind that gets smaller by it, for clients that accept it. */
export const compressAnswers = compression({
  filter: (req, res) => /ndjson/.test(String(res.getHeader('Content-Type'))) || compression.filter(req, res),
});
