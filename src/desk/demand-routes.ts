import { z } from 'zod';
import {
  deleteDemand,
  demandCsv,
  ignoreDemand,
  isFound,
  listDemand,
  MOST_WEEKS,
  resolve,
  USUAL_WEEKS,
  weeksAgo,
} from '../search/index.js';
import type { Demanded, ResolveParts } from '../search/index.js';
import { booleanText, holderOf, wholeNumber } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { listRoute, sendPieces, staffRoute } from './route.js';
import { staffIn } from './session.js';

const filters = {
  weeks: wholeNumber(1, MOST_WEEKS).default(USUAL_WEEKS),
  sureness: z.enum(['none', 'similar']).optional(),
  language: z.enum(['cn', 'en']).optional(),
  q: z
    .string()
    .transform((text) => text.trim().toLowerCase() || undefined)
    .optional(),
  ignored: booleanText.default(false),
};
const ignoring = z.object({
  text: z
    .string()
    .min(1)
    .refine((text) => [...text].length <= 100 && text.isWellFormed() && !text.includes('\0'), {
      error: 'must have at most 100 characters',
    }),
  ignored: z.boolean(),
});

/** Unmet demand: the list, the same as CSV, and what is not to be shown there. */
export function officeDemandRoutes(parts: Omit<ResolveParts, 'holder'>): Route[] {
  const { db } = parts;
  return [
    listRoute('/demand', filters, async ({ weeks, ...wanted }, { offset, limit }, { req }) => {
      const since = weeksAgo(weeks);
      const found = await listDemand(db, { since, ...wanted }, { offset, limit: limit + 1 });
      const data = await stillLacking({ ...parts, holder: holderOf(req) }, found.slice(0, limit));
      return { since, data, more: found.length > limit };
    }),
    staffRoute('get', '/demand/export', {
      query: z.object(filters),
      async handle({ query: { weeks, ...wanted }, req, res }) {
        const since = weeksAgo(weeks);
        const found = await listDemand(db, { since, ...wanted });
        const rows = await stillLacking({ ...parts, holder: holderOf(req) }, found);
        return sendPieces(res, `demand-${weeksAgo(1)}.csv`, [demandCsv(rows, since)]);
      },
    }),
    staffRoute('put', '/demand/ignored', {
      body: { schema: ignoring, limit: 4 * 1024 },
      about: ({ body }) => [body.text],
      data: ({ body: { text, ignored }, req }) => ignoreDemand(db, text, ignored, staffIn(req).name),
    }),
  ];
}

/** Rows that are looked up again when they are read: the most wanted. */
const LOOKED_UP = 1_000;

/** The rows without those that find something sure by now, which are deleted. */
async function stillLacking({ db, search, holder }: ResolveParts, rows: Demanded[]): Promise<Demanded[]> {
  const met = new Set<string>();
  let at = 0;
  const texts = rows.slice(0, LOOKED_UP).map(({ typed }) => typed);
  for await (const { resolved } of resolve({ db, search, holder }, texts))
    for (const verdict of resolved) {
      const { text } = rows[at++]!;
      if (isFound(verdict)) met.add(text);
    }
  await deleteDemand(db, [...met]);
  return rows.filter(({ text }) => !met.has(text));
}
