import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import { KINDS } from '../http/problem.js';
import type { Route } from '../http/route.js';
import { openApiDocument } from './document.js';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Product Data Service · API v1</title>
<link rel="icon" href="/api-docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/api-docs/assets/swagger-ui.css">
</head>
<body>
<main id="swagger-ui"></main>
<script src="/api-docs/assets/swagger-ui-bundle.js"></script>
<script src="/api-docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api-docs/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, tryItOutEnabled: true });
`;

const marked = (text: string): string => text.replaceAll(/`(.+?)`/g, '<code>$1</code>');

const ERRORS = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Product Data Service · Errors</title>
</head>
<body>
<main>
<h1>Errors · 错误</h1>
<p>Every error is a problem as of RFC 9457. Its <code>type</code> leads to one of these.</p>
<p lang="zh">每个错误都是 RFC 9457 定义的 problem，其 <code>type</code> 指向下列条目之一。</p>
${Object.entries(KINDS)
  .map(
    ([slug, { status, title, title_cn, help, help_cn }]) =>
      `<section id="${slug}"><h2>${status} ${title} · ${title_cn}</h2><p>${marked(help)}</p><p lang="zh">${marked(help_cn)}</p></section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;

/** `/api-docs`: the documentation, served without other origins; `/api-docs/openapi.json`; `/api-docs/errors`. */
export function docsRoutes(routes: Route[], siteOrigin: () => string): Router {
  let document: object | undefined;
  const router = Router({ caseSensitive: true });
  router.get('/', (_req, res) => void res.type('html').send(PAGE));
  router.get('/start.js', (_req, res) => void res.type('js').send(START));
  router.get('/errors', (_req, res) => void res.type('html').send(ERRORS));
  router.get('/openapi.json', (_req, res) => {
    document ??= openApiDocument(routes, siteOrigin());
    res.set('Access-Control-Allow-Origin', '*').json(document);
  });
  router.use('/assets', express.static(assets, { index: false, maxAge: '1d', redirect: false }));
  return router;
}
