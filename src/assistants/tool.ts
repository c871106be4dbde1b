import { z } from 'zod';
import type { Product } from '../products/fields.js';
import { productSchema } from '../products/schemas.js';

/** Something that an assistant may ask the catalogue to do. All of them only read. */
export interface Tool {
  name: string;
  title: string;
  /** what an assistant goes by: English, then Chinese */
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** @throws Problem where it cannot be done, with a sentence for the assistant */
  answer(input: never): Promise<Record<string, unknown>>;
}

/** Gives a tool its types: the input and the answer follow from the schemas. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'answer'> & {
    input: I;
    output: O;
    answer(input: z.infer<I>): Promise<z.infer<O>>;
  },
): Tool {
  return definition as unknown as Tool;
}

/** A text of an assistant: bounded, and one that the database and the engine can take. */
export function inputText(description: string) {
  return z
    .string()
    .max(300)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: 'contains a character that no text has',
    })
    .meta({ description });
}

/** A text that must say something. */
export function neededText(description: string) {
  return inputText(description)
    .refine((text) => text.trim() !== '', { error: 'must not be empty' })
    .meta({ description, minLength: 1 });
}

/** A filter; an empty one is none, as in the query of a call. */
export function filterText(description: string) {
  return inputText(description)
    .transform((text) => (text === '' ? undefined : text))
    .optional();
}

// Spread into an object of its own: under its id it would be a reference, which not every assistant resolves.
/** A product as assistants get it: the 19 fields of the API, and the address of its page. */
export const productOutput = z.object({
  ...productSchema.shape,
  url: z.string().meta({ description: 'Page of the product, for citations' }),
});

/** The address of a product's page. */
export function pageOf(siteOrigin: string, code: string): string {
  return `${siteOrigin}/products/${encodeURIComponent(code)}`;
}

/** A product as assistants get it: they have no page that an address could be relative to. */
export function productFor(siteOrigin: string, product: Product): Product & { url: string } {
  const { structure_url: structure } = product;
  return {
    ...product,
    structure_url: structure?.startsWith('/') ? `${siteOrigin}${structure}` : structure,
    url: pageOf(siteOrigin, product.code),
  };
}
