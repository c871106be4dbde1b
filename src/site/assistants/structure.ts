import { z } from 'zod';
import { badField } from '../../platform/index.js';
import { filtersOf, findByStructure, LONGEST, MODES, ONE_WORD } from '../../search/index.js';
import { FILTER_INPUTS, filtersByName, hitsOfPage, omittedOutput, pageThatFits, PAGING } from './page.js';
import { listedFor, listedOutput, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

const typed = (kind: 'smiles' | 'smarts', description: string) =>
  z.string().max(LONGEST[kind]).regex(ONE_WORD).optional().meta({ description });

const structureAnswer = z.object({
  exact: z.boolean().meta({ description: 'Whether the first product is this very structure' }),
  note: z.string().optional().meta({ description: 'What to beware of' }),
  data: z.array(
    listedOutput.extend({
      match: z.enum(MODES).meta({
        description:
          'exact: the same structure. tautomer: one that it may turn into by itself. All others are other substances.',
      }),
      similarity: z.number().optional().meta({ description: 'Tanimoto, Morgan fingerprints' }),
    }),
  ),
  omitted: omittedOutput,
  page: z.int(),
  page_size: z.int(),
  total: z.int(),
  whole: z.boolean().meta({ description: 'false: not all structures could be looked at in time' }),
});

/** The tool that finds products by structure. */
export function structureTool({ db, search, structures, terms, siteOrigin }: ToolContext): Tool {
  return tool({
    name: 'search_by_structure',
    title: 'Search by structure · 结构检索',
    description:
      'Finds products by a chemical structure that is given as SMILES, or by a pattern as SMARTS. `exact`: this very structure with its stereo, isotopes and salt; `stereo-blind`: the same but for stereo; `tautomer`: this structure and its tautomers, whose hydrogens and double bonds are elsewhere; `substructure` (default): products that contain it; `similarity`: products that are alike. Only products whose `match` is exact are the same structure. 按 SMILES 或 SMARTS 结构检索产品；`tautomer` 含互变异构体；仅 `match` 为 exact 的结构相同。',
    examples: [
      { smiles: 'CC(=O)Oc1ccccc1C(=O)O', mode: 'exact' },
      { smiles: 'c1ccc2[nH]ccc2c1', mode: 'substructure', in_stock: true },
      { smarts: '[NX3][CX3](=[OX1])c1ccccc1' },
    ],
    input: z.object({
      smiles: typed('smiles', 'The structure as SMILES.'),
      smarts: typed('smarts', 'A pattern, in place of `smiles`, with mode substructure.'),
      mode: z.enum(MODES).default('substructure').meta({ description: 'How products must be like it.' }),
      threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .meta({ description: 'Least similarity, with mode similarity.' }),
      category: FILTER_INPUTS.category,
      in_stock: FILTER_INPUTS.in_stock,
      ...PAGING,
    }),
    output: structureAnswer,
    async answer({ smiles, smarts, mode, threshold, page, page_size: size, ...given }, { holder }) {
      if ((smiles === undefined) === (smarts === undefined))
        throw badField('smiles', 'required', 'give either smiles or smarts');
      if (smarts !== undefined && mode !== 'substructure')
        throw badField('mode', 'not_here', 'must be substructure for smarts');
      const place = hitsOfPage(page, size);
      const kind = smiles === undefined ? 'smarts' : 'smiles';
      const asked = { kind, text: (smiles ?? smarts)! } as const;
      const found = await findByStructure(
        { db, search, structures },
        {
          wanted: { asked, mode, threshold },
          q: '',
          filters: filtersOf(filtersByName(terms, given)),
          page: place,
          facets: false,
          holder,
        },
      );
      const { isWhole } = found;
      const exact = found.hits[0]?.match === 'exact';
      const note = [exact || page > 1 ? [] : [NOTES.other], isWhole ? [] : [NOTES.part]].flat().join(' ');
      const sureness = { exact, ...(note !== '' && { note }) };
      const listed = found.hits.map(({ product, match, similarity }) => ({
        ...listedFor(siteOrigin(), product),
        match,
        ...(similarity !== undefined && { similarity }),
      }));
      const around = { page, page_size: size, total: found.total, whole: isWhole };
      return pageThatFits(sureness, listed, around);
    },
  });
}

const NOTES = {
  other: 'None of these products is this very structure. · 以下产品均非该结构本身。',
  part: 'Not all structures could be looked at in time. · 未能在限定时间内检索全部结构。',
};
