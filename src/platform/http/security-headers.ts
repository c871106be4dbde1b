import type { RequestHandler } from 'express';
import helmet from 'helmet';

const headers = helmet({
  // Scripts and styles come from our own origin alone. No forced upgrade to https: a service on plain http (a laptop, a
  // private network) could not answer it.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"], // the components of the back office write styles
    },
  },
  xFrameOptions: { action: 'deny' },
});

/** What no page of ours asks a browser for, and so no script in one may. */
const UNUSED = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];
const PERMISSIONS = UNUSED.map((name) => `${name}=()`).join(', ');

/** Sets the headers by which browsers protect a page and its users. */
export const securityHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('Permissions-Policy', PERMISSIONS);
  headers(req, res, next);
};
