import { z } from 'zod';
import { csvCell } from '../../platform/index.js';
import { OUTCOMES, partsOfList, REASONS, resolve } from '../../search/index.js';
import type { Resolved } from '../../search/index.js';
import { STATUSES } from '../../catalogue/index.js';
import { firstThatFit, ROOM } from './fit.js';
import { COLUMNS, explained, MOST, TEXTS } from './texts.js';
import { namedOutput, neededText, productFor, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

const SAID = TEXTS.tools.resolve_identifiers;

const briefOutput = z.object({
  ...namedOutput,
  formula: z.string().nullable(),
  mw: z.number().nullable(),
  status: z.enum(STATUSES),
  in_stock: z.boolean(),
  url: z.string(),
});

const resolved = z.object(
  explained(TEXTS.resolved, {
    index: z.int(),
    identifier: z.string(),
    match: z.enum(OUTCOMES),
    reason: z.enum(REASONS).optional(),
    product: briefOutput.nullable(),
    others: z.array(z.string()),
    conflict: z.array(z.string()).optional(),
    did_you_mean: z.array(z.string()).optional(),
  }),
);

/** The tool that resolves a list of names and numbers to products. */
export function resolveTool({ db, search, demand, siteOrigin }: ToolContext): Tool {
  const error = `at most ${MOST.identifiers} identifiers a call`;
  const identifier = neededText.meta({ description: SAID.item });
  return tool('resolve_identifiers', {
    input: z.object(
      explained(SAID.input, { identifiers: z.array(identifier).min(1).max(MOST.identifiers, { error }) }),
    ),
    output: z.object(
      explained(SAID.output, {
        table: z.string().optional(),
        results: z.array(resolved),
        omitted: z.int().min(1).optional(),
      }),
    ),
    async answer({ identifiers }, { holder }) {
      const lookUp = async (texts: string[]): Promise<Resolved[]> => {
        const found: Resolved[] = [];
        for await (const piece of resolve({ db, search, demand, holder }, texts))
          found.push(...piece.resolved);
        return found;
      };
      const texts = identifiers.map((text) => text.trim());
      let found = await lookUp(texts);
      // Commas alone prove no list: “aspirin, caffeine” is one where it names nothing and its parts do.
      const isUnsure = texts.length === 1 && found[0]!.match !== 'exact';
      const parts = (isUnsure && partsOfList(texts[0]!)?.texts) || [];
      const each = await lookUp(parts);
      const named = each.filter(({ match }) => match === 'exact').length;
      if (named >= 2 && named * 2 >= parts.length) found = each;
      const results = found.map((one, index) => ({ index, ...shown(one, siteOrigin()) }));
      return JSON.stringify({ results }).length <= ROOM ? { results } : asTable(results);
    },
  });
}

type Shown = z.infer<typeof resolved>;

/** All that was found in a line each, and as many of those in doubt as there is room for. */
function asTable(results: Shown[]): { table: string; results: Shown[]; omitted?: number } {
  const lines = results.map(({ index, match, product }) => {
    const { code = '', cas = '', formula = '', mw = '', in_stock: inStock } = product ?? {};
    return [index, match, code, cas, formula ?? '', mw ?? '', product ? Number(inStock) : '']
      .map((value) => csvCell(String(value)))
      .join(',');
  });
  const fitting = firstThatFit(lines, { table: COLUMNS.join(','), results: [], omitted: results.length });
  const table = [COLUMNS.join(','), ...fitting].join('\n');
  const omitted = lines.length - fitting.length;
  const around = { table, results: [], ...(omitted > 0 && { omitted }) };
  const doubtful = results
    .slice(0, fitting.length)
    .filter(
      ({ match, reason }) => (match !== 'exact' && match !== 'none') || reason === 'several_substances',
    );
  return { ...around, results: firstThatFit(doubtful, around) };
}

function shown(
  { asked, match, reason, product, others, conflict, didYouMean }: Resolved,
  siteOrigin: string,
): Omit<Shown, 'index'> {
  return {
    identifier: asked as string,
    match,
    ...(reason && { reason }),
    product: product && briefOutput.parse(productFor(siteOrigin, product)),
    others: others.slice(0, MOST.others),
    ...(conflict.length > 0 && { conflict }),
    ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
  };
}
