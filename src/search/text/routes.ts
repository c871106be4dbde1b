import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import {
  booleanText,
  described,
  holderOf,
  joinObjects,
  oneOf,
  pageAt,
  pageNumber,
  pageSize,
  route,
} from '../../platform/index.js';
import type { Database, Holder, Made, Route } from '../../platform/index.js';
import type { Demand } from '../demand/demand.js';
import { SORTS } from '../engine/engine.js';
import { isDemand, lacksOf } from './lacks.js';
import { structuresWanted, withStructures } from '../../catalogue/index.js';
import { aliasMeant, lettersOf } from '../../chemistry/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import { docs, words } from './docs.js';
import { FILTER_PARAMETERS, filtersOf } from './filters.js';
import { hasExact, MAX_HITS, SLICE, toldItem, tooDeep } from './found.js';
import type { Hit } from './found.js';
import { highlighter } from './highlight.js';
import { meaningOf } from './plan.js';
import type { KeptAnswer, Search } from './search.js';
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

const searchQuery = z.object(
  described(words.query, {
    q: z.string().default(''),
    page: pageNumber,
    page_size: pageSize(),
    ...FILTER_PARAMETERS,
    sort: oneOf(['best', ...SORTS]).optional(),
    highlight: flag,
    facets: flag,
    structure: structuresWanted,
    explain: flag,
  }),
);

/** The routes of keyword search and suggestions, open to everybody. */
export const searchRoutes = (parts: SearchParts): Route[] => [searchRoute(parts), suggestRoute(parts)];

function searchRoute(parts: SearchParts): Route {
  return route('get', '/products/search', 'open', {
    query: searchQuery,
    doc: docs.searchProducts,
    async handle({ req, query: { q, ...options } }) {
      if (pageAt(options.page, options.page_size).offset >= MAX_HITS) throw tooDeep();
      const typed = readTyped(q);
      const key = (): string =>
        JSON.stringify([...(options.highlight ? [typed.text] : []), meaningOf(typed), options]);
      const answer = await parts.search.cache.answer(key, () =>
        searched(parts, typed, options, holderOf(req)),
      );
      parts.demand.count(answer.lacks);
      const behind_seconds = await parts.search.lateness();
      const text = joinObjects(JSON.stringify({ ok: true, query: q, behind_seconds }), answer.text);
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
  const products = structure
    ? await withStructures(
        db,
        shownChemistry.of(holder),
        found.hits.map(({ product: { code }, json }) => ({ code, json })),
        structure,
      )
    : found.hits.map(({ json }) => json);
  const shown: string[] = [];
  let isWhole = structure !== 'molfile'; // one that took too long is null and may be there the next time
  for (const [at, hit] of found.hits.entries()) {
    // Judging and marking long names takes long, so that other requests come in between.
    if (at > 0 && at % SLICE === 0) await turn();
    const marked = highlights?.(hit.product);
    isWhole &&= !highlights || marked !== undefined;
    const more = {
      match: hit.match,
      ...(highlights && { highlight: marked ?? {} }),
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
    ...(found.items && { items: found.items.map(toldItem) }),
    ...(found.facets && { facets: found.facets }),
  });
  const value = {
    text: joinObjects(`{"data":[${shown.join(',')}]}`, around),
    lacks: isDemand(page, filters) ? lacksOf(typed, found) : [],
  };
  return { value, keep: found.isStable && isWhole };
}

function suggestRoute({ search }: SearchParts): Route {
  return route('get', '/products/suggest', 'open', {
    query: z.object(described(words.typed, { q: z.string().default('') })),
    doc: docs.suggestProducts,
    async handle({ query: { q } }) {
      const typed = readTyped(q);
      if (lettersOf(typed.form) === '') return { body: { ok: true, data: [] } };
      const answer = await search.cache.answer(
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
