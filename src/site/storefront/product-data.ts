import { absoluteAddress } from '../../catalogue/index.js';
import type { Product, StoredStructure } from '../../catalogue/index.js';
import { cutUnits } from '../../platform/index.js';
import { html, jsonScript } from './html.js';
import type { Html } from './html.js';
import { productAddress } from './layout.js';
import type { Place } from './layout.js';
import { casNumberOf, nameOf } from './product-values.js';
import type { TermNamer } from './term-names.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

// The metadata of a product's page, for search engines and link previews.

/** The product's own text in a language; that of the other one where an English page has none. */
export function textOf(product: Product, lang: Language): string | null {
  return lang === 'zh'
    ? (product.description ?? product.ai_summary)
    : (product.description_en ?? product.ai_summary_en ?? product.description);
}

/** A description of a product in a sentence: its own text, or else its facts. */
export function describe(product: Product, lang: Language): string {
  const given = textOf(product, lang)?.replaceAll(/\s+/g, ' ');
  const cas = casNumberOf(product);
  const known = [
    nameOf(product, lang),
    cas !== null && `CAS ${cas}`,
    product.formula,
    TEXTS[lang].status[product.status],
  ]
    .filter(Boolean)
    .join(', ');
  return cutUnits(given ?? known, 300);
}

/** A step of the way to a page: what it is called, and where it is. */
export interface Crumb {
  text: string;
  href: string;
}

/** Structured data of schema.org and the properties of Open Graph. */
export function productHead(
  { lang, origin, site }: Place,
  product: Product,
  structure: Identified,
  named: TermNamer,
  way: readonly Crumb[],
): Html {
  const name = nameOf(product, lang);
  const description = describe(product, lang);
  const here = productAddress(product.code, lang);
  const url = origin + here;
  const image = product.structure_url === null ? undefined : absoluteAddress(product.structure_url, origin);
  const category = named('category', product.category);
  const shared = {
    'og:type': 'product',
    'og:site_name': site.name[lang],
    'og:title': name,
    'og:description': description,
    'og:url': url,
    'og:locale': lang === 'zh' ? 'zh_CN' : 'en_GB',
    'og:image': image,
  };
  return html`${Object.entries(shared).map(([property, content]) => content !== undefined && html`<meta property="${property}" content="${content}" />`)}
    <meta name="twitter:card" content="summary" />
    <script type="application/ld+json">
      ${jsonScript({ ...structured(product, structure, { name, description, url }), category, ...(image !== undefined && { image }) })}
    </script>
    <script type="application/ld+json">
      ${jsonScript({
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [...way, { text: name, href: here }].map(({ text, href }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: text,
          item: `${origin}${href}`,
        })),
      })}
    </script>`;
}

/** What is known of its structure. */
type Identified = Pick<StoredStructure, 'smiles' | 'inchikey'> | null;

const AVAILABILITY = {
  in_stock: 'InStock',
  futures: 'BackOrder',
  custom: 'MadeToOrder',
  off: 'Discontinued',
} as const;

function structured(
  product: Product,
  structure: Identified,
  { name, description, url }: Record<'name' | 'description' | 'url', string>,
): object {
  const properties = {
    cas: casNumberOf(product),
    molecularFormula: product.formula,
    molecularWeight: product.mw,
    smiles: structure?.smiles ?? null,
    inChIKey: structure?.inchikey ?? null,
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    alternateName: [product.name_cn, product.name_en, ...(product.synonyms?.split(';') ?? [])].filter(
      (each) => each !== null && each !== name,
    ),
    sku: product.code,
    description,
    url,
    additionalProperty: Object.entries(properties).flatMap(([propertyID, value]) =>
      value === null ? [] : { '@type': 'PropertyValue', propertyID, name: propertyID, value },
    ),
    offers: { '@type': 'Offer', availability: `https://schema.org/${AVAILABILITY[product.status]}`, url },
  };
}
