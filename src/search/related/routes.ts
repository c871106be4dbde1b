import { productDetail, productsByCode, withDrawings } from '../../catalogue/index.js';
import { filled, holderOf, notFound, route } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { docs } from './docs.js';
import { formWords, RELATIONS, relatedTo } from './related.js';
import type { Related, RelatedParts } from './related.js';
import texts from './texts.json' with { type: 'json' };

/** How long similar structures are waited for, ms. */
const PATIENCE_MS = 4_000;

interface Item {
  relation: (typeof RELATIONS)[number];
  reason: string;
  similarity?: number;
  code: string;
}

type Places = Record<string, string | number>;

const reason = (id: 'named' | 'alike' | 'form' | 'series', places: Places, chinese = places): string =>
  `${filled(texts[id].en, places)} ${filled(texts[id].zh, chinese)}`;

/** Why it belongs, in both languages. An ester or a dimer is another substance that is alike. */
function itemOf(related: Related): Item {
  const { code, why, named, similarity } = related;
  const relation = why === 'derivative' ? 'similar' : why;
  if (named !== null) return { code, relation, reason: reason('named', { named }) };
  if (similarity !== null) return { code, relation, similarity, reason: reason('alike', { similarity }) };
  const words = formWords(related, 'en');
  return { code, relation, reason: reason('form', { words }, { words: formWords(related, 'zh') }) };
}

/** What belongs to a product, open to everybody. */
export const relatedRoutes = (parts: RelatedParts): Route[] => [
  route('get', '/products/{code}/related', 'open', {
    doc: docs.getRelated,
    async handle({ req, params }) {
      const detail = await productDetail(parts.db, params['code']!);
      const found = detail && (await relatedTo(parts, detail.product.code, holderOf(req), PATIENCE_MS));
      if (!found) throw notFound('product');
      const { related, isWhole, isCut } = found;
      const listed = new Set(related.map(({ code }) => code));
      const ofSeries = reason('series', { series: detail.product.series ?? '' });
      const items = [
        ...related.map(itemOf),
        ...detail.series_products
          .filter(({ code }) => !listed.has(code))
          .map(({ code }): Item => ({ code, relation: 'series', reason: ofSeries })),
      ].toSorted((a, b) => RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation));
      const codes = items.map(({ code }) => code);
      const products = await productsByCode(parts.db, codes);
      const byCode = new Map(
        (await withDrawings(parts.db, products)).map((product) => [product.code, product]),
      );
      const data = items.flatMap(({ code, ...item }) => {
        const product = byCode.get(code);
        return product ? [{ ...item, product }] : [];
      });
      const truncated = isCut || detail.series_products_truncated;
      return { body: { ok: true, data, whole: isWhole, ...(truncated && { truncated }) } };
    },
  }),
];
