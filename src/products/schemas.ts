import { z } from 'zod';
import { codeNumber } from '../http/validate.js';
import { EDITABLE_FIELDS, FIELDS, isNullable, PUSHED_FIELDS, STATUSES, STOCK } from './fields.js';
import type { Field } from './fields.js';

// What the OpenAPI document says of products; the values themselves are read by values.ts. All from one table.

const title = (field: Field): { description: string; example?: unknown } => ({
  description: `${field.title.en} / ${field.title.cn}`,
  ...(field.example !== undefined && { example: field.example }),
});

function outputOf(field: Field): z.ZodType {
  if (field.kind === 'flag') return z.boolean().meta(title(field));
  if (field.kind === 'time') return z.iso.datetime({ precision: 3 }).meta(title(field));
  if (field.kind === 'status') return z.enum(STATUSES).meta(title(field));
  if (field.kind === 'number') return z.number().nullable().meta(title(field));
  // Lengths are counted in code points, as JSON Schema does; zod counts UTF-16 units, so the bound is metadata.
  const text = z.string();
  return (isNullable(field) ? text.nullable() : text).meta({
    ...title(field),
    ...(field.max !== undefined && { maxLength: field.max }),
  });
}

/** A product in an answer: all fields. */
export const productSchema = z
  .object(Object.fromEntries(FIELDS.map((field) => [field.name, outputOf(field)])))
  .meta({
    id: 'Product',
    description: 'A product. Absent texts are null; `cas` is `N/A` where there is none.',
  });

/** A product of the documentation, made of the examples of the field table. */
export const exampleProduct = Object.fromEntries(FIELDS.map((field) => [field.name, field.example ?? null]));

/** A field in a request: any of the types it may come in. */
function inputOf(field: Field): z.ZodType {
  const bound = field.max === undefined ? {} : { maxLength: field.max };
  if (field.kind === 'code')
    return z
      .union([z.string().meta(bound), codeNumber])
      .nullish()
      .meta(title(field));
  if (field.kind === 'number') return z.union([z.number(), z.string()]).nullish().meta(title(field));
  if (field.kind === 'status')
    return z
      .enum([...STATUSES, ''])
      .nullish()
      .meta(title(field));
  return z
    .string()
    .nullish()
    .meta({ ...title(field), ...bound });
}

const pushed = PUSHED_FIELDS.map((field) => [field.name, inputOf(field)] as const);
const stock = z.union([z.number(), z.string()]).nullish();
const aliases = [...PUSHED_FIELDS, STOCK].flatMap((field) =>
  (field.aliases ?? []).map((alias) => {
    const schema = 'kind' in field ? inputOf(field) : stock;
    return [alias, schema.meta({ description: `Alias of \`${field.name}\` · 别名` })] as const;
  }),
);

/** A product in a push: the fields, `stock`, and the aliases of both. */
export const pushedProductSchema = z
  .looseObject({
    ...Object.fromEntries(pushed),
    stock: stock.meta({ description: 'Stock quantity; above 0 the product is in stock / 库存', example: 25 }),
    ...Object.fromEntries(aliases),
  })
  .meta({ id: 'PushedProduct' });

/** The fields that PUT may change. */
export const editedProductSchema = z
  .object({
    code: z
      .union([z.string(), codeNumber])
      .optional()
      .meta({ description: 'Only where it equals the one in the path.' }),
    ...Object.fromEntries(EDITABLE_FIELDS.map((field) => [field.name, inputOf(field)] as const)),
  })
  .meta({ id: 'EditedProduct' });
