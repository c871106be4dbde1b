import { z } from 'zod';
import type { Database, Holder, Reads, Writes } from '../../platform/index.js';
import { doubtAbout, hasExact, MATCHES, OUTCOMES } from '../../search/index.js';
import type { Demand, Found, ListItem, Search, StructureLibrary } from '../../search/index.js';
import { absoluteAddress, FIELDS, productSchema } from '../../catalogue/index.js';
import type { Picture, Product, Terms } from '../../catalogue/index.js';
import type { Chemistry } from '../../chemistry/index.js';

/** What the tools need: the same catalogue, search and inquiries as the API. */
export interface ToolContext {
  db: Database;
  reads: Reads;
  writes: Writes;
  search: Search;
  structures: StructureLibrary;
  /** draws structures, in another process */
  chemistry: Pick<Chemistry, 'of'>;
  /** counts unmet demand */
  demand: Pick<Demand, 'count'>;
  /** the English names of categories, series and tags */
  terms: Pick<Terms, 'nameOf' | 'meant'>;
  siteOrigin: () => string;
}

/** Around a call of a tool. */
interface Asking {
  holder: Holder;
  /** takes what draws a picture to be shown with the answer */
  show: (draw: DrawPicture) => void;
}

/** A tool that assistants can call. */
export interface Tool {
  name: string;
  title: string;
  /** when to use it, for assistants: English, then Chinese */
  description: string;
  /** arguments that make sense */
  examples: Record<string, unknown>[];
  /** it creates something that staff must handle; the others only read */
  writes?: true;
  input: z.ZodObject;
  output: z.ZodObject;
  /**
   * @throws Problem with a sentence for the assistant
   */
  answer(input: never, asked: Asking): Promise<Record<string, unknown>>;
}

export type DrawPicture = () => Promise<Picture>;

/** A tool whose types of input and answer follow from its schemas. Its answers say which arguments it does not know; one that writes refuses them. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'answer'> & {
    input: I;
    output: O;
    answer(input: z.infer<I>, asked: Asking): Promise<z.infer<O>>;
  },
): Tool {
  const output = definition.output.extend({ ignored_arguments: ignoredOutput });
  // Of an order nothing is left out in silence: a misspelt amount would be.
  const input = definition.writes ? definition.input.strict() : definition.input;
  return { ...definition, input, output } as unknown as Tool;
}

const ignoredOutput = z
  .array(z.string())
  .optional()
  .meta({ description: 'Arguments that the tool does not know: the answer is without them' });

/** A text from an assistant: bounded, and without what the database and the engine refuse. */
export function inputText(description: string) {
  return z
    .string()
    .max(300)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: 'contains a character that no text has',
    })
    .meta({ description });
}

/** A text that must not be blank. */
export function neededText(description: string) {
  return inputText(description)
    .refine((text) => text.trim() !== '', { error: 'must not be empty' })
    .meta({ description, minLength: 1 });
}

/** A filter; an empty one counts as absent, as in a query string. */
export function filterText(description: string) {
  return inputText(description)
    .transform((text) => (text === '' ? undefined : text))
    .optional();
}

// Not the product schema itself: that has an id and would become a `$ref`, which not every assistant resolves.
/** A product as assistants get it: the 19 fields of the API, and the URL of its page. */
export const productOutput = z.object({
  ...productSchema.shape,
  url: z.string().meta({ description: 'Page of the product, for citations' }),
});

const LONG_TEXTS = new Set<string>([
  ...FIELDS.filter(({ kind }) => kind === 'lines').map(({ name }) => name),
  'synonyms',
]);
const withoutLongTexts = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !LONG_TEXTS.has(name)));

/** A product of a list: without its descriptions, summaries and synonyms, which `get_product` has. */
export const listedOutput = z.object({
  ...withoutLongTexts(productOutput.shape),
  url: productOutput.shape.url,
});

/** The URL of a product's page. */
export function pageOf(siteOrigin: string, code: string): string {
  return `${siteOrigin}/products/${encodeURIComponent(code)}`;
}

/** A product as assistants get it, with absolute URLs. */
export function productFor(siteOrigin: string, product: Product): Product & { url: string } {
  return {
    ...product,
    structure_url: absoluteAddress(product.structure_url, siteOrigin),
    url: pageOf(siteOrigin, product.code),
  };
}

/** A product of a list as assistants get it: see {@link listedOutput}. */
export function listedFor(siteOrigin: string, product: Product): z.infer<typeof listedOutput> {
  const { url, ...fields } = productFor(siteOrigin, product);
  return { ...withoutLongTexts(fields), url };
}

/** How surely the query means a product, as the answers of the API say it. */
export const matchOutput = z.enum(MATCHES).meta({
  description:
    'exact: the query names the product. partial: it begins a name or is a part of one. similar: names that are alike; another locant, stereo sign or syllable is another substance.',
});

/** What an answer with hits says of them all. */
export const doubtOutput = {
  exact: z.boolean().meta({ description: 'Whether the query names a product' }),
  note: z.string().optional().meta({ description: 'Says so where it names none' }),
  items: z
    .array(z.object({ text: z.string(), code: z.string().nullable(), match: z.enum(OUTCOMES) }))
    .optional()
    .meta({ description: 'Where the query is a list: which product each item found; null is none' }),
  did_you_mean: z
    .array(z.string())
    .optional()
    .meta({ description: 'CAS numbers in place of a mistyped one: ask which is meant' }),
};

interface Sureness {
  exact: boolean;
  note?: string;
  items?: ListItem[];
  did_you_mean?: string[];
}

function listNote(items: readonly ListItem[]): { note?: string } {
  return items.every(({ match }) => match === 'exact')
    ? {}
    : { note: 'Not every item of the list has an exact match. · 并非每一项都有完全匹配的产品。' };
}

const NOTES = {
  mended:
    'The number is wrong or in no product; did you mean one of these? · 此号码不正确或不在目录中；您要找的是不是：',
  partial: 'No exact match; names that contain it: · 没有完全匹配的产品；名称中含有它的：',
  similar: 'No exact match; similar names: · 没有完全匹配的产品；相近的名称：',
};

/** The fields of {@link doubtOutput}; they come first in an answer, so that no reader misses them. */
export function surenessOf(found: Found): Sureness {
  const exact = hasExact(found);
  if (found.items) return { exact, items: found.items, ...listNote(found.items) };
  const doubt = doubtAbout(found);
  return {
    exact,
    ...(doubt && { note: NOTES[doubt] }),
    ...(doubt === 'mended' && { did_you_mean: found.didYouMean }),
  };
}
