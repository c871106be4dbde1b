import { z } from 'zod';
import { described, documented, placed } from '../../platform/index.js';
import { CHECK_IDS, CHECKS } from './checks.js';
import data from './docs.json' with { type: 'json' };

const listed = (lang: 'en' | 'cn'): string =>
  CHECKS.map(({ id, title }) => `- \`${id}\`: ${title[lang]}`).join('\n');

const words = placed(data, {
  checks_en: listed('en'),
  checks_zh: listed('cn'),
  counts: CHECKS.map(({ id, title }, i) => ({ check: id, title, count: i % 4 })),
});

/** What the OpenAPI document says of the quality of data. */
export const docs = documented('Products', words.calls, {
  countFindings: {
    answer: {
      data: z.array(
        z.object({
          check: z.enum(CHECK_IDS),
          title: z.object({ en: z.string(), cn: z.string() }),
          count: z.int(),
        }),
      ),
      profiles: z
        .array(
          z.object(
            described(words.profile, {
              profile: z.string(),
              title: z.string(),
              fields: z.array(z.string()),
              products: z.int(),
              lacking: z.int(),
            }),
          ),
        )
        .optional(),
      complete: z.boolean(),
    },
  },
});
