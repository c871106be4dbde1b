import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import {
  booleanText,
  holderOf,
  joinObjects,
  oneOf,
  pageAt,
  pageNumber,
  pageSize,
  Problem,
  route,
} from '../../platform/index.js';
import type { Database, Holder, Made, Route } from '../../platform/index.js';
import type { Demand } from '../demand/demand.js';
import { isDemand, lacksOf } from './lacks.js';
import { structuresWanted, withStructures } from '../../catalogue/index.js';
import { aliasMeant, lettersOf } from '../../chemistry/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import { searchDoc, suggestDoc } from './docs.js';
import { FILTER_PARAMETERS, filtersOf } from './filters.js';
import { hasExact, MAX_HITS, SLICE } from './found.js';
import type { Hit } from './found.js';
import { highlighter } from './highlight.js';
import { meaningOf } from './plan.js';
import type { KeptAnswer, Search } from './search.js';
import { SORTED, SORTS } from './sort.js';
import { MAX_SUGGESTIONS, suggestionsOf } from './suggest.js';
import { readTyped } from './typed.js';
import type { Typed } from './typed.js';

interface SearchParts {
  db: Database;
  shownChemistry: Chemistry;
  search: Search;
  demand: Pick<Demand, 'count'>;
}

/** Left out of the ETag, so that equal answers have the same. It occurs unescaped in no text. */
const TOOK = /,"took_ms":[\d.]+/;

const flag = booleanText.default(false);

const searchQuery = z.object({
  q: z.string().default('').meta({
    description:
      'What to look for: a name in Chinese or English, pinyin, a synonym, an alias, a product number, a CAS number or the beginning of one, a formula, a molecular weight (`mw 180.16`), a tag, or several of them, also in a sentence; or a list of up to 25 names and numbers, by line breaks, semicolons or commas (`items`). Without it everything is listed. The first 300 characters (after NFKC) are read. 检索内容：中英文名称、拼音、同义词、别名、货号、CAS 号或其开头、分子式、分子量（`mw 180.16`）、标签，或其组合，也可为句子；或至多 25 个名称与编号的列表，以换行、分号或逗号分隔（`items`）。不给则列出全部。读取（NFKC 之后的）前 300 个字符。',
    example: '阿司匹林',
  }),
  page: pageNumber,
  page_size: pageSize('Products', '产品数'),
  ...FILTER_PARAMETERS,
  sort: oneOf(['best', ...SORTS])
    .optional()
    .meta({
      description: `\`best\` first unless given; \`code\`, \`mw\` (\`-mw\`: the heaviest first) or \`newest\`. Of a text its ${SORTED.toLocaleString('en')} best hits are put in order, and can be paged to. 默认 \`best\`（最相关在前）；可为 \`code\`、\`mw\`（\`-mw\` 为从大到小）或 \`newest\`。有检索内容时，对最相关的 ${SORTED.toLocaleString('en')} 条排序并可翻页。`,
    }),
  highlight: flag.meta({
    description:
      '`true` adds to each product where the query stands in its fields. The marks of a page have 20 ms; products that are left then come with an empty `highlight`. `true` 为每个产品标出检索内容在各字段中的位置。每页的标注限 20 毫秒，其余产品的 `highlight` 为空。',
  }),
  facets: flag.meta({
    description:
      '`true` adds how many of the found products carry which value, of a field that is filtered by as if it were not; left out where counting takes too long while the search engine is away (`degraded`). 附上各值的产品数，已筛选的字段按未筛选计数；检索引擎不可用时，若计数过久则省略。',
  }),
  structure: structuresWanted,
  explain: flag.meta({
    description:
      '`true` adds to each product which reading of the query found it. `true` 为每个产品给出命中它的解读方式。',
  }),
});

/** The routes of keyword search and suggestions, open to everybody. */
export const searchRoutes = (parts: SearchParts): Route[] => [searchRoute(parts), suggestRoute(parts)];

function searchRoute(parts: SearchParts): Route {
  return route('get', '/products/search', 'open', {
    query: searchQuery,
    doc: searchDoc,
    async handle({ req, query: { q, ...options } }) {
      if (pageAt(options.page, options.page_size).offset >= MAX_HITS) throw tooDeep();
      const typed = readTyped(q);
      const key = (): string =>
        JSON.stringify([...(options.highlight ? [typed.text] : []), meaningOf(typed), options]);
      const answer = await parts.search.kept(key, () => searched(parts, typed, options, holderOf(req)));
      parts.demand.count(answer.lacks);
      const text = joinObjects(JSON.stringify({ ok: true, query: q }), answer.text);
      return { json: text, content: text.replace(TOOK, '') };
    },
  });
}

/** Everything of a search but its text. */
type SearchOptions = Omit<z.infer<typeof searchQuery>, 'q'>;

/** Searches, and makes the answer but for the text as it was typed. */
async function searched(
  { db, shownChemistry, search }: SearchParts,
  typed: Typed,
  { page, page_size: size, highlight, facets, structure, explain, sort: wanted, ...given }: SearchOptions,
  holder: Holder,
): Promise<Made<KeptAnswer>> {
  const filters = filtersOf(given);
  const sort = wanted === 'best' ? undefined : wanted;
  const place = pageAt(page, size);
  const started = performance.now();
  const found = await search.find({ typed, filters, page: place, facets, sort }, holder);
  const highlights = highlight ? highlighter(typed) : undefined;
  const drawn = found.hits.map(({ product, json }) => ({ code: product.code, json }));
  const products = structure
    ? await withStructures(db, shownChemistry.of(holder), drawn, structure)
    : drawn.map(({ json }) => json);
  const shown: string[] = [];
  for (const [at, hit] of found.hits.entries()) {
    // Judging and marking long names takes long, so that other requests come in between.
    if (at > 0 && at % SLICE === 0) await turn();
    const more = {
      match: hit.match,
      ...(highlights && { highlight: highlights.of(hit) }),
      ...(explain && { explain: explained(hit, typed, place.offset + at + 1) }),
    };
    shown.push(joinObjects(products[at]!, JSON.stringify(more)));
  }
  const around = JSON.stringify({
    page,
    page_size: size,
    total: found.total,
    total_is_estimate: found.totalIsEstimate,
    took_ms: Math.round((performance.now() - started) * 10) / 10,
    degraded: found.degraded,
    ...(found.isCutOff && { cut_off: true }),
    exact: hasExact(found),
    ...(found.didYouMean.length > 0 && { did_you_mean: found.didYouMean }),
    ...(found.items && { items: found.items.map(({ text, code, match }) => ({ text, code, match })) }),
    ...(found.facets && { facets: found.facets }),
  });
  const value = {
    text: joinObjects(`{"data":[${shown.join(',')}]}`, around),
    lacks: isDemand(page, filters) ? lacksOf(typed, found) : [],
  };
  // A molfile that took too long is null and may be there the next time.
  const isWhole = highlights?.complete !== false && structure !== 'molfile';
  return { value, keep: found.isStable && isWhole };
}

function suggestRoute({ search }: SearchParts): Route {
  return route('get', '/products/suggest', 'open', {
    query: z.object({
      q: z.string().default('').meta({
        description:
          'What has been typed so far; the first 300 characters (after NFKC) are read. 已输入的内容；读取（NFKC 之后的）前 300 个字符。',
        example: '阿司',
      }),
    }),
    doc: suggestDoc,
    async handle({ query: { q } }) {
      const typed = readTyped(q);
      if (lettersOf(typed.form) === '') return { body: { ok: true, data: [] } };
      const answer = await search.kept(
        () => JSON.stringify(['suggest', typed.text]),
        async () => {
          // Several hits may give the same text, so that twice as many are searched.
          const { hits, isStable } = await search.complete(typed, 2 * MAX_SUGGESTIONS);
          const text = JSON.stringify({ ok: true, data: suggestionsOf(typed, hits) });
          return { value: { text, lacks: [] }, keep: isStable };
        },
      );
      return { json: answer.text };
    },
  });
}

function explained(hit: Hit, { form }: Typed, position: number): object {
  const { tier, aliases } = hit;
  const alias = aliasMeant(form, aliases);
  return { tier, position, rule: hit.judge().rule, ...(alias !== undefined && { alias }) };
}

function tooDeep(): Problem {
  const message = `reaches beyond ${MAX_HITS} hits; the whole catalogue is at /api/v1/export`;
  return new Problem('bad-request', `page: ${message}`, {
    errors: [{ path: 'page', code: 'too_deep', message }],
  });
}
