import { z } from 'zod';
import { codeNumber, described, placed, saying } from '../../platform/index.js';
import type { FieldWords } from '../../platform/index.js';
import words from './docs.json' with { type: 'json' };
import {
  EDITABLE_FIELDS,
  FIELDS,
  isNullable,
  PUSHED_FIELDS,
  STATUSES,
  STOCK,
  STRUCTURE_KEYS,
  STRUCTURES,
} from './fields.js';
import type { Field } from './fields.js';
import { absoluteAddress } from './image-address.js';

// What the OpenAPI document says of products; the values themselves are read by values.ts. All from one table.

/** An example as an answer carries it: addresses are absolute. */
const answered = ({ kind, example }: Field) =>
  kind === 'url' ? absoluteAddress(String(example), 'http://localhost:3000') : (example ?? null);

const title = ({ title: { en, cn }, example }: Pick<Field, 'title' | 'example'>): FieldWords => ({
  en,
  zh: cn,
  example,
});

/** The types of answers by the kind of a field; that of a kind that is not listed is a text. */
const OUTPUTS: Partial<Record<Field['kind'], z.ZodType>> = {
  flag: z.boolean(),
  time: z.iso.datetime({ precision: 6 }),
  status: z.enum(STATUSES),
  number: z.number().nullable(),
};

function outputOf(field: Field): z.ZodType {
  const other = OUTPUTS[field.kind];
  if (other) return other.meta(saying(title(field)));
  // Lengths are counted in code points, as JSON Schema does; zod counts UTF-16 units, so the bound is metadata.
  const text = z.string();
  return (isNullable(field) ? text.nullable() : text).meta({
    ...saying({ ...title(field), example: field.example === undefined ? undefined : answered(field) }),
    ...(field.max !== undefined && { maxLength: field.max }),
  });
}

/** A product in an answer: all fields. */
export const productSchema = z
  .object(Object.fromEntries(FIELDS.map((field) => [field.name, outputOf(field)])))
  .meta({ id: 'Product', ...saying(words.product) });

/** What answers say of a structure. */
export const structureMembers = {
  smiles: z.string().nullable(),
  inchikey: z.string().nullable(),
  formula: z.string(),
  mw: z.number(),
  fragments: z.int(),
  stereo: z.enum(['none', 'defined', 'partial', 'undefined']).nullable(),
  source: z.enum(STRUCTURE_KEYS),
};

/** A product in an answer to `structure=true`. */
export const productWithStructure = productSchema
  .extend(
    described(words.productWithStructure, {
      structure: z
        .object(
          described(words.structureSummary, {
            ...structureMembers,
            molfile: z.string().nullable().optional(),
          }),
        )
        .meta({ id: 'StructureSummary' })
        .nullable()
        .optional(),
    }),
  )
  .meta({ id: 'ProductWithStructure' });

/** A product of the documentation, made of the examples of the field table. */
export const exampleProduct = Object.fromEntries(FIELDS.map((field) => [field.name, answered(field)]));

// What a field may come as in a request. They are components of the document: a generator would name the type of each
// property after its key, and makes the same name of all Chinese keys.
const INPUTS = {
  code: z.union([z.string(), codeNumber]).nullish().meta({ id: 'CodeOrNull' }),
  number: z.union([z.number(), z.string()]).nullish().meta({ id: 'NumberOrNull' }),
  status: z
    .enum([...STATUSES, ''])
    .nullish()
    .meta({ id: 'StatusOrNull' }),
  text: z.string().nullish().meta({ id: 'TextOrNull' }),
};

/** A field in a request, with its bound; the schema of a kind that is not listed is that of a text. */
function inputOf(field: Field, said = title(field)): z.ZodType {
  const schema = field.kind in INPUTS ? INPUTS[field.kind as keyof typeof INPUTS] : INPUTS.text;
  return schema.meta({ ...saying(said), ...(field.max !== undefined && { maxLength: field.max }) });
}

const structureInput = ({ title: { en, cn }, example }: (typeof STRUCTURES)[number]) =>
  INPUTS.text.meta(saying({ ...placed(words.structureInput, { en, cn }), example }));

const aliasOf = (name: string): FieldWords => placed(words.aliasOf, { name });
const pushed = PUSHED_FIELDS.map((field) => [field.name, inputOf(field)] as const);
const aliases = [
  ...PUSHED_FIELDS.flatMap((field) =>
    (field.aliases ?? []).map((alias) => [alias, inputOf(field, aliasOf(field.name))] as const),
  ),
  ...STOCK.aliases.map((alias) => [alias, INPUTS.number.meta(saying(aliasOf(STOCK.name)))] as const),
];

/** A product in a push: the fields, `stock`, and the aliases of both. */
export const pushedProductSchema = z
  .looseObject({
    ...Object.fromEntries(pushed),
    stock: INPUTS.number.meta(saying(words.stock)),
    ...Object.fromEntries(STRUCTURES.map((field) => [field.name, structureInput(field)])),
    ...Object.fromEntries(aliases),
  })
  .meta({ id: 'PushedProduct' });

/** The fields that PUT may change. */
export const editedProductSchema = z
  .object({
    code: z.union([z.string(), codeNumber]).optional().meta(saying(words.edited.code)),
    ...Object.fromEntries(EDITABLE_FIELDS.map((field) => [field.name, inputOf(field)] as const)),
    ...Object.fromEntries(STRUCTURES.map((field) => [field.name, structureInput(field)])),
    was: z.record(z.string(), z.unknown()).optional().meta(saying(words.edited.was)),
  })
  .meta({ id: 'EditedProduct' });

/** What is told of a product beside another one. */
export const relatedProduct = z.object({
  code: z.string(),
  name_cn: z.string(),
  name_en: z.string().nullable(),
  cas: z.string(),
  status: z.string(),
  in_stock: z.boolean(),
  structure_url: z.string().nullable(),
});
