import { z } from 'zod';
import {
  badField,
  booleanText,
  described,
  holderOf,
  joinObjects,
  members,
  oneOf,
  pageAt,
  pageNumber,
  pageSize,
  readValue,
  route,
} from '../../platform/index.js';
import type { Call, Limits, Route } from '../../platform/index.js';
import { structuresShown, structuresWanted } from '../../catalogue/index.js';
import { FILTER_PARAMETERS, filtersOf } from '../text/filters.js';
import { MAX_HITS, tooDeep } from '../text/found.js';
import { MOST_BYTES } from '../../chemistry/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import { docs } from './docs.js';
import words from './docs.json' with { type: 'json' };
import { findByStructure } from './find.js';
import type { FindParts } from './find.js';
import { DEFAULT_THRESHOLD, MODES } from './find-modes.js';
import type { Asked } from './library-thread.js';
import { isPattern } from './pattern.js';
import { refused } from './refused.js';

interface StructureSearchParts extends FindParts {
  limits: Pick<Limits, 'countReads'>;
  shownChemistry: Chemistry;
}

/** The most bytes of a query. A structure may be as long as that of a product, a pattern is shorter. */
export const LONGEST = { smiles: MOST_BYTES.smiles, molfile: MOST_BYTES.molfile, smarts: 2_048 };
/** The characters of a SMILES or a SMARTS. */
export const ONE_WORD = /^[!-~]+$/;
/** The least similarity. */
export const thresholdText = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, { error: 'must be a number from 0 to 1' });
const KINDS = Object.keys(LONGEST) as Asked['kind'][];

const structure = (kind: Asked['kind']) =>
  z
    .string({ error: 'must be a text' })
    .refine((text) => Buffer.byteLength(text) <= LONGEST[kind], {
      error: `must have at most ${LONGEST[kind]} bytes`,
      params: { reason: 'too_long' },
      abort: true,
    })
    .refine((text) => (kind === 'molfile' ? !text.includes('\0') : ONE_WORD.test(text)), {
      error: kind === 'molfile' ? 'contains a NUL character' : 'must be one word of ASCII characters',
      params: { reason: 'unreadable' },
    })
    .optional();

const shape = described(words.query, {
  smiles: structure('smiles').meta({ param: { example: words.query.smiles.example } }),
  molfile: structure('molfile'),
  smarts: structure('smarts'),
  mode: oneOf(MODES).default('substructure'),
  threshold: thresholdText
    .transform(Number)
    .default(DEFAULT_THRESHOLD)
    .meta({ override: { type: 'number', minimum: 0, maximum: 1, default: DEFAULT_THRESHOLD } }),
  q: z.string().default(''),
  page: pageNumber,
  page_size: pageSize(),
  ...FILTER_PARAMETERS,
  facets: booleanText.default(false),
  structure: structuresWanted,
});
const searchQuery = z.object(shape);

/** The types besides string that fields of a body may have. */
const plain = z.union([z.string(), z.number(), z.boolean()]);
const searchBody = members('must be an object');
const shownBody = z.object(
  Object.fromEntries(Object.entries(shape).map(([name]) => [name, plain.optional()])),
);

/** Search by structure, open to everybody. */
export function structureSearchRoutes(parts: StructureSearchParts): Route[] {
  const path = '/products/search/structure';
  return [
    route('get', path, 'open', {
      query: searchQuery,
      doc: docs.searchStructures,
      handle: (call) => answer(parts, call, call.query),
    }),
    route('post', path, 'open', {
      limit: 'read',
      body: { schema: searchBody, shown: shownBody, limit: 128 * 1024 },
      doc: docs.postSearchStructures,
      handle: (call) => answer(parts, call, readValue(searchQuery, asTexts(call.body))),
    }),
  ];
}

/** The fields of a body as texts, so that bodies and addresses are read alike. */
const asTexts = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [
        name,
        typeof value === 'object' ? value : `${value as string | number | boolean}`,
      ]),
  );

async function answer(
  { limits, shownChemistry, ...parts }: StructureSearchParts,
  { req, res }: Pick<Call, 'req' | 'res'>,
  { smiles, molfile, smarts, ...given }: z.infer<typeof searchQuery>,
): Promise<{ json: string; content: string }> {
  const started = performance.now();
  const { q: typed, mode, threshold, page, page_size, facets, structure: form, ...filters } = given;
  const asked = askedBy({ smiles, molfile, smarts });
  if (smarts !== undefined && mode !== 'substructure')
    throw badField('mode', 'not_here', 'must be substructure for a pattern (smarts)');
  const place = pageAt(page, page_size);
  if (place.offset >= MAX_HITS) throw tooDeep();
  if (isPattern(asked)) await limits.countReads({ req, res }, 1); // RDKit compares every structure that may match
  const holder = holderOf(req);
  const q = typed.trim();
  const found = await findByStructure(parts, {
    wanted: { asked, mode, threshold },
    q,
    filters: filtersOf(filters),
    page: place,
    facets,
    holder,
  });
  const codes = found.hits.map(({ product }) => product.code);
  const structures = form && (await structuresShown(parts.db, shownChemistry.of(holder), codes, form));
  const content = JSON.stringify({
    ok: true,
    query: {
      [asked.kind]: asked.text,
      mode,
      ...(mode === 'similarity' && { threshold }),
      ...(typed !== '' && { q: typed }),
    },
    data: found.hits.map(({ product, match, similarity }) => ({
      ...product,
      match,
      similarity,
      ...(structures && { structure: structures.get(product.code) ?? null }),
    })),
    page,
    page_size,
    total: found.total,
    total_is_estimate: !found.isWhole,
    whole: found.isWhole,
    ...(found.missed > 0 && { not_looked_at: found.missed }),
    degraded: found.degraded,
    exact: found.hits[0]?.match === 'exact',
    facets: found.facets,
  });
  const took = Math.round((performance.now() - started) * 10) / 10;
  return { json: joinObjects(content, JSON.stringify({ took_ms: took })), content };
}

/** The structure of a query, which must have exactly one. */
function askedBy(given: Partial<Record<Asked['kind'], string>>): Asked {
  const [kind, more] = KINDS.filter((each) => given[each] !== undefined);
  if (kind === undefined) throw refused('smiles', 'required', 'needed');
  if (more !== undefined) throw refused(more, 'not_here', 'one', { kind });
  return { kind, text: given[kind]! };
}
