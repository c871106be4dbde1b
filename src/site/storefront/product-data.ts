import { absoluteAddress } from '../../catalogue/index.js';
import type { Product, StoredStructure } from '../../catalogue/index.js';
import { cutUnits } from '../../platform/index.js';
import { html, jsonScript } from './html.js';
import type { Html } from './html.js';
import { productAddress } from './layout.js';
import type { Place } from './layout.js';
import { casNumberOf, nameOf } from './product-values.js';
import type { TermNamer, Texts } from './texts.js';

// The metadata of a product's page, for search engines and link previews.

/** The product's own text in a language; that of the other one where an English page has none. */
export function textOf(product: Product, { lang }: Texts): string | null {
  return lang === 'zh'
    ? (product.description ?? product.ai_summary)
    : (product.description_en ?? product.ai_summary_en ?? product.description);
}

/** A description of a product in a sentence: its own text, or else its facts. */
export function describe(product: Product, t: Texts): string {
  const given = textOf(product, t)?.replaceAll(/\s+/g, ' ');
  const cas = casNumberOf(product);
  const known = [nameOf(product, t), cas !== null && `CAS ${cas}`, product.formula, t.status[product.status]]
    .filter(Boolean)
    .join(', ');
  return cutUnits(given ?? known, 300);
}

/** A step of the way to a page: what it is called, and where it is. */
export interface Crumb {
  text: string;
  href: string;
}

/** What is known of its structure. */
export type Identified = Pick<StoredStructure, 'smiles' | 'inchikey'> | null;

const AVAILABILITY = {
  in_stock: 'InStock',
  futures: 'BackOrder',
  custom: 'MadeToOrder',
  off: 'Discontinued',
} as const;

/** Structured data of schema.org and the properties of Open Graph. */
export function productHead(
  { t, origin, site }: Place,
  product: Product,
  structure: Identified,
  named: TermNamer,
  way: readonly Crumb[],
): Html {
  const { name_cn, name_en, synonyms, code: sku, status, structure_url } = product;
  const name = nameOf(product, t);
  const description = describe(product, t);
  const here = productAddress(sku, t);
  const url = origin + here;
  const image = structure_url === null ? undefined : absoluteAddress(structure_url, origin);
  const shared = {
    'og:type': 'product',
    'og:site_name': site.name[t.lang],
    'og:title': name,
    'og:description': description,
    'og:url': url,
    'og:locale': t.lang === 'zh' ? 'zh_CN' : 'en_GB',
    'og:image': image,
  };
  const properties = {
    cas: casNumberOf(product),
    molecularFormula: product.formula,
    molecularWeight: product.mw,
    smiles: structure?.smiles ?? null,
    inChIKey: structure?.inchikey ?? null,
  };
  const names = [name_cn, name_en, ...(synonyms?.split(';') ?? [])];
  const data = [
    {
      '@type': 'Product',
      name,
      alternateName: names.filter((each) => each !== null && each !== name),
      sku,
      description,
      url,
      category: named('category', product.category),
      image,
      additionalProperty: Object.entries(properties).flatMap(([propertyID, value]) =>
        value === null ? [] : { '@type': 'PropertyValue', propertyID, name: propertyID, value },
      ),
      offers: { '@type': 'Offer', availability: `https://schema.org/${AVAILABILITY[status]}`, url },
    },
    crumbList([...way, { text: name, href: here }], origin),
  ];
  return html`${Object.entries(shared).map(([property, content]) => content !== undefined && html`<meta property="${property}" content="${content}" />`)}
    <meta name="twitter:card" content="summary" />
    ${data.map((each) => html`<script type="application/ld+json">${jsonScript({ '@context': 'https://schema.org', ...each })}</script>`)}`;
}

const crumbList = (way: readonly Crumb[], origin: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: way.map(({ text, href }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: text,
    item: `${origin}${href}`,
  })),
});
