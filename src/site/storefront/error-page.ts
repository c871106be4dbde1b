import type { Request } from 'express';
import { filled } from '../../platform/index.js';
import type { Problem, Site } from '../../platform/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page, placeOf } from './layout.js';
import type { Place } from './layout.js';
import { languageNamed } from './texts.js';

/** Addresses of programs: they answer JSON to a browser too. */
const OF_PROGRAMS = /^\/(?:api|back-office|mcp|storefront|healthz|readyz)(?:\/|$)/;

/** Makes the page of an error for browsers; undefined for programs. */
export function errorPages(site: { site: Site; siteOrigin: () => string }) {
  return (problem: Problem, req: Request): string | undefined => {
    if (OF_PROGRAMS.test(req.path)) return undefined;
    req.res?.vary('Accept').vary('Accept-Language');
    if (req.accepts(['json', 'html']) !== 'html') return undefined;
    const wait = problem.headers['Retry-After'] ?? req.res?.get('Retry-After');
    return errorPage(placeOf(req, languageNamed(req.originalUrl), site), {
      problem,
      isForm: req.method === 'POST' && problem.status === 400,
      id: req.context.id,
      wait,
    });
  };
}

type ByStatus = Partial<Record<number, string>>;
type Shown = { problem: Problem; isForm: boolean; id: string; wait: string | undefined };

function errorPage(place: Place, { problem: { status, errors = [] }, isForm, id, wait }: Shown): string {
  const t = place.t.errors;
  const says = isForm ? t.form.says : (t.says as ByStatus)[status];
  const parameters = errors
    .map(({ path }) => (isForm && t.form.fields[path as 'email']) || path)
    .filter(Boolean);
  const body = html`${says !== undefined && html`<p>${says}</p>`}
    ${parameters.length > 0 && html`<p>${isForm ? t.form.parameters : t.parameters}<code>${parameters.join(', ')}</code></p>`}
    ${wait !== undefined && html`<p>${filled(t.wait, { seconds: wait })}</p>`}
    <p class="flow">
      ${(status === 429 || status >= 500) && html`<a class="button" href="">${t.again}</a>`}
      <a class="button" href="${address('/', place.t)}">${t.home}</a>
    </p>
    ${status >= 500 && html`<p class="hint">${t.number}: ${id}</p>`}`;
  const heading = isForm ? t.form.heading : ((t.heading as ByStatus)[status] ?? t.other);
  return noticePage(place, status, heading, body);
}

/** A page that says why there is none. */
export const noticePage = (place: Place, status: number, title: string, body: Html): string =>
  page(place, {
    title,
    description: title,
    main: html`<div class="notice"><p>${status}</p><h1>${title}</h1>${body}</div>`,
  });
