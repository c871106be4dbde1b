import { z } from 'zod';
import { codeNumber } from '../../platform/index.js';
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

const title = (field: Field): { description: string; example?: unknown } => ({
  description: `${field.title.en} / ${field.title.cn}`,
  ...(field.example !== undefined && { example: field.example }),
});

function outputOf(field: Field): z.ZodType {
  if (field.kind === 'flag') return z.boolean().meta(title(field));
  if (field.kind === 'time') return z.iso.datetime({ precision: 6 }).meta(title(field));
  if (field.kind === 'status') return z.enum(STATUSES).meta(title(field));
  if (field.kind === 'number') return z.number().nullable().meta(title(field));
  // Lengths are counted in code points, as JSON Schema does; zod counts UTF-16 units, so the bound is metadata.
  const text = z.string();
  return (isNullable(field) ? text.nullable() : text).meta({
    ...title(field),
    ...(field.example !== undefined && { example: answered(field) }),
    ...(field.max !== undefined && { maxLength: field.max }),
  });
}

/** A product in an answer: all fields. */
export const productSchema = z
  .object(Object.fromEntries(FIELDS.map((field) => [field.name, outputOf(field)])))
  .meta({
    id: 'Product',
    description:
      'A product. Absent texts are null; `cas` is `N/A` where there is none; `structure_url` is absolute, also where an image of this site was pushed as `/media/<id>`. / `structure_url` 一律为绝对地址，推送时写 `/media/<id>` 亦然。',
  });

/** A product in an answer to `structure=true`. */
export const productWithStructure = productSchema
  .extend({
    structure: z
      .object({
        smiles: z.string().nullable(),
        inchikey: z.string().nullable(),
        formula: z.string(),
        mw: z.number(),
        fragments: z.int(),
        stereo: z.enum(['none', 'defined', 'partial', 'undefined']).nullable(),
        source: z.enum(STRUCTURE_KEYS),
        molfile: z.string().nullable().optional().meta({
          description:
            'In lists and searches, with `structure=molfile`; null where one takes too long to be made · 仅用于列表与检索，随 `structure=molfile`',
        }),
      })
      .meta({ id: 'StructureSummary' })
      .nullable()
      .optional()
      .meta({ description: 'With `structure=true`; null where the product has none · 结构' }),
  })
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
function inputOf(field: Field, description: object = title(field)): z.ZodType {
  const schema = field.kind in INPUTS ? INPUTS[field.kind as keyof typeof INPUTS] : INPUTS.text;
  return schema.meta({ ...description, ...(field.max !== undefined && { maxLength: field.max }) });
}

const structureInput = ({ title: { en, cn }, example }: (typeof STRUCTURES)[number]) =>
  INPUTS.text.meta({
    description: `${en}; no field, but stored beside them / ${cn}`,
    ...(example !== undefined && { example }),
  });

const aliasOf = (name: string): { description: string } => ({ description: `Alias of \`${name}\` · 别名` });
const pushed = PUSHED_FIELDS.map((field) => [field.name, inputOf(field)] as const);
const aliases = [
  ...PUSHED_FIELDS.flatMap((field) =>
    (field.aliases ?? []).map((alias) => [alias, inputOf(field, aliasOf(field.name))] as const),
  ),
  ...STOCK.aliases.map((alias) => [alias, INPUTS.number.meta(aliasOf(STOCK.name))] as const),
];

/** A product in a push: the fields, `stock`, and the aliases of both. */
export const pushedProductSchema = z
  .looseObject({
    ...Object.fromEntries(pushed),
    stock: INPUTS.number.meta({
      description: 'Stock quantity; above 0 the product is in stock, else it is no longer / 库存',
      example: 25,
    }),
    ...Object.fromEntries(STRUCTURES.map((field) => [field.name, structureInput(field)])),
    ...Object.fromEntries(aliases),
  })
  .meta({ id: 'PushedProduct' });

/** The fields that PUT may change. */
export const editedProductSchema = z
  .object({
    code: z
      .union([z.string(), codeNumber])
      .optional()
      .meta({ description: 'Only where it equals the one in the path. 仅当与路径中的相同。' }),
    ...Object.fromEntries(EDITABLE_FIELDS.map((field) => [field.name, inputOf(field)] as const)),
    ...Object.fromEntries(STRUCTURES.map((field) => [field.name, structureInput(field)])),
    was: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          'What was seen of the fields that are changed: 412 where one of them is another by now; other fields may have changed. 所改字段此前的值：若其中之一已被他人修改则返回 412；其他字段的变化不影响。',
        example: { status: 'futures' },
      }),
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
