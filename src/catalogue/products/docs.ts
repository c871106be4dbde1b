import { z } from 'zod';
import { described, documented, okSchema, placed, saying } from '../../platform/index.js';
import data from './docs.json' with { type: 'json' };
import { MAX_ITEMS } from './push-body.js';
import { exampleProduct, productWithStructure, pushedProductSchema, relatedProduct } from './schemas.js';

// What the OpenAPI document says of the calls on products (API v1, sections 2 to 4). The first product of its examples is in
// the sample catalogue, so that they run as they are printed; the second is made by that of a push.

const words = placed(data, { product: exampleProduct });
/** The product of an address, by its number alone. */
export const CODE_PARAM = words.byCode;
/** The same, by its number or else by its CAS number. */
export const CODE_OR_CAS_PARAM = words.byCodeOrCas;

export const pushShown = z.union([
  z.object({ products: z.array(pushedProductSchema).max(MAX_ITEMS) }),
  z.array(pushedProductSchema).max(MAX_ITEMS),
]);

/** Of new categories and tags. */
export const nameWarnings = z
  .array(
    z.object({
      field: z.enum(['category', 'tags']),
      reason: z.literal('lookalike'),
      message: z.string(),
      value: z.string(),
    }),
  )
  .optional()
  .meta(saying(words.nameWarnings));

const value = z.union([z.string(), z.number()]).nullable().meta(saying(words.value));

/** Reasons of errors are texts, and no enumeration: within v1 some may be added. */
const pushError = z
  .object(
    described(words.pushError, {
      index: z.int(),
      code: z.string().nullable(),
      field: z.string().nullable(),
      reason: z.string(),
      message: z.string(),
      value: value.optional(),
      nearest: z.array(z.string()).optional(),
      others: z
        .array(
          z.object({ field: z.string(), reason: z.string(), message: z.string(), value: value.optional() }),
        )
        .optional(),
    }),
  )
  .meta({ id: 'PushError' });

const pushWarning = z
  .object(
    described(words.pushWarning, {
      index: z.int(),
      code: z.string().nullable(),
      field: z.string(),
      // prettier-ignore
      reason: z.enum([
        'check_digit', 'date', 'no_formula', 'no_structure', 'open_structure', 'too_large', 'too_long', 'too_complex', 'wrong_type',
        'control_character', 'structure_formula', 'structure_weight', 'name_structure', 'name_isomer', 'other_weight', 'several_names', 'several_formulas', 'unusual_characters',
        'lookalike', 'repeated', 'number_as_text', 'no_value', 'no_cas', 'quotes', 'garbled', 'other_column',
      ]),
      message: z.string(),
      value,
    }),
  )
  .meta({ id: 'PushWarning' });

export const pushAnswer = okSchema(
  described(words.pushAnswer, {
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    invalid: z.int(),
    codes: z.array(z.string()),
    errors: z.array(pushError),
    errors_truncated: z.literal(true).optional(),
    warnings: z.array(pushWarning),
    warnings_truncated: z.literal(true).optional(),
    ignored_fields: z.array(z.string()),
    ignored_fields_truncated: z.literal(true).optional(),
    changes: z.array(z.object({ code: z.string(), fields: z.array(z.string()) })).optional(),
    changes_truncated: z.literal(true).optional(),
    switched_on: z.array(z.string()).optional(),
    switched_on_total: z.int().optional(),
    import_id: z.int().optional(),
  }),
).meta({ id: 'PushAnswer' });

const push = { searchable: true, answers: { 200: pushAnswer } } as const;

export const docs = documented(
  'Products',
  // `/sync/push` and `/products` are the same call.
  { ...words.calls, createProducts: { ...words.calls.pushProducts, ...words.samePush } },
  {
    listProducts: {
      answer: {
        data: z.array(productWithStructure),
        page: z.int().nullable(),
        page_size: z.int(),
        total: z.int().nullable(),
        next_cursor: z.string().nullable(),
        as_of: z.iso.datetime({ precision: 6 }),
      },
    },
    getProduct: {
      params: CODE_OR_CAS_PARAM,
      answer: {
        data: productWithStructure,
        same_cas: z.array(z.string()),
        same_cas_truncated: z.literal(true).optional(),
        series_products: z.array(relatedProduct),
        series_products_truncated: z.literal(true).optional(),
      },
    },
    pushProducts: push,
    createProducts: push,
    editProduct: {
      searchable: true,
      guarded: true,
      params: CODE_PARAM,
      answer: { code: z.string(), updated_fields: z.array(z.string()) },
    },
    deleteProduct: { searchable: true, guarded: true, answer: { code: z.string() } },
    deleteProducts: {
      searchable: true,
      answer: {
        deleted: z.array(z.string()),
        not_found: z.array(z.string()),
        failed: z.array(z.object({ code: z.string(), reason: z.literal('other_source') })).optional(),
      },
    },
  },
);
