import { z } from 'zod';
import type { Database } from '../database/connect.js';
import { STATUSES } from '../products/fields.js';
import type { Product } from '../products/fields.js';
import { productsByCode } from '../products/store.js';
import { compact, lettersOf } from '../search/normalise.js';
import type { TierName } from '../search/plan.js';
import type { Search } from '../search/search.js';
import { readTyped } from '../search/typed.js';
import { neededText, pageOf, tool } from './tool.js';
import type { Tool } from './tool.js';

/** Identifiers a call at most, and how many are looked up at the same time. */
const MAX_IDENTIFIERS = 25;
const AT_ONCE = 5;
/** Further products that an identifier fits as well. */
const OTHERS = 4;

const MATCHES = ['code', 'cas', 'name', 'synonym', 'similar', 'none'] as const;
type Match = (typeof MATCHES)[number];

/** Readings of a search that name a product. All others only lead near one: beginnings, words, formulas. */
const NAMING: Partial<Record<TierName, Match>> = {
  code: 'code',
  cas: 'cas',
  cas_synonym: 'synonym',
  name: 'name',
  synonym: 'synonym',
  abbreviation: 'synonym',
  impurity: 'similar',
  near_name: 'similar',
  spelling: 'similar',
  sound: 'similar',
};

const resolved = z.object({
  identifier: z.string(),
  match: z.enum(MATCHES).meta({
    description:
      'How it was found. `similar`: another spelling, salt form or way to name an impurity: check it. `none`: no product.',
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
    .meta({ description: `Numbers of other products that it fits as well, at most ${OTHERS}` }),
});

const NAME = 'resolve_identifiers';

const lookups = z.object({
  method: z.literal('tools/call'),
  params: z.object({
    name: z.literal(NAME),
    arguments: z.object({ identifiers: z.array(z.unknown()).min(1).max(MAX_IDENTIFIERS) }),
  }),
});

/** How many lookups a message asks for; those of any other kind count as one. */
export function lookupsOf(message: unknown): number {
  const { data } = lookups.safeParse(message);
  return data?.params.arguments.identifiers.length ?? 1;
}

/** The tool that tells which products a list of names and numbers means. */
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
    description: `Tells for each of up to ${MAX_IDENTIFIERS} identifiers (names in Chinese or English, CAS numbers, product numbers, mixed) which product it means, and how that was found, or that there is none. For lists from orders and quotations. 批量识别名称、CAS 号或货号对应的产品。`,
    input: z.object({
      identifiers: z
        .array(neededText('A name, CAS number or product number.'))
        .min(1)
        .max(MAX_IDENTIFIERS, { error: `at most ${MAX_IDENTIFIERS} identifiers a call` }),
    }),
    output: z.object({ results: z.array(resolved).meta({ description: 'In the order of the identifiers' }) }),
    async answer({ identifiers }) {
      const texts = identifiers.map((text) => text.trim());
      // To the letter first, from the catalogue itself: a number may look like a CAS number or differ in case alone.
      const byCode = new Map((await productsByCode(db, texts)).map((product) => [product.code, product]));
      const results: z.infer<typeof resolved>[] = [];
      for (let start = 0; start < texts.length; start += AT_ONCE) {
        const some = texts.slice(start, start + AT_ONCE).map(async (identifier) => {
          const exact = byCode.get(identifier);
          const found = exact
            ? { match: 'code' as const, products: [exact] }
            : await named(search, identifier);
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

/** The products that a text names, by the surest reading that finds any. */
async function named(search: Search, text: string): Promise<{ match: Match; products: Product[] }> {
  const typed = readTyped(text);
  const { hits, degraded } = await search.find({
    typed,
    filters: {},
    page: { offset: 0, limit: OTHERS + 1 },
  });
  const [best] = hits;
  const tier = best?.tier;
  const match = (tier && NAMING[tier]) ?? 'none';
  // What the database finds alike is too far away to be taken for the product.
  if (match === 'none' || (degraded && match === 'similar')) return { match: 'none', products: [] };
  const products = hits.filter((hit) => hit.tier === tier).map(({ product }) => product);
  // The index keeps a number that was typed in another way beside the synonyms.
  const isCode = match === 'synonym' && compact(best!.product.code) === lettersOf(typed.form);
  return { match: isCode ? 'code' : match, products };
}

function brief({ code, name_cn, name_en, cas, status, in_stock }: Product, siteOrigin: string) {
  return { code, name_cn, name_en, cas, status, in_stock, url: pageOf(siteOrigin, code) };
}
