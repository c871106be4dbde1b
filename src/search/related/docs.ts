import { z } from 'zod';
import { CODE_OR_CAS_PARAM, formSchema } from '../../catalogue/index.js';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { WHYS } from './related.js';

const relatedSchema = formSchema
  .partial({ differs_in: true, stereo: true })
  .extend({
    why: z.enum(WHYS).meta({
      description:
        '`impurity`, `metabolite`, `derivative` (an ester, a dimer): a name says so, see `named`. `form`: as `/products/{code}/forms` gives it. `similar`: the structure is alike, another substance · `impurity` 杂质、`metabolite` 代谢物、`derivative` 衍生物：由名称（见 `named`）得出；`form` 同一物质的其他形式；`similar` 结构相似的其他物质',
    }),
    named: z.string().nullable().meta({
      description: 'The name that says so; null for `form` and `similar` · 据以判断的名称',
    }),
    similarity: z
      .number()
      .nullable()
      .meta({ description: 'Tanimoto of Morgan fingerprints, of `similar` · 相似度' }),
  })
  .meta({ id: 'RelatedProduct' });

export const relatedDoc: RouteDoc = {
  id: 'getRelated',
  tag: 'Products',
  summary: 'What belongs to a product: impurities, metabolites, forms, similar ones · 相关产品',
  description: `From a drug to what belongs to it: first its impurities, then its metabolites and derivatives, by their names, which have the whole name of the substance in them; then its other forms, by structure; then the twelve most alike in structure that are offered. Each says \`why\`. An impurity of a substance with a longer name is not among them. At most 200 by name and 200 forms (\`truncated\`). \`whole\` is false where similar structures could not be looked for in time.

由药物找到与其相关的产品：先是杂质，其次代谢物与衍生物（其名称含该物质的完整名称），再是同一物质的其他形式（按结构），最后是结构最相似的十二个在售产品，原因见 \`why\`。按名称、按形式各至多 200 个（\`truncated\`）；未能及时检索相似结构时 \`whole\` 为假。`,
  params: CODE_OR_CAS_PARAM,
  answers: ok(
    'What belongs to it · 相关产品',
    {
      data: z.array(relatedSchema),
      whole: z.boolean(),
      truncated: z.literal(true).optional().meta({ description: 'There are more · 还有更多' }),
    },
    {
      'An impurity · 杂质': {
        data: [
          {
            code: 'PDS-000135',
            name_cn: '水杨酸',
            name_en: 'salicylic acid',
            cas: '69-72-7',
            formula: 'C7H6O3',
            status: 'in_stock',
            in_stock: true,
            structure_url: null,
            why: 'impurity',
            named: 'aspirin impurity C',
            similarity: null,
          },
        ],
        whole: true,
      },
    },
  ),
  problems: [404],
};
