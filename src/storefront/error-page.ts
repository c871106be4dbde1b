import type { Request } from 'express';
import type { Problem } from '../http/problem.js';
import { parametersOf } from '../http/validate.js';
import type { Site } from '../site.js';
import { html } from './html.js';
import { address, page, placeOf } from './layout.js';
import type { Place } from './layout.js';
import { LANGUAGES } from './texts.js';
import type { Language } from './texts.js';

interface ErrorTexts {
  heading: Record<number, string>;
  other: string;
  says: Record<number, string>;
  parameters: string;
  wait: (seconds: string) => string;
  again: string;
  home: string;
  ask: string;
  number: string;
}

const TEXTS: Record<Language, ErrorTexts> = {
  zh: {
    heading: {
      400: '此地址无法识别',
      404: '没有这个页面',
      405: '此地址不能这样打开',
      413: '所发送的内容过大',
      429: '访问过于频繁',
      500: '我们这边出了问题',
      503: '暂时无法提供服务',
    },
    other: '无法完成此请求',
    says: {
      400: '地址中有一部分不是本站所能识别的。',
      404: '页面可能已移动，或地址有误。请检索产品，或从首页开始。',
      429: '本分钟内来自您网络的访问已达上限。',
      500: '请稍后再试；如仍有问题，请将下面的编号告知我们。',
      503: '目录暂时无法读取，很快就会恢复。',
    },
    parameters: '无法识别的部分：',
    wait: (seconds) => `请在 ${seconds} 秒后再试。`,
    again: '重新载入',
    home: '前往首页',
    ask: '向我们询价',
    number: '编号',
  },
  en: {
    heading: {
      400: 'This address cannot be read',
      404: 'There is no such page',
      405: 'This address cannot be opened like this',
      413: 'This is too much to send',
      429: 'Too many visits in a short time',
      500: 'Something went wrong on our side',
      503: 'Out of service for a moment',
    },
    other: 'This could not be done',
    says: {
      400: 'A part of the address is nothing that this site knows.',
      404: 'The page may have moved, or the address is mistyped. Search for a product, or begin at the start page.',
      429: 'Your network has used up its visits for this minute.',
      500: 'Please try again. If it happens again, tell us the number below.',
      503: 'The catalogue cannot be read at the moment. It will be back soon.',
    },
    parameters: 'What could not be read: ',
    wait: (seconds) => `Please try again in ${seconds} seconds.`,
    again: 'Load again',
    home: 'To the start page',
    ask: 'Ask us for a price',
    number: 'Number',
  },
};

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
        <a class="button quiet" href="${address('/inquiry', place.lang)}">${t.ask}</a>
      </p>
      ${status >= 500 && html`<p class="hint">${t.number}: ${id}</p>`}
    </div>`,
  });
}
