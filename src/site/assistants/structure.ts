import { z } from 'zod';
import { badField } from '../../platform/index.js';
import { filtersOf, findByStructure, LONGEST, MODES, ONE_WORD } from '../../search/index.js';
import { FILTER_INPUTS, filtersByName, hitsOfPage, omittedOutput, pageThatFits, PAGING } from './page.js';
import { explained, inBoth, TEXTS } from './texts.js';
import { listedFor, listedOutput, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

const SAID = TEXTS.tools.search_by_structure;

const typed = (kind: 'smiles' | 'smarts') => z.string().max(LONGEST[kind]).regex(ONE_WORD).optional();

const structureAnswer = z.object(
  explained(TEXTS.structure_answer, {
    exact: z.boolean(),
    note: z.string().optional(),
    data: z.array(
      listedOutput.extend(
        explained(TEXTS.structure_match, { match: z.enum(MODES), similarity: z.number().optional() }),
      ),
    ),
    omitted: omittedOutput,
    page: z.int(),
    page_size: z.int(),
    total: z.int(),
    whole: z.boolean(),
  }),
);

/** The tool that finds products by structure. */
export function structureTool({ db, search, structures, terms, siteOrigin }: ToolContext): Tool {
  return tool('search_by_structure', {
    input: z.object({
      ...explained(SAID.input, {
        smiles: typed('smiles'),
        smarts: typed('smarts'),
        mode: z.enum(MODES).default('substructure'),
        threshold: z.number().min(0).max(1).default(0.5),
      }),
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
      const { notes } = TEXTS;
      const note = [exact || page > 1 ? [] : notes.other_structure, isWhole ? [] : notes.part]
        .flat()
        .map(inBoth)
        .join(' ');
      const sureness = { exact, ...(note !== '' && { note }) };
      const listed = found.hits.map(({ product, match, similarity }) => ({
        ...listedFor(siteOrigin(), product),
        match,
        ...(similarity !== undefined && { similarity }),
      }));
      return pageThatFits(sureness, listed, { page, page_size: size, total: found.total, whole: isWhole });
    },
  });
}
