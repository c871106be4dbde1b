import { z } from 'zod';
import type { Database } from '../database/connect.js';
import { STATUSES } from '../products/fields.js';
import type { Product } from '../products/fields.js';
import { productsByCode } from '../products/store.js';
import { MATCHES, OUTCOMES } from '../search/match.js';
import type { TierName } from '../search/tier.js';
import type { Search } from '../search/search.js';
import { readTyped } from '../search/typed.js';
import { neededText, pageOf, tool } from './tool.js';
import type { Tool } from './tool.js';

/** Most identifiers of a call, and how many are looked up concurrently. */
const MAX_IDENTIFIERS = 25;
const CONCURRENCY = 5;
/** Most other products that are named for an identifier. */
const MAX_OTHERS = 4;

type MatchKind = (typeof OUTCOMES)[number];

/** Readings that find products as one would mend a text. Words that are alike are too little. */
const MENDING = new Set<TierName>(['mended', 'name', 'synonym', 'near_name', 'parent', 'spelling', 'sound']);

const resolved = z.object({
  identifier: z.string(),
  match: z.enum(OUTCOMES).meta({
    description:
      '`exact`: the identifier is a number, name, synonym or alias of the product. `partial`: it begins a name or is a part of one. `similar`: another spelling, salt or stereo form: no exact match, so check it. `none`: no product.',
  }),
  product: z
    .object({
      code: z.string(),
      name_cn: z.string(),
      name_en: z.string().nullable(),
      cas: z.string(),
      status: z.enum(STATUSES),
      in_stock: z.boolean(),
      url: z.string(),
    })
    .nullable(),
  others: z
    .array(z.string())
    .meta({ description: `Numbers of other products that it fits as well, at most ${MAX_OTHERS}` }),
});

const NAME = 'resolve_identifiers';

const lookups = z.object({
  method: z.literal('tools/call'),
  params: z.object({
    name: z.literal(NAME),
    arguments: z.object({ identifiers: z.array(z.unknown()).min(1).max(MAX_IDENTIFIERS) }),
  }),
});

/** The number of lookups in a JSON-RPC message; one for messages of any other kind. */
export function lookupsOf(message: unknown): number {
  const { data } = lookups.safeParse(message);
  return data?.params.arguments.identifiers.length ?? 1;
}

/** The tool that resolves a list of names and numbers to products. */
export function resolveTool({
  db,
  search,
  siteOrigin,
}: {
  db: Database;
  search: Search;
  siteOrigin: () => string;
}): Tool {
  return tool({
    name: NAME,
    title: 'Resolve names and numbers · 批量识别',
    description: `Tells for each of up to ${MAX_IDENTIFIERS} identifiers (names in Chinese or English, CAS numbers, product numbers, mixed) which product it means, and how surely, or that there is none. For lists from orders and quotations. 批量识别名称、CAS 号或货号对应的产品。`,
    input: z.object({
      identifiers: z
        .array(neededText('A name, CAS number or product number.'))
        .min(1)
        .max(MAX_IDENTIFIERS, { error: `at most ${MAX_IDENTIFIERS} identifiers a call` }),
    }),
    output: z.object({ results: z.array(resolved).meta({ description: 'In the order of the identifiers' }) }),
    async answer({ identifiers }) {
      const texts = identifiers.map((text) => text.trim());
      // Exact product numbers first: one may look like a CAS number, or differ from another in case only.
      const byCode = new Map((await productsByCode(db, texts)).map((product) => [product.code, product]));
      const results: z.infer<typeof resolved>[] = [];
      for (let start = 0; start < texts.length; start += CONCURRENCY) {
        const some = texts.slice(start, start + CONCURRENCY).map(async (identifier) => {
          const exact = byCode.get(identifier);
          const found = exact
            ? { match: 'exact' as const, products: [exact] }
            : await identify(search, identifier);
          const [best, ...others] = found.products;
          return {
            identifier,
            match: found.match,
            product: best ? brief(best, siteOrigin()) : null,
            others: others.map(({ code }) => code),
          };
        });
        results.push(...(await Promise.all(some)));
      }
      return { results };
    },
  });
}

/** The products that a text identifies, those that it fits best. */
async function identify(search: Search, text: string): Promise<{ match: MatchKind; products: Product[] }> {
  const { hits, degraded } = await search.find({
    typed: readTyped(text),
    filters: {},
    page: { offset: 0, limit: MAX_OTHERS + 1 },
  });
  // A formula names no substance. Similar names that the database finds while the engine is away are too uncertain.
  const fits = {
    exact: hits.filter(({ tier, match }) => match === 'exact' && tier !== 'formula'),
    partial: hits.filter(({ match }) => match === 'partial'),
    similar: hits.filter(({ tier }) => !degraded && tier === hits[0]?.tier && MENDING.has(tier)),
  };
  for (const match of MATCHES)
    if (fits[match].length > 0) return { match, products: fits[match].map(({ product }) => product) };
  return { match: 'none', products: [] };
}

function brief({ code, name_cn, name_en, cas, status, in_stock }: Product, siteOrigin: string) {
  return { code, name_cn, name_en, cas, status, in_stock, url: pageOf(siteOrigin, code) };
}
