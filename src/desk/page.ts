import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NextFunction, Request, Response, Router } from 'express';
import { FOR_EVER, ROOT, serveFolder } from '../platform/index.js';

/** The folder of the built pages (pages/vite.config.mjs). */
const BUILT = join(ROOT, 'dist/back-office');

/** From git a start builds the pages beside what already runs. The browser asks again by itself. */
const NOT_YET = '后台页面正在构建，约需一分钟。\nThe pages are being built, which takes about a minute.\n';

/** The placeholder for the nonce in the built page. */
const PLACEHOLDER = /%NONCE%/g;

/**
 * The pages of the back office. Their components add styles at run time, so the policy allows styles with a nonce,
 * which is filled into the page for each answer; scripts are allowed from our own files only.
 */
export function pages(router: Router): void {
  router.use('/assets', serveFolder(join(BUILT, 'assets'), FOR_EVER));
  router.get('/', (req, res, next) => {
    // URLs within the pages are relative to the folder.
    if (!req.originalUrl.split('?')[0]!.endsWith('/')) return res.redirect(308, '/back-office/');
    // Read for each request: it may have been rebuilt, and few people open the page.
    readFile(join(BUILT, 'index.html'), 'utf8').then((page) => sendPage(res, page), next);
  });
  router.use((error: NodeJS.ErrnoException, _req: Request, res: Response, next: NextFunction) => {
    if (error.code !== 'ENOENT' || res.headersSent) return next(error);
    res.status(503).set({ 'Retry-After': '5', Refresh: '5' }).type('text').send(NOT_YET);
  });
}

function sendPage(res: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https: http:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  res
    .set('Content-Security-Policy', policy.join('; '))
    .set('Cache-Control', 'no-store')
    .set('X-Robots-Tag', 'noindex')
    .type('html')
    .send(page.replaceAll(PLACEHOLDER, nonce));
}
