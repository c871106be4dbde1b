import { z } from 'zod';
import { CODE_OR_CAS_PARAM, exampleProduct, productSchema } from '../../catalogue/index.js';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { RELATIONS } from './related.js';

const relatedSchema = z
  .object({
    relation: z.enum(RELATIONS).meta({
      description:
        '`impurity`, `metabolite`: a name says so. `form`: another form of the substance, as `/products/{code}/forms` gives it. `series`: of the same series. `similar`: alike in structure, or named as an ester or a dimer of it · `impurity` 杂质、`metabolite` 代谢物：由名称得出；`form` 同一物质的其他形式；`series` 同系列；`similar` 结构相似，或名称表明为其酯或二聚体',
    }),
    reason: z.string().meta({ description: 'Why, in both languages · 原因' }),
    similarity: z
      .number()
      .optional()
      .meta({ description: 'Tanimoto of Morgan fingerprints, of `similar` · 相似度' }),
    product: productSchema,
  })
  .meta({ id: 'RelatedProduct' });

export const relatedDoc: RouteDoc = {
  id: 'getRelated',
  tag: 'Products',
  summary: 'What belongs to a product: impurities, metabolites, forms, similar ones · 相关产品',
  description: `From a drug to what belongs to it: first its impurities, then its metabolites, by their names, which have the whole name of the substance in them; then its other forms, by structure; then others of its series; then those that are named as its esters or dimers, and the twelve most alike in structure that are offered. Each says its \`reason\`. An impurity of a substance with a longer name is not among them. At most 200 by name and 200 forms (\`truncated\`). \`whole\` is false where similar structures could not be looked for in time.

由药物找到与其相关的产品：先是杂质，其次代谢物（其名称含该物质的完整名称），再是同一物质的其他形式（按结构）与同系列产品，最后是名称表明为其酯或二聚体的产品及结构最相似的十二个在售产品，原因见 \`reason\`。按名称、按形式各至多 200 个（\`truncated\`）；未能及时检索相似结构时 \`whole\` 为假。`,
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
            relation: 'impurity',
            reason: 'Its name says so: aspirin impurity C. 由名称得出：aspirin impurity C。',
            product: exampleProduct,
          },
        ],
        whole: true,
      },
    },
  ),
  problems: [404],
};
