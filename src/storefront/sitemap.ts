import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/connect.js';
import { Problem } from '../http/problem.js';
import { tagOf } from '../http/route.js';
import { codesBetween, highestId } from '../products/store.js';
import { escape } from './html.js';
import { LANGUAGES } from './texts.js';

/** Products at most in a part, by their ids. Each has two addresses of some 300 bytes. */
const PRODUCTS = 2_500;
/** Products that are written before other requests have their turn. */
const SLICE = 100;
/** Parts that are kept, and for how long, ms. */
const KEPT = 8;
const KEPT_MS = 60 * 60_000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const ALTERNATES = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** A part as it goes out. */
interface Part {
  body: Buffer;
  tag: string;
}

export interface SiteMap {
  /** The index: one part for each range of ids. */
  index(): Promise<string>;
  /** One part, `<number>.xml`, an hour old at most. @throws Problem 404 for another name */
  part(name: string): Promise<Part>;
}

/** Opens the site map. A part is made once for all who ask for it, and one after the other. */
export function openSiteMap(db: Database, siteOrigin: () => string): SiteMap {
  const kept = new LRUCache<number, Promise<Part>>({ max: KEPT, ttl: KEPT_MS });
  let last: Promise<unknown> = Promise.resolve();

  function made(number: number): Promise<Part> {
    const part = last.then(() => makePart(db, siteOrigin(), number));
    last = part.catch(() => kept.delete(number));
    kept.set(number, part);
    return part;
  }

  return {
    async index() {
      const parts = Math.ceil((await highestId(db)) / PRODUCTS);
      const entries = Array.from(
        { length: parts },
        (_, i) => `<sitemap><loc>${siteOrigin()}/sitemap/${i + 1}.xml</loc></sitemap>\n`,
      );
      return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
    },
    async part(name) {
      const [, number] = /^([1-9]\d{0,8})\.xml$/.exec(name) ?? [];
      if (number === undefined) throw new Problem('not-found', 'There is no such address.');
      return kept.get(Number(number)) ?? made(Number(number));
    },
  };
}

async function makePart(db: Database, siteOrigin: string, number: number): Promise<Part> {
  const from = (number - 1) * PRODUCTS;
  const products = await codesBetween(db, from, from + PRODUCTS);
  const slices: string[] = [];
  for (let at = 0; at < products.length; at += SLICE) {
    const some = products.slice(at, at + SLICE);
    slices.push(some.map((product) => addressesOf(product, siteOrigin)).join(''));
    await turn();
  }
  const body = Buffer.from(`${XML}<urlset ${NAMESPACE} ${ALTERNATES}>\n${slices.join('')}</urlset>\n`);
  return { body, tag: tagOf(body) };
}

/** The pages of a product, one a language. Each names those in all languages, itself among them. */
function addressesOf({ code, day }: { code: string; day: string }, siteOrigin: string): string {
  const page = escape(`${siteOrigin}/products/${encodeURIComponent(code)}`);
  const alternates = LANGUAGES.map(
    (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${page}?lang=${lang}"/>`,
  ).join('');
  return LANGUAGES.map(
    (lang) => `<url><loc>${page}?lang=${lang}</loc><lastmod>${day}</lastmod>${alternates}</url>\n`,
  ).join('');
}
