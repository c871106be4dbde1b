import { z } from 'zod';
import { codeText, faultOfName, oneOf, refuse, tidyName } from '../../platform/index.js';
import { DEFAULT_CATEGORY, STATUSES } from '../products/fields.js';
import { tagBounds } from '../tags/routes.js';
import { TERM_KINDS } from '../terms/term.js';
import type { Rename } from './bulk.js';

/** Products that a list names, and tags, at most. */
const MOST_CODES = 5_000;
const MOST_TAGS = 50;
const BOUNDS = { category: { max: 50 }, series: { max: 50 }, tag: tagBounds };

const tags = z.array(tidyName(tagBounds)).max(MOST_TAGS, { error: `at most ${MOST_TAGS} tags` });
const status = oneOf(STATUSES);

/** What is to become of products. */
export const changeSchema = z
  .strictObject({
    status: status.optional(),
    category: tidyName(BOUNDS.category).optional(),
    series: tidyName(BOUNDS.series).nullable().optional(),
    add_tags: tags.optional(),
    remove_tags: tags.optional(),
  })
  .refine(
    ({ add_tags: add = [], remove_tags: remove = [], ...fields }) =>
      add.length + remove.length > 0 || Object.values(fields).some((value) => value !== undefined),
    { error: 'must say what is to change', params: { reason: 'nothing_to_change' } },
  )
  .refine(({ add_tags: add = [], remove_tags: remove = [] }) => !add.some((tag) => remove.includes(tag)), {
    error: 'has a tag that is to be added too',
    path: ['remove_tags'],
    params: { reason: 'repeated' },
  });

/** What is to be called otherwise. */
export const renameSchema = z
  .strictObject({
    kind: oneOf(TERM_KINDS),
    from: z.string({ error: 'must be a text' }).max(300),
    to: z.string({ error: 'must be a text' }),
  })
  .transform((given, ctx): Rename => {
    const { kind } = given;
    const [from, to] = [given.from.trim(), given.to.trim()];
    for (const [path, name] of Object.entries({ from, to })) {
      const fault = faultOfName(name, BOUNDS[kind]);
      if (fault) return refuse(ctx, fault.reason, fault.message, path);
    }
    if (from === to) return refuse(ctx, 'same_name', 'is the name that it has', 'to');
    const kept = 'is what products without a category get, and keeps its name';
    if (kind === 'category' && from === DEFAULT_CATEGORY)
      return refuse(ctx, 'default_category', kept, 'from');
    return { kind, from, to };
  });

/** Which products a list names. */
export const codesSchema = z
  .array(codeText)
  .min(1, { error: 'must name at least one product' })
  .max(MOST_CODES, { error: `at most ${MOST_CODES} products` });
