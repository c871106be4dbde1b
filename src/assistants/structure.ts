import { z } from 'zod';
import { pageAt } from '../database/page.js';
import { badField } from '../http/problem.js';
import { filtersOf } from '../search/filters.js';
import { MAX_HITS } from '../search/found.js';
import { MODES } from '../structures/find-modes.js';
import { findByStructure } from '../structures/find.js';
import { LONGEST, ONE_WORD } from '../structures/find-routes.js';
import { firstThatFit } from './fit.js';
import { filterText, listedFor, listedOutput, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

const MAX_PAGE = 20;

const typed = (kind: 'smiles' | 'smarts', description: string) =>
  z.string().max(LONGEST[kind]).regex(ONE_WORD).optional().meta({ description });

/** The tool that finds products by structure. */
export function structureTool({ db, search, structures, siteOrigin }: ToolContext): Tool {
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
      mode: z.enum(MODES).default('substructure'),
      threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .meta({ description: 'Least similarity, with mode similarity.' }),
      category: filterText('Only this category, as `list_categories` names it.'),
      in_stock: z.boolean().optional().meta({ description: 'Only products that are, or are not, in stock.' }),
      page: z.int().min(1).default(1),
      page_size: z.int().min(1).max(MAX_PAGE).default(10),
    }),
    output: z.object({
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
      omitted: z.int().min(1).optional().meta({
        description: 'How many products of this page there was no room for: take a smaller `page_size`',
      }),
      page: z.int(),
      page_size: z.int(),
      total: z.int(),
      whole: z.boolean().meta({ description: 'false: not all structures could be looked at in time' }),
    }),
    async answer({ smiles, smarts, mode, threshold, page, page_size: size, ...given }) {
      if ((smiles === undefined) === (smarts === undefined))
        throw badField('smiles', 'required', 'give either smiles or smarts');
      if (smarts !== undefined && mode !== 'substructure')
        throw badField('mode', 'not_here', 'must be substructure for smarts');
      const place = pageAt(page, size);
      if (place.offset >= MAX_HITS)
        throw badField('page', 'too_deep', `reaches beyond ${MAX_HITS} hits; narrow the search`);
      const asked =
        smiles === undefined
          ? ({ kind: 'smarts', text: smarts! } as const)
          : ({ kind: 'smiles', text: smiles } as const);
      const found = await findByStructure(
        { db, search, structures },
        {
          wanted: { asked, mode, threshold },
          q: '',
          filters: filtersOf(given),
          page: place,
          facets: false,
        },
      );
      const { isWhole } = found;
      const exact = found.hits[0]?.match === 'exact';
      const note = [exact || page > 1 ? [] : [NOTES.other], isWhole ? [] : [NOTES.part]].flat().join(' ');
      const sureness = { exact, ...(note !== '' && { note }) };
      const around = { page, page_size: size, total: found.total, whole: isWhole };
      const listed = found.hits.map(({ product, match, similarity }) => ({
        ...listedFor(siteOrigin(), product),
        match,
        ...(similarity !== undefined && { similarity }),
      }));
      const data = firstThatFit(listed, { ...sureness, data: [], omitted: size, ...around });
      const omitted = listed.length - data.length;
      return { ...sureness, data, ...(omitted > 0 && { omitted }), ...around };
    },
  });
}

const NOTES = {
  other: 'None of these products is this very structure. · 以下产品均非该结构本身。',
  part: 'Not all structures could be looked at in time. · 未能在限定时间内检索全部结构。',
};
