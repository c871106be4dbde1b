import { z } from 'zod';
import type { Context, Holder } from '../../platform/index.js';
import { doubtAbout, hasExact, MATCHES, OUTCOMES, toldItem } from '../../search/index.js';
import type { Found, SearchParts } from '../../search/index.js';
import { absoluteAddress, FIELDS, productSchema } from '../../catalogue/index.js';
import type { CatalogueParts, Picture, Product } from '../../catalogue/index.js';
import { explained, inBoth, TEXTS } from './texts.js';

/** What the tools need: the same catalogue, search and inquiries as the API; `chemistry` draws structures, in another process. */
export type ToolContext = Pick<
  Context & CatalogueParts & SearchParts,
  'db' | 'reads' | 'writes' | 'search' | 'structures' | 'chemistry' | 'demand' | 'terms' | 'siteOrigin'
>;

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

/**
 * A tool whose types of input and answer follow from its schemas. Its answers say which arguments it does not know; one that
 * writes refuses them.
 */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(
  name: keyof typeof TEXTS.tools,
  definition: Pick<Tool, 'writes'> & {
    input: I;
    output: O;
    answer(input: z.infer<I>, asked: Asking): Promise<z.infer<O>>;
  },
): Tool {
  const { title, description, examples } = TEXTS.tools[name];
  const ignored = z.array(z.string()).optional().meta({ description: TEXTS.shared.ignored_arguments });
  const output = definition.output.extend({ ignored_arguments: ignored });
  // Of an order nothing is left out in silence: a misspelt amount would be.
  const input = definition.writes ? definition.input.strict() : definition.input;
  const said = { title: inBoth(title), description: `${description.en} ${description.zh}`, examples };
  return { ...definition, ...said, name, input, output } as unknown as Tool;
}

/** A text from an assistant: bounded, and without what the database and the engine refuse. */
export const inputText = z
  .string()
  .max(300)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: 'contains a character that no text has',
  });

/** A text that must not be blank. */
export const neededText = inputText
  .refine((text) => text.trim() !== '', { error: 'must not be empty' })
  .meta({ minLength: 1 });

/** A filter; an empty one counts as absent, as in a query string. */
export const filterText = inputText.transform((text) => (text === '' ? undefined : text)).optional();

/** The address of a product's page. */
export const pageOutput = z.string().meta({ description: TEXTS.shared.url });

// Not the product schema itself: that has an id and would become a `$ref`, which not every assistant resolves.
/** A product as assistants get it: the 19 fields of the API, and the URL of its page. */
export const productOutput = z.object({
  ...productSchema.shape,
  url: pageOutput,
});

/** What tells products apart, where they are merely named. */
export const namedOutput = {
  code: z.string(),
  name_cn: z.string(),
  name_en: z.string().nullable(),
  cas: z.string(),
};

const LONG_TEXTS = new Set<string>([
  ...FIELDS.filter(({ kind }) => kind === 'lines').map(({ name }) => name),
  'synonyms',
]);
const withoutLongTexts = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !LONG_TEXTS.has(name)));

/** A product of a list: without its descriptions, summaries and synonyms, which `get_product` has. */
export const listedOutput = z.object({
  ...withoutLongTexts(productOutput.shape),
  url: pageOutput,
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
export const matchOutput = z.enum(MATCHES).meta({ description: TEXTS.shared.match });

/** What an answer with hits says of them all. */
export const doubtOutput = explained(TEXTS.doubt, {
  exact: z.boolean(),
  note: z.string().optional(),
  items: z
    .array(z.object({ text: z.string(), code: z.string().nullable(), match: z.enum(OUTCOMES) }))
    .optional(),
  did_you_mean: z.array(z.string()).optional(),
});

/** The fields of {@link doubtOutput}; they come first in an answer, so that no reader misses them. */
export function surenessOf(found: Found): z.infer<z.ZodObject<typeof doubtOutput>> {
  const exact = hasExact(found);
  const { items } = found;
  if (items) {
    const isSure = items.every(({ match }) => match === 'exact');
    return { exact, items: items.map(toldItem), ...(!isSure && { note: inBoth(TEXTS.notes.list) }) };
  }
  const doubt = doubtAbout(found);
  return {
    exact,
    ...(doubt && { note: inBoth(TEXTS.notes[doubt]) }),
    ...(doubt === 'mended' && { did_you_mean: found.didYouMean }),
  };
}
