import { z } from 'zod';
import type { RouteDoc } from '../../platform/index.js';
import { exampleProduct, productWithStructure } from '../../catalogue/index.js';
import { MODES } from './find-modes.js';

// What the OpenAPI document says of the search by structure.

const counts = z.record(z.string(), z.int());

const FOUND = {
  ok: true,
  query: { smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'substructure' },
  data: [{ ...exampleProduct, match: 'exact', similarity: 1 }],
  page: 1,
  page_size: 20,
  total: 1,
  total_is_estimate: false,
  whole: true,
  degraded: false,
  exact: true,
  took_ms: 21.4,
};

const answers: RouteDoc['answers'] = {
  200: {
    description: 'The products found, the same structure first, then by similarity · 命中的产品',
    schema: z.object({
      ok: z.literal(true),
      query: z.object({
        smiles: z.string().optional(),
        molfile: z.string().optional(),
        smarts: z.string().optional(),
        mode: z.enum(MODES),
        threshold: z.number().optional(),
        q: z.string().optional(),
      }),
      data: z.array(
        productWithStructure
          .extend({
            match: z.enum(MODES).meta({
              description:
                'How the structure is what was looked for: the narrowest mode that finds it; `tautomer` with that mode alone. Only `exact` is the same structure; a `tautomer` is drawn otherwise, and may be the same substance in solution. 仅 `exact` 结构相同；`tautomer` 仅在该模式下给出，为互变异构体，画法不同，在溶液中可能为同一物质。',
            }),
            similarity: z.number().optional().meta({
              description:
                'Tanimoto of Morgan fingerprints (radius 2, 2,048 bits), to four digits; absent for a pattern. 1 does not mean the same substance. 相似度；为 1 也不一定是同一物质。',
            }),
          })
          .meta({ id: 'FoundByStructure' }),
      ),
      page: z.int(),
      page_size: z.int(),
      total: z.int(),
      total_is_estimate: z.boolean(),
      whole: z.boolean().meta({
        description:
          'False: not all structures could be looked at in time (`not_looked_at` says how many), or filters and words were applied to the best 100,000 results only. 为假时并非所有结构都已检索。',
      }),
      not_looked_at: z.int().optional(),
      degraded: z
        .boolean()
        .meta({ description: 'Words were looked for in the database. 文字由数据库检索。' }),
      exact: z.boolean().meta({
        description:
          'Whether the first product of the page is the same structure. 本页首个产品是否结构相同。',
      }),
      facets: z
        .object({ category: counts, series: counts, tag: counts, status: counts, in_stock: counts })
        .optional(),
      took_ms: z.number(),
    }),
    examples: {
      '阿司匹林 · Aspirin': FOUND,
      'Alike · 相似': {
        ...FOUND,
        query: { smiles: 'OC(=O)c1ccccc1O', mode: 'similarity', threshold: 0.4 },
        data: [{ ...exampleProduct, match: 'similarity', similarity: 0.4483 }],
        exact: false,
      },
    },
  },
};

export const searchStructuresDoc: RouteDoc = {
  id: 'searchStructures',
  tag: 'Search',
  summary: 'Search by structure · 结构检索',
  description: `Exactly one of \`smiles\`, \`molfile\` and \`smarts\`. Best first: the same structure, the same but for stereo, then by similarity; what a pattern finds, the smaller first. A search takes 4 seconds at most; what could not be looked at by then is told. Products without a structure, and those whose structure RDKit cannot read, are not found. A pattern counts as two reads. 503 with the code \`structures_building\` while the structures are being loaded.

须恰好给出 \`smiles\`、\`molfile\`、\`smarts\` 之一。相同结构在前，其次为仅立体构型不同者，再按相似度排序。检索至多 4 秒，未及检索的结构数会注明。没有结构的产品不会命中。SMARTS 按两次读取计。结构库载入期间返回 503（\`structures_building\`）。`,
  answers,
  problems: [503],
};

export const postSearchStructuresDoc: RouteDoc = {
  ...searchStructuresDoc,
  id: 'postSearchStructures',
  summary: 'Search by structure, as a body · 结构检索（请求体）',
  description: `The parameters of the GET as members, for molfiles and whatever is too long for an address.

与 GET 的参数相同，用于 molfile 等较长的内容。`,
  examples: {
    'English: a part': { smiles: 'c1ccc2[nH]ccc2c1', mode: 'substructure', in_stock: true },
    '中文（相似）': { smiles: 'OC(=O)c1ccccc1O', mode: 'similarity', threshold: 0.4 },
  },
};
