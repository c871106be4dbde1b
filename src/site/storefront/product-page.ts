import { EDITABLE_FIELDS, labelsOf } from '../../catalogue/index.js';
import type { FieldName, Product, ProductDetail, StoredStructure } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import type { Related } from '../../search/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { inquiryFields } from './inquiry-page.js';
import { address, page, productAddress } from './layout.js';
import type { Place } from './layout.js';
import { figureOf, pictureOf } from './picture.js';
import { describe, productHead, textOf } from './product-data.js';
import type { Crumb } from './product-data.js';
import {
  casNumberOf,
  formulaOf,
  langOf,
  nameOf,
  namesFirstIn,
  setName,
  weightText,
} from './product-values.js';
import { addButton, stateOf } from './rows.js';
import type { TermNamer } from './term-names.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** Synonyms that are shown at once, and products of the series or other forms. */
const NAMES_SHOWN = 6;
const MATES_SHOWN = 12;

/** Facts in a form of their own. */
const OWN_FORM = new Set<FieldName>(['cas', 'formula', 'mw', 'category', 'series', 'status', 'tags']);
/** What is shown as it is: so a new field of these groups is on the page. */
const FURTHER_FACTS = EDITABLE_FIELDS.filter(
  ({ name, group }) => (group === 'chemistry' || group === 'placing') && !OWN_FORM.has(name),
);
const LABELS = { zh: labelsOf('cn'), en: labelsOf('en') };

/** What is known of a product beside its own fields. */
interface Known {
  structure: Pick<StoredStructure, 'smiles' | 'inchikey'> | null;
  related: readonly Related[];
}

/**
 * The page of one product, complete without scripts.
 */
export function productPage(place: Place, detail: ProductDetail, known: Known, named: TermNamer): string {
  const { lang } = place;
  const { product } = detail;
  const name = nameOf(product, lang);
  const cas = casNumberOf(product);
  const path = `/products/${encodeURIComponent(product.code)}`;
  const way = wayTo(product, lang, named);
  return page(place, {
    title: cas === null ? name : `${name} · CAS ${cas}`,
    description: describe(product, lang),
    path,
    styles: ['inquiry.css', 'product.css'],
    head: productHead(place, product, known.structure, named, way),
    main: html`<nav class="crumbs" aria-label="${TEXTS[lang].details.crumbs}">
        <ol class="flow">
          ${way.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}
          <li><span aria-current="page"${langOf(name, lang)}>${setName(name)}</span></li>
        </ol>
      </nav>
      <article class="about">
        ${aboutProduct(place, detail, known, named)}
        ${askCard(product, place)}
      </article>`,
  });
}

/** What the page says of a product, and of what belongs to it. */
function aboutProduct(
  { lang, origin }: Place,
  detail: ProductDetail,
  { structure, related }: Known,
  named: TermNamer,
): Html {
  const { product, same_cas } = detail;
  const t = TEXTS[lang];
  const name = nameOf(product, lang);
  const text = textOf(product, lang);
  const path = `/products/${encodeURIComponent(product.code)}`;
  const series = seriesCards(detail, lang, named);
  const [similar, ...belonging] = relatedSections(related, structure, lang);
  const isGone = product.status === 'off';
  return html`<div class="parts">
        <div class="sheet panel">
          ${figureOf(product, lang)}
          <div class="facts-of">
            <h1${langOf(name, lang)}>${setName(name)}</h1>
            ${otherName(product, lang)}
            <dl>${facts(product, structure, lang, named)}</dl>
          </div>
        </div>
        ${isGone && html`<p class="doubt">${t.details.withdrawn}</p> ${series} ${similar}`}
        ${
          text !== null &&
          html`<section>
            <h2>${t.description}</h2>
            <p class="lines"${langOf(text, lang)}>${text}</p>
          </section>`
        }
        <p class="printed">${origin}${path}</p>
        ${
          same_cas.length > 0 &&
          html`<section class="related">
            <h2>${t.sameCas}</h2>
            <p>
              ${same_cas.map((code) => html`<a class="chip" href="${productAddress(code, lang)}">${code}</a> `)}
            </p>
          </section>`
        }
        ${belonging} ${!isGone && [series, similar]} ${inquiryForm(product, lang)}
        </div>`;
}

/** The page for an unknown product. @param asked the number that was asked for */
export function missingPage(place: Place, asked: string): string {
  const { lang } = place;
  const t = TEXTS[lang];
  return page(place, {
    title: t.notFound,
    description: t.notFound,
    main: html`<div class="notice">
      <p class="status">404</p>
      <h1>${t.notFound}</h1>
      <p><a class="button" href="${address('/', lang, { q: asked })}">${filled(t.searchFor, { text: asked })}</a></p>
    </div>`,
  });
}

function wayTo({ category, series }: Product, lang: Language, named: TermNamer): Crumb[] {
  return [
    { text: TEXTS[lang].catalogue, href: address('/', lang) },
    { text: named('category', category), href: address('/', lang, { category }) },
    ...(series === null ? [] : [{ text: named('series', series), href: address('/', lang, { series }) }]),
  ];
}

function otherName(product: Product, lang: Language): Html | null {
  const other = lang === 'zh' ? product.name_en : product.name_cn;
  return other === null || other === nameOf(product, lang)
    ? null
    : html`<p class="other" lang="${lang === 'zh' ? 'en' : 'zh-CN'}">${setName(other)}</p>`;
}

/** A button that copies a text. @param what it is, where the label does not say so */
function copyButton(text: string, label: string, lang: Language, what?: string): Html {
  const t = TEXTS[lang];
  return html`<button type="button" class="copy" ${what !== undefined && html`aria-label="${filled(t.copy, { what })}"`} data-copy="${text}" data-done="${t.copied}">${label}</button>`;
}

function facts(product: Product, structure: Known['structure'], lang: Language, named: TermNamer): Html[] {
  const t = TEXTS[lang];
  const fact = (label: string, value: Html | string | null): Html | null =>
    value === null || value === ''
      ? null
      : html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`;
  const copied = (label: string, text: string | null, shown: Html | string | null = text): Html | null =>
    text === null ? null : fact(label, html`${shown} ${copyButton(text, t.details.copy, lang, label)}`);
  const { code, formula, mw, category, series, tags, synonyms, updated_at: updated } = product;
  const to = (kind: 'category' | 'series' | 'tag', value: string, style = ''): Html =>
    html`<a class="${style}" href="${address('/', lang, { [kind]: value })}">${named(kind, value)}</a> `;
  return [
    fact(t.stock, stateOf(product, lang)),
    copied(t.code, code),
    copied(t.cas, casNumberOf(product)),
    copied(t.formula, formula, formula === null ? null : formulaOf(formula)),
    fact(t.weight, mw === null ? null : weightText(mw)),
    copied('SMILES', structure?.smiles ?? null),
    copied('InChIKey', structure?.inchikey ?? null),
    fact(t.category, to('category', category)),
    fact(t.series, series === null ? null : to('series', series)),
    fact(t.tags, tags === null ? null : html`${tags.split(';').map((tag) => to('tag', tag, 'chip'))}`),
    ...FURTHER_FACTS.map(({ name }) => {
      const value = product[name];
      const shown = value === null ? null : html`<span${langOf(String(value), lang)}>${value}</span>`;
      return fact(LABELS[lang][name], shown);
    }),
    fact(t.synonyms, synonyms === null ? null : synonymList(synonyms.split(';'), lang)),
    fact(t.updated, html`<time datetime="${updated}">${updated.slice(0, 10)}</time>`),
  ].filter((each) => each !== null);
}

function synonymList(synonyms: readonly string[], lang: Language): Html {
  const names = namesFirstIn(lang, synonyms).map(
    ({ name, lang: of }) =>
      html`<li${of !== lang && html` lang="${TEXTS[of].htmlLang}"`}>${setName(name)}</li>`,
  );
  const more = names.slice(NAMES_SHOWN);
  return html`<ul class="synonyms">
      ${names.slice(0, NAMES_SHOWN)}
    </ul>${
      more.length > 0 &&
      html`<details>
        <summary>${filled(TEXTS[lang].details.moreNames, { n: more.length })}</summary>
        <ul class="synonyms">
          ${more}
        </ul>
      </details>`
    }`;
}

type Carded = ProductDetail['series_products'][number] & Pick<Product, 'formula'>;

/** @param note what is to be known of it */
function cardOf(product: Carded, lang: Language, note?: string): Html {
  return html`<li>
    <a class="panel" href="${productAddress(product.code, lang)}">
      ${pictureOf(product, lang)}
      <span class="name">${setName(nameOf(product, lang))}</span>
      <small>${casNumberOf(product) === null ? product.code : `CAS ${product.cas}`}</small>
      ${note !== undefined && html`<small class="note">${note}</small>`}
      ${stateOf(product, lang)}
    </a>
  </li>`;
}

/** A section of cards: so many at once, and the others behind a line. */
function cardSection(
  lang: Language,
  title: string,
  hint: string | null,
  cards: readonly Html[],
  rest?: Html | null,
): Html | null {
  if (cards.length === 0) return null;
  const list = (some: readonly Html[]): Html => html`<ul class="cards">${some}</ul>`;
  return html`<section class="related">
    <h2>${title}</h2>
    ${hint !== null && html`<p class="hint">${hint}</p>`}
    ${list(cards.slice(0, MATES_SHOWN))}
    ${
      cards.length > MATES_SHOWN &&
      html`<details>
        <summary>${filled(TEXTS[lang].details.moreProducts, { n: cards.length - MATES_SHOWN })}</summary>
        ${list(cards.slice(MATES_SHOWN))}
      </details>`
    }
    ${rest}
  </section>`;
}

/** What belongs to the product, each with why: what is alike in structure first, then its impurities, metabolites and forms. */
function relatedSections(
  related: readonly Related[],
  structure: Known['structure'],
  lang: Language,
): (Html | null)[] {
  const t = TEXTS[lang].details;
  const noteOf = ({ why, named, similarity, differs_in = [], stereo }: Related): string => {
    if (why === 'similar') return filled(t.similarity, { percent: Math.round(100 * (similarity ?? 0)) });
    if (why !== 'form') return `${t.why[why]}${t.colon}${named}`;
    return differs_in.length === 0
      ? t.sameStructure
      : differs_in.map((each) => (each === 'stereo' ? t.stereo[stereo!] : t[each])).join(t.and);
  };
  const section = (whys: readonly Related['why'][], title: string, hint: string, rest?: Html | null): Html | null =>
    cardSection(lang, title, hint, related.filter(({ why }) => whys.includes(why)).map((each) => cardOf(each, lang, noteOf(each))), rest); // prettier-ignore
  const alike = structure?.smiles && address('/structure', lang, { s: structure.smiles, mode: 'similarity' });
  return [
    section(
      ['similar'],
      t.similar,
      t.similarHint,
      alike ? html`<p><a href="${alike}">${t.all}</a></p>` : null,
    ),
    section(['impurity'], t.impurities, t.byName),
    section(['metabolite', 'derivative'], t.metabolites, t.byName),
    section(['form'], t.otherForms, t.otherFormsHint),
  ];
}

function seriesCards(detail: ProductDetail, lang: Language, named: TermNamer): Html | null {
  const { series } = detail.product;
  if (series === null) return null;
  const mates = detail.series_products;
  const cards = mates.slice(0, MATES_SHOWN).map((mate) => cardOf({ formula: null, ...mate }, lang));
  const isCut = mates.length > MATES_SHOWN;
  const title = filled(TEXTS[lang].seriesMates, { series: named('series', series) });
  const all = html`<p><a href="${address('/', lang, { series })}">${TEXTS[lang].details.all}</a></p>`;
  return cardSection(lang, title, null, cards, isCut ? all : null);
}

/** What stays in sight: whether it is in stock, and the ways to ask for it. */
function askCard(product: Product, { lang, origin }: Place): Html {
  const t = TEXTS[lang].details;
  const { code, formula, mw, status } = product;
  const cas = casNumberOf(product);
  const link = origin + productAddress(code, lang);
  const details = [
    product.name_cn,
    product.name_en,
    `${TEXTS[lang].code}: ${code}`,
    cas !== null && `CAS: ${cas}`,
    formula !== null && `${TEXTS[lang].formula}: ${formula}`,
    mw !== null && `${TEXTS[lang].weight}: ${weightText(mw)}`,
    link,
  ];
  return html`<aside class="ask panel" aria-label="${TEXTS[lang].inquiry}">
    <p class="what flow">${stateOf(product, lang)} <span>${code}</span></p>
    <p class="hint">${status === 'off' ? t.withdrawn : t.askHint}</p>
    <button type="button" popovertarget="asking">${status === 'off' ? t.askSubstitute : TEXTS[lang].inquiry}</button>
    ${status !== 'off' && addButton(product, lang)}
    <p class="copies flow">${copyButton(details.filter(Boolean).join('\n'), t.copyAll, lang)} ${copyButton(link, t.copyLink, lang)}</p>
  </aside>`;
}

function inquiryForm(product: Product, lang: Language): Html {
  const t = TEXTS[lang];
  const name = nameOf(product, lang);
  return html`<section class="asking panel" id="asking" popover role="dialog" aria-labelledby="inquiry">
    <button type="button" class="quiet close" popovertarget="asking" popovertargetaction="hide">${t.close}</button>
    <h2 id="inquiry" tabindex="-1" autofocus>${product.status === 'off' ? t.details.askSubstitute : t.inquiry}</h2>
    <p><strong${langOf(name, lang)}>${setName(name)}</strong> <small>${product.code}</small></p>
    <form class="inquiry fields" method="post" action="${address('/inquiry', lang)}" enctype="multipart/form-data" aria-labelledby="inquiry">
      <input type="hidden" name="code" value="${product.code}" />
      ${inquiryFields(lang, html`<label>${t.quantity} <input name="quantity" maxlength="100" /></label>`)}
    </form>
  </section>`;
}
