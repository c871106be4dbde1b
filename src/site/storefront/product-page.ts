import { EDITABLE_FIELDS, labelsOf } from '../../catalogue/index.js';
import type { FieldName, Product, ProductDetail } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import { formWords } from '../../search/index.js';
import type { Related } from '../../search/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { inquiryFields } from './inquiry-page.js';
import { address, page, productAddress } from './layout.js';
import type { Place } from './layout.js';
import { figureOf, pictureOf } from './picture.js';
import { describe, productHead, textOf } from './product-data.js';
import type { Crumb, Identified } from './product-data.js';
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
import { TEXTS } from './texts.js';
import type { TermNamer, Texts } from './texts.js';

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
  structure: Identified;
  related: readonly Related[];
}

/** The page of one product, complete without scripts. */
export function productPage(place: Place, detail: ProductDetail, known: Known, named: TermNamer): string {
  const { t } = place;
  const { product } = detail;
  const name = nameOf(product, t);
  const cas = casNumberOf(product);
  const way = wayTo(product, t, named);
  return page(place, {
    title: cas === null ? name : `${name} · CAS ${cas}`,
    description: describe(product, t),
    path: `/products/${encodeURIComponent(product.code)}`,
    styles: ['inquiry.css', 'product.css'],
    head: productHead(place, product, known.structure, named, way),
    main: html`<nav class="crumbs" aria-label="${t.details.crumbs}">
        <ol class="flow hint">
          ${way.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}
          <li><span aria-current="page"${langOf(name, t)}>${setName(name)}</span></li>
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
  { t, origin }: Place,
  detail: ProductDetail,
  { structure, related }: Known,
  named: TermNamer,
): Html {
  const { product, same_cas } = detail;
  const name = nameOf(product, t);
  const text = textOf(product, t);
  const series = seriesCards(detail, t, named);
  const [similar, ...belonging] = relatedSections(related, structure, t);
  const isGone = product.status === 'off';
  return html`<div class="parts">
        <div class="sheet panel">
          ${figureOf(product, t)}
          <div class="facts-of">
            <h1${langOf(name, t)}>${setName(name)}</h1>
            ${otherName(product, t)}
            <dl>${facts(product, structure, t, named)}</dl>
          </div>
        </div>
        ${isGone && html`<p class="doubt">${t.details.withdrawn}</p> ${series} ${similar}`}
        ${
          text !== null &&
          html`<section>
            <h2>${t.description}</h2>
            <p class="lines"${langOf(text, t)}>${text}</p>
          </section>`
        }
        <p class="printed">${origin}/products/${encodeURIComponent(product.code)}</p>
        ${
          same_cas.length > 0 &&
          html`<section class="related">
            <h2>${t.sameCas}</h2>
            <p>
              ${same_cas.map((code) => html`<a class="chip" href="${productAddress(code, t)}">${code}</a> `)}
            </p>
          </section>`
        }
        ${belonging} ${!isGone && [series, similar]} ${inquiryForm(product, t)}
        </div>`;
}

function wayTo({ category, series }: Product, t: Texts, named: TermNamer): Crumb[] {
  return [
    { text: t.catalogue, href: address('/', t) },
    { text: named('category', category), href: address('/', t, { category }) },
    ...(series === null ? [] : [{ text: named('series', series), href: address('/', t, { series }) }]),
  ];
}

function otherName(product: Product, t: Texts): Html | null {
  const [other, { htmlLang }] = t.lang === 'zh' ? [product.name_en, TEXTS.en] : [product.name_cn, TEXTS.zh];
  return other === null || other === nameOf(product, t)
    ? null
    : html`<p class="other" lang="${htmlLang}">${setName(other)}</p>`;
}

/** A button that copies a text. @param what it is, where the label does not say so */
function copyButton(text: string, label: string, t: Texts, what?: string): Html {
  return html`<button type="button" class="copy" ${what !== undefined && html`aria-label="${filled(t.copy, { what })}"`} data-copy="${text}" data-done="${t.copied}">${label}</button>`;
}

function facts(product: Product, structure: Identified, t: Texts, named: TermNamer): (Html | false)[] {
  const fact = (label: string, value: Html | string | null): Html | false =>
    !!value &&
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  const copied = (
    label: string,
    text: string | null | undefined,
    shown: Html | string = text ?? '',
  ): Html | false => !!text && fact(label, html`${shown} ${copyButton(text, t.details.copy, t, label)}`);
  const { code, formula, mw, category, series, tags, synonyms, updated_at: updated } = product;
  const to = (kind: 'category' | 'series' | 'tag', value: string, style = ''): Html =>
    html`<a class="${style}" href="${address('/', t, { [kind]: value })}">${named(kind, value)}</a> `;
  return [
    fact(t.stock, stateOf(product, t)),
    copied(t.code, code),
    copied(t.cas, casNumberOf(product)),
    copied(t.formula, formula, formulaOf(formula ?? '')),
    fact(t.weight, mw === null ? null : weightText(mw)),
    copied('SMILES', structure?.smiles),
    copied('InChIKey', structure?.inchikey),
    fact(t.category, to('category', category)),
    fact(t.series, series && to('series', series)),
    fact(t.tags, tags && html`${tags.split(';').map((tag) => to('tag', tag, 'chip'))}`),
    ...FURTHER_FACTS.map(({ name }) => {
      const value = product[name];
      const shown = value === null ? null : html`<span${langOf(String(value), t)}>${value}</span>`;
      return fact(LABELS[t.lang][name], shown);
    }),
    fact(t.synonyms, synonyms && synonymList(synonyms.split(';'), t)),
    fact(t.updated, html`<time datetime="${updated}">${updated.slice(0, 10)}</time>`),
  ];
}

function synonymList(synonyms: readonly string[], t: Texts): Html {
  const names = namesFirstIn(t, synonyms).map(
    ({ name, lang }) =>
      html`<li${lang !== t.lang && html` lang="${TEXTS[lang].htmlLang}"`}>${setName(name)}</li>`,
  );
  const list = (some: readonly Html[]): Html => html`<ul class="synonyms">${some}</ul>`;
  return unfolding(names, NAMES_SHOWN, list, t.details.moreNames);
}

/** So many at once, and the others behind a line. */
function unfolding(
  items: readonly Html[],
  shown: number,
  list: (some: readonly Html[]) => Html,
  more: string,
): Html {
  const n = items.length - shown;
  return html`${list(items.slice(0, shown))}${
    n > 0 &&
    html`<details>
      <summary>${filled(more, { n })}</summary>
      ${list(items.slice(shown))}
    </details>`
  }`;
}

type Carded = ProductDetail['series_products'][number] & Partial<Pick<Product, 'formula'>>;

/** @param note what is to be known of it */
const cardOf = ({ formula = null, ...product }: Carded, t: Texts, note?: string): Html =>
  html`<li>
    <a class="panel" href="${productAddress(product.code, t)}">
      ${pictureOf({ formula, ...product }, t)}
      <span class="name">${setName(nameOf(product, t))}</span>
      <small>${casNumberOf(product) === null ? product.code : `CAS ${product.cas}`}</small>
      ${note !== undefined && html`<small class="note">${note}</small>`}
      ${stateOf(product, t)}
    </a>
  </li>`;

/** A section of cards. */
function cardSection(
  t: Texts,
  title: string,
  hint: string,
  cards: readonly Html[],
  rest?: Html,
): Html | null {
  if (cards.length === 0) return null;
  const list = (some: readonly Html[]): Html => html`<ul class="cards">${some}</ul>`;
  return html`<section class="related">
    <h2>${title}</h2>
    ${hint !== '' && html`<p class="hint">${hint}</p>`}
    ${unfolding(cards, MATES_SHOWN, list, t.details.moreProducts)}
    ${rest}
  </section>`;
}

/** What belongs to the product, each with why: what is alike in structure first, then its impurities, metabolites and forms. */
function relatedSections(related: readonly Related[], structure: Identified, t: Texts): (Html | null)[] {
  const { details } = t;
  const noteOf = (each: Related): string => {
    const { why, named, similarity } = each;
    if (why === 'similar')
      return filled(details.similarity, { percent: Math.floor(100 * (similarity ?? 0)) });
    return why === 'form' ? formWords(each, t.lang) : `${details.why[why]}${details.colon}${named}`;
  };
  const section = (
    whys: readonly Related['why'][],
    title: string,
    hint: string,
    rest?: Html,
  ): Html | null => {
    const some = related.filter(({ why }) => whys.includes(why));
    return cardSection(t, title, hint, some.map((each) => cardOf(each, t, noteOf(each))), rest); // prettier-ignore
  };
  const s = structure?.smiles;
  const alike = s ? allLink(address('/structure', t, { s, mode: 'similarity' }), t) : undefined;
  return [
    section(['similar'], details.similar, details.similarHint, alike),
    section(['impurity'], details.impurities, details.byName),
    section(['metabolite', 'derivative'], details.metabolites, details.byName),
    section(['form'], details.otherForms, details.otherFormsHint),
  ];
}

const allLink = (href: string, t: Texts): Html => html`<p><a href="${href}">${t.details.all}</a></p>`;

function seriesCards(
  { product, series_products: mates }: ProductDetail,
  t: Texts,
  named: TermNamer,
): Html | null {
  const { series } = product;
  if (series === null) return null;
  const cards = mates.slice(0, MATES_SHOWN).map((mate) => cardOf(mate, t));
  const title = filled(t.seriesMates, { series: named('series', series) });
  const all = mates.length > MATES_SHOWN ? allLink(address('/', t, { series }), t) : undefined;
  return cardSection(t, title, '', cards, all);
}

/** What stays in sight: whether it is in stock, and the ways to ask for it. */
function askCard(product: Product, { t, origin }: Place): Html {
  const { code, formula, mw } = product;
  const cas = casNumberOf(product);
  const isOff = product.status === 'off';
  const link = origin + productAddress(code, t);
  const details = [
    product.name_cn,
    product.name_en,
    `${t.code}: ${code}`,
    cas && `CAS: ${cas}`,
    formula && `${t.formula}: ${formula}`,
    mw !== null && `${t.weight}: ${weightText(mw)}`,
    link,
  ];
  return html`<aside class="ask panel" aria-label="${t.inquiry}">
    <p class="what flow">${stateOf(product, t)} <span>${code}</span></p>
    <p class="hint">${isOff ? t.details.substituteHint : t.details.askHint}</p>
    <button type="button" popovertarget="asking">${isOff ? t.details.askSubstitute : t.inquiry}</button>
    ${!isOff && addButton(product, t)}
    <p class="copies flow">${copyButton(details.filter(Boolean).join('\n'), t.details.copyAll, t)} ${copyButton(link, t.details.copyLink, t)}</p>
  </aside>`;
}

function inquiryForm(product: Product, t: Texts): Html {
  const { code, status } = product;
  const name = nameOf(product, t);
  return html`<section class="asking panel" id="asking" popover role="dialog" aria-labelledby="inquiry">
    <button type="button" class="quiet close" popovertarget="asking" popovertargetaction="hide">${t.close}</button>
    <h2 id="inquiry" tabindex="-1" autofocus>${status === 'off' ? t.details.askSubstitute : t.inquiry}</h2>
    <p><strong${langOf(name, t)}>${setName(name)}</strong> <small>${code}</small></p>
    <form class="inquiry fields" method="post" action="${address('/inquiry', t)}" enctype="multipart/form-data" aria-labelledby="inquiry">
      <input type="hidden" name="code" value="${code}" />
      ${inquiryFields(t, html`<label>${t.quantity} <input name="quantity" maxlength="100" /></label>`)}
    </form>
  </section>`;
}
