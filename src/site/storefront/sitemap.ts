import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { LANGUAGES, notFound, tagOf } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { codesBetween, highestId } from '../../catalogue/index.js';
import { escape } from './html.js';

/** Ids of products in a part. Each product has two URLs of some 300 bytes. */
const PRODUCTS = 2_500;
/** Products that are written before the event loop continues with other requests. */
const SLICE = 100;
/** Cached parts, and for how long they are cached, ms. */
const CACHED_PARTS = 8;
const CACHED_MS = 60 * 60_000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const ALTERNATES = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** A part as it is sent. */
interface SitemapPart {
  body: Buffer;
  tag: string;
}

/** Opens the sitemap. Parts are made one at a time; concurrent requests for a part share one. */
export function openSiteMap(db: Database, siteOrigin: () => string) {
  let last: Promise<unknown> = Promise.resolve();
  const cached = new LRUCache<number, SitemapPart>({
    max: CACHED_PARTS,
    ttl: CACHED_MS,
    fetchMethod(number) {
      const part = last.then(() => makePart(db, siteOrigin(), number));
      last = part.catch(() => {});
      return part;
    },
  });
  return {
    /** The index: one part for each range of ids. */
    async index() {
      const parts = Math.ceil((await highestId(db)) / PRODUCTS);
      const entries = Array.from(
        { length: parts },
        (_, i) => `<sitemap><loc>${siteOrigin()}/sitemap/${i + 1}.xml</loc></sitemap>\n`,
      );
      return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
    },
    /** One part, `<number>.xml`, an hour old at most. @throws Problem 404 for another name */
    async part(name: string): Promise<SitemapPart> {
      const [, number] = /^([1-9]\d{0,8})\.xml$/.exec(name) ?? [];
      if (number === undefined) throw notFound('address');
      return cached.forceFetch(Number(number));
    },
  };
}

async function makePart(db: Database, siteOrigin: string, number: number): Promise<SitemapPart> {
  const from = (number - 1) * PRODUCTS;
  const products = await codesBetween(db, from, from + PRODUCTS);
  const slices: string[] = [];
  for (let at = 0; at < products.length; at += SLICE) {
    const some = products.slice(at, at + SLICE);
    slices.push(some.map((product) => urlsOf(product, siteOrigin)).join(''));
    await turn();
  }
  const body = Buffer.from(`${XML}<urlset ${NAMESPACE} ${ALTERNATES}>\n${slices.join('')}</urlset>\n`);
  return { body, tag: tagOf(body) };
}

/** The pages of a product, one for each language. Each lists those in all languages, itself included. */
function urlsOf({ code, day }: { code: string; day: string }, siteOrigin: string): string {
  const page = escape(`${siteOrigin}/products/${encodeURIComponent(code)}`);
  const alternates = LANGUAGES.map(
    (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${page}?lang=${lang}"/>`,
  ).join('');
  return LANGUAGES.map(
    (lang) => `<url><loc>${page}?lang=${lang}</loc><lastmod>${day}</lastmod>${alternates}</url>\n`,
  ).join('');
}
