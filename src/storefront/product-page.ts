import type { Product } from '../products/fields.js';
import { absoluteAddress } from '../products/image-address.js';
import type { ProductDetail } from '../products/store.js';
import type { Terms } from '../terms/names.js';
import { html, jsonScript } from './html.js';
import type { Html } from './html.js';
import { contactFields } from './inquiry-page.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import { formulaOf, nameOf } from './product-texts.js';
import { addButton } from './results.js';
import { termIn } from './term-names.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** The page of one product, complete without scripts. */
export function productPage(
  place: Place,
  { product, same_cas, series_products }: ProductDetail,
  terms: Terms,
): string {
  const { lang, origin } = place;
  const t = TEXTS[lang];
  const name = nameOf(product, lang);
  const summary = describe(product, lang);
  const path = `/products/${encodeURIComponent(product.code)}`;
  const related = series_products.slice(0, 60);
  return page(place, {
    title: [name, product.cas !== 'N/A' && `CAS ${product.cas}`].filter(Boolean).join(' · '),
    description: summary,
    path,
    styles: ['product.css'],
    head: html`<script type="application/ld+json">
      ${jsonScript({ ...structured(product, name, summary, `${origin}${path}`, origin), category: termIn(terms, lang, 'category', product.category) })}
    </script>`,
    main: html`<article>
      <div class="sheet">
        ${product.structure_url !== null && html`<img class="structure" src="${product.structure_url}" alt="${t.structureOf(name)}" width="300" height="300" />`}
        <div>
          <h1>${name}</h1>
          ${otherName(product, lang)}
          <p><span class="badge ${product.status}">${t.status[product.status]}</span> ${addButton(product, lang)}</p>
          <dl>${facts(product, lang, terms)}</dl>
        </div>
      </div>
      ${
        textOf(product, lang) !== null &&
        html`<section>
          <h2>${t.description}</h2>
          <p class="lines">${textOf(product, lang)}</p>
        </section>`
      }
      ${
        same_cas.length > 0 &&
        html`<section>
          <h2>${t.sameCas}</h2>
          <p>
            ${same_cas.map((code) => html`<a class="chip" href="${address(`/products/${encodeURIComponent(code)}`, lang)}">${code}</a> `)}
          </p>
        </section>`
      }
      ${
        related.length > 0 &&
        html`<section>
          <h2>${t.seriesMates(termIn(terms, lang, 'series', product.series ?? ''))}</h2>
          <ul class="mates">
            ${related.map((mate) => html`<li><a href="${address(`/products/${encodeURIComponent(mate.code)}`, lang)}">${nameOf(mate, lang)}</a> <small>${mate.code}${mate.cas !== 'N/A' && ` · CAS ${mate.cas}`}</small></li>`)}
          </ul>
        </section>`
      }
      ${inquiryForm(product, lang)}
    </article>`,
  });
}

/** The page for an unknown product. */
export function missingPage(place: Place): string {
  const { lang } = place;
  const t = TEXTS[lang];
  return page(place, {
    title: t.notFound,
    description: t.notFound,
    main: html`<h1>${t.notFound}</h1>
      <p><a href="${address('/', lang)}">${t.search}</a></p>`,
  });
}

function otherName(product: Product, lang: Language): Html | null {
  const other = lang === 'zh' ? product.name_en : product.name_cn;
  return other === null || other === nameOf(product, lang)
    ? null
    : html`<p class="other" lang="${lang === 'zh' ? 'en' : 'zh-CN'}">${other}</p>`;
}

function facts(product: Product, lang: Language, terms: Terms): Html[] {
  const t = TEXTS[lang];
  const fact = (label: string, value: Html | string | null, copied?: string): Html | null =>
    value === null || value === ''
      ? null
      : html`<div>
          <dt>${label}</dt>
          <dd>
            ${value}${copied !== undefined && html` <button type="button" class="copy" data-copy="${copied}" data-done="${t.copied}" hidden>${t.copy(label)}</button>`}
          </dd>
        </div>`;
  const list = (text: string | null): string | null => text?.replaceAll(';', '; ') ?? null;
  return [
    fact(t.code, product.code, product.code),
    fact(t.cas, product.cas === 'N/A' ? null : product.cas, product.cas),
    fact(t.formula, product.formula === null ? null : formulaOf(product.formula), product.formula ?? ''),
    fact(t.weight, product.mw === null ? null : String(product.mw)),
    fact(
      t.category,
      html`<a href="${address('/', lang, { category: product.category })}">${termIn(terms, lang, 'category', product.category)}</a>`,
    ),
    fact(
      t.series,
      product.series === null
        ? null
        : html`<a href="${address('/', lang, { series: product.series })}">${termIn(terms, lang, 'series', product.series)}</a>`,
    ),
    fact(t.synonyms, list(product.synonyms)),
    fact(
      t.tags,
      product.tags === null
        ? null
        : html`${product.tags.split(';').map((tag) => html`<a class="chip" href="${address('/', lang, { tag })}">${termIn(terms, lang, 'tag', tag)}</a> `)}`,
    ),
    fact(t.updated, html`<time datetime="${product.updated_at}">${product.updated_at.slice(0, 10)}</time>`),
  ].filter((each) => each !== null);
}

function textOf(product: Product, lang: Language): string | null {
  return lang === 'zh'
    ? (product.description ?? product.ai_summary)
    : (product.description_en ?? product.ai_summary_en ?? product.description);
}

/** A description of a product for search engines: its own text, or else its facts. */
function describe(product: Product, lang: Language): string {
  const t = TEXTS[lang];
  const given = textOf(product, lang)?.replaceAll(/\s+/g, ' ');
  const known = [
    nameOf(product, lang),
    product.cas !== 'N/A' && `CAS ${product.cas}`,
    product.formula,
    t.status[product.status],
  ]
    .filter(Boolean)
    .join(', ');
  return (given ?? known).slice(0, 300);
}

const AVAILABILITY = {
  in_stock: 'InStock',
  futures: 'BackOrder',
  custom: 'MadeToOrder',
  off: 'Discontinued',
} as const;

/** The product as structured data of schema.org. */
function structured(
  product: Product,
  name: string,
  description: string,
  url: string,
  siteOrigin: string,
): object {
  const properties = {
    cas: product.cas === 'N/A' ? null : product.cas,
    molecularFormula: product.formula,
    molecularWeight: product.mw,
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
    category: product.category,
    url,
    ...(product.structure_url !== null && { image: absoluteAddress(product.structure_url, siteOrigin) }),
    additionalProperty: Object.entries(properties).flatMap(([propertyID, value]) =>
      value === null ? [] : { '@type': 'PropertyValue', propertyID, name: propertyID, value },
    ),
    offers: { '@type': 'Offer', availability: `https://schema.org/${AVAILABILITY[product.status]}`, url },
  };
}

function inquiryForm(product: Product, lang: Language): Html {
  const t = TEXTS[lang];
  return html`<section>
    <h2 id="inquiry">${t.inquiry}</h2>
    <noscript><p>${t.needsScript}</p></noscript>
    <form class="inquiry" aria-labelledby="inquiry" data-sent="${t.sent}" data-not-sent="${t.notSent}">
      <input type="hidden" name="code" value="${product.code}" />
      ${contactFields(lang)}
      <label>${t.quantity} <input name="quantity" maxlength="100" /></label>
      <label class="wide">${t.message} <textarea name="message" maxlength="4000" rows="3"></textarea></label>
      <p class="wide hint">${t.contactHint}</p>
      <p class="wide"><button type="submit" disabled>${t.send}</button> <output role="status"></output></p>
    </form>
  </section>`;
}
