import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { badField, pageAt, Problem } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import {
  countOpen,
  deleteInquiry,
  findInquiry,
  handleInquiry,
  handleLines,
  inquiryCsv,
  isStill,
  NEARLY_ALL,
  pageInquiries,
  shareOfDay,
} from '../exchange/index.js';
import { idIn, pagingQuery, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';

const status = z.enum(['new', 'answered']);
const values = {
  status: status.optional(),
  note: z
    .string()
    .nullable()
    .transform((note) => note?.trim() || null)
    .refine((note) => note === null || ([...note].length <= 4_000 && !note.includes('\0')), {
      error: 'must have at most 4000 characters',
    })
    .optional(),
  lines: z
    .array(z.object({ line: z.int().min(1).max(100), status: z.enum(['new', 'quoted', 'declined']) }))
    .max(100)
    .optional(),
};
/** What is to change, and what it was when it was read. */
const changes = z.object({ ...values, was: z.object(values).optional() });
const notFound = (): Problem => new Problem('not-found', 'There is no such inquiry.');

/** Price inquiries: list, read, save as a table, note and mark as answered, line by line too; delete. */
export function officeInquiryRoutes({ db, config }: Pick<OfficeParts, 'db' | 'config'>): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/inquiries',
      query: z.object({ ...pagingQuery, status: status.optional() }),
      async handle({ query: { page, page_size, status } }) {
        const place = pageAt(page, page_size);
        return { body: { ok: true, ...(await pageInquiries(db, status, place)) } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/inquiries/open',
      async handle() {
        const [open, share] = await Promise.all([countOpen(db), shareOfDay(db, config.inquiryBounds)]);
        const day_percent = share < NEARLY_ALL ? null : Math.min(100, Math.round(share * 100));
        return { body: { ok: true, data: { open, day_percent } } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/inquiries/export',
      query: z.object({ status: status.optional() }),
      async handle({ query, res }) {
        res.status(200).type('text/csv; charset=utf-8').attachment('inquiries.csv');
        await pipeline(Readable.from(inquiryCsv(db, query.status ?? null)), res);
        return undefined;
      },
    }),
    staffRoute({
      method: 'get',
      path: '/inquiries/{id}',
      async handle({ params }) {
        const data = await findInquiry(db, idIn(params));
        if (!data) throw notFound();
        return { body: { ok: true, data } };
      },
    }),
    staffRoute({
      method: 'put',
      path: '/inquiries/{id}',
      body: { schema: changes, limit: 64 * 1024 },
      async handle({ params, body, req }) {
        const id = idIn(params);
        const { lines = [], was, ...changed } = body;
        const data = await db.tx(async (tx) => {
          if (was && !(await isStill(tx, id, was)))
            throw new Problem(
              'changed-meanwhile',
              'The inquiry was changed since it was read; nothing was written.',
            );
          const set = await handleLines(tx, id, lines);
          const handled = await handleInquiry(tx, id, { ...changed, by: staffIn(req).name });
          if (!handled) throw notFound();
          if (set < lines.length)
            throw badField(
              'lines',
              'unknown_line',
              'names a line that the inquiry does not have, or one twice',
            );
          return handled;
        });
        return { body: { ok: true, data } };
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/inquiries/{id}',
      async handle({ params }) {
        if (!(await deleteInquiry(db, idIn(params)))) throw notFound();
        return { body: { ok: true } };
      },
    }),
  ];
}
