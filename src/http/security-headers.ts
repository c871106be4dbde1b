import helmet from 'helmet';

/** Sets the headers by which browsers protect a page and its users. */
export const securityHeaders = helmet({
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
      styleSrc: ["'self'", "'unsafe-inline'"], // Swagger UI sets style attributes
    },
  },
});
