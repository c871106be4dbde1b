import type { RequestHandler } from 'express';
import { Problem } from './problem.js';

/** Refuses a request of HTTP/1.1 that does not name exactly one host (RFC 9112, section 3.2). */
export const refuseWithoutHost: RequestHandler = ({ rawHeaders, httpVersion }, _res, next) => {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return next();
  throw new Problem('bad-request', 'A request must have one Host header.', {
    headers: { Connection: 'close' },
  });
};
