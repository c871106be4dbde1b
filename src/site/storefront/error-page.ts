import type { Request } from 'express';
import { parametersOf } from '../../platform/index.js';
import type { Problem, Site } from '../../platform/index.js';
import { html } from './html.js';
import { address, page, placeOf } from './layout.js';
import type { Place } from './layout.js';
import { LANGUAGES } from './texts.js';

const zh = {
  heading: {
    400: '此地址无法识别',
    404: '没有这个页面',
    405: '此地址不能这样打开',
    413: '所发送的内容过大',
    429: '访问过于频繁',
    500: '我们这边出了问题',
    503: '暂时无法提供服务',
  } as Record<number, string>,
  other: '无法完成此请求',
  says: {
    400: '地址中有一部分不是本站所能识别的。',
    404: '页面可能已移动，或地址有误。请检索产品，或从首页开始。',
    429: '本分钟内来自您网络的访问已达上限。',
    500: '请稍后再试；如仍有问题，请将下面的编号告知我们。',
    503: '目录暂时无法读取，很快就会恢复。',
  } as Record<number, string>,
  parameters: '无法识别的部分：',
  wait: (seconds: string) => `请在 ${seconds} 秒后再试。`,
  again: '重新载入',
  home: '前往首页',
  number: '编号',
};

const en: typeof zh = {
  heading: {
    400: 'This address is not valid',
    404: 'Page not found',
    405: 'This address cannot be opened this way',
    413: 'Too much was sent',
    429: 'Too many requests',
    500: 'Something went wrong on our side',
    503: 'Temporarily unavailable',
  },
  other: 'The request could not be completed',
  says: {
    400: 'Part of the address is not known to this site.',
    404: 'The page may have moved, or the address may be mistyped. Search for a product, or go to the start page.',
    429: 'Your network has used up its requests for this minute.',
    500: 'Please try again. If it happens again, please tell us the number below.',
    503: 'The catalogue cannot be read at the moment. It will be back soon.',
  },
  parameters: 'Not understood: ',
  wait: (seconds) => `Please try again in ${seconds} seconds.`,
  again: 'Reload',
  home: 'Go to the start page',
  number: 'Number',
};

const TEXTS = { zh, en };

/** Addresses of programs: they answer JSON to a browser too. */
const OF_PROGRAMS = /^\/(?:api|back-office|mcp|storefront|healthz|readyz)(?:\/|$)/;

/** Makes the page of an error for browsers; undefined for programs. */
export function errorPages(site: { site: Site; siteOrigin: () => string }) {
  return (problem: Problem, req: Request): string | undefined => {
    if (OF_PROGRAMS.test(req.path)) return undefined;
    req.res?.vary('Accept').vary('Accept-Language');
    if (req.accepts(['json', 'html']) !== 'html') return undefined;
    const lang = parametersOf(req.originalUrl).get('lang');
    const asked = LANGUAGES.find((known) => known === lang);
    const wait = problem.headers['Retry-After'] ?? req.res?.get('Retry-After');
    return errorPage(placeOf(req, asked, site), { problem, id: req.context.id, wait });
  };
}

function errorPage(
  place: Place,
  { problem: { status, errors = [] }, id, wait }: { problem: Problem; id: string; wait: string | undefined },
): string {
  const t = TEXTS[place.lang];
  const heading = t.heading[status] ?? t.other;
  const parameters = errors.map(({ path }) => path).filter(Boolean);
  return page(place, {
    title: heading,
    description: heading,
    main: html`<div class="notice">
      <p class="status">${status}</p>
      <h1>${heading}</h1>
      ${t.says[status] !== undefined && html`<p>${t.says[status]}</p>`}
      ${parameters.length > 0 && html`<p>${t.parameters}<code>${parameters.join(', ')}</code></p>`}
      ${wait !== undefined && html`<p>${t.wait(wait)}</p>`}
      <p class="acts">
        ${(status === 429 || status >= 500) && html`<a class="button" href="">${t.again}</a>`}
        <a class="button" href="${address('/', place.lang)}">${t.home}</a>
      </p>
      ${status >= 500 && html`<p class="hint">${t.number}: ${id}</p>`}
    </div>`,
  });
}
