import type { Database } from '../database/connect.js';
import { Problem } from '../http/problem.js';
import { codesBetween, highestId } from '../products/store.js';
import { escape } from './html.js';
import { LANGUAGES } from './texts.js';

/** Products at most in a part, by their ids. Each has two addresses; a site map may hold 50,000 (sitemaps.org). */
const PART = 10_000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const ALTERNATES = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** The index of the site map: one part for each range of ids. */
export async function siteMapIndex(db: Database, siteOrigin: string): Promise<string> {
  const parts = Math.ceil((await highestId(db)) / PART);
  const entries = Array.from(
    { length: parts },
    (_, i) => `<sitemap><loc>${siteOrigin}/sitemap/${i + 1}.xml</loc></sitemap>\n`,
  );
  return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
}

/** One part of the site map, `<number>.xml`. @throws Problem 404 for another name */
export async function siteMap(db: Database, siteOrigin: string, name: string): Promise<string> {
  const [, number] = /^([1-9]\d{0,8})\.xml$/.exec(name) ?? [];
  if (number === undefined) throw new Problem('not-found', 'There is no such address.');
  const from = (Number(number) - 1) * PART;
  const products = await codesBetween(db, from, from + PART);
  const entries = products.flatMap(({ code, day }) => {
    const page = escape(`${siteOrigin}/products/${encodeURIComponent(code)}`);
    // Each page names those in all languages, itself among them.
    const alternates = LANGUAGES.map(
      (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${page}?lang=${lang}"/>`,
    ).join('');
    return LANGUAGES.map(
      (lang) => `<url><loc>${page}?lang=${lang}</loc><lastmod>${day}</lastmod>${alternates}</url>\n`,
    );
  });
  return `${XML}<urlset ${NAMESPACE} ${ALTERNATES}>\n${entries.join('')}</urlset>\n`;
}
