import { z } from 'zod';
import { described, documented, PAGED, placed, saying } from '../../platform/index.js';
import { ALIAS_KINDS } from './alias.js';
import data from './docs.json' with { type: 'json' };

// What the OpenAPI document says of aliases.

export const words = placed(data, { kinds: ALIAS_KINDS.join(', ') });

const kind = z.enum(ALIAS_KINDS).meta(saying(words.kind));

const aliasSchema = z
  .object(
    described(words.alias, {
      cas: z.string().nullable(),
      code: z.string().nullable(),
      text: z.string(),
      lang: z.string().nullable(),
      kind,
      source: z.string(),
    }),
  )
  .meta({ id: 'Alias' });

/** The body of both writes, as the document shows it. */
export const bodySchema = (most: number) =>
  z.object({
    aliases: z
      .array(
        z.object({
          cas: z.string().max(40).nullish(),
          code: z.string().max(30).nullish(),
          text: z.string().min(1).max(200),
          lang: z.string().max(35).nullish(),
          kind: kind.default('trade'),
        }),
      )
      .max(most),
  });

const errors = z.array(
  z.object({ index: z.int(), field: z.string().nullable(), reason: z.string(), message: z.string() }),
);

export const docs = documented('Aliases', words.calls, {
  listAliases: {
    answer: { data: z.array(aliasSchema), ...PAGED },
  },
  putAliases: {
    searchable: true,
    answer: {
      added: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      invalid: z.int(),
      errors,
      warnings: errors,
    },
  },
  deleteAliases: {
    searchable: true,
    answer: { deleted: z.int(), not_found: z.int(), invalid: z.int(), errors },
  },
});
