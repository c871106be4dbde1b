import { z } from 'zod';
import { badField, changedMeanwhile } from '../platform/index.js';
import type { Route, Transaction } from '../platform/index.js';
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
import { idIn, listRoute, needed, sendPieces, staffRoute } from './route.js';
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

/** Price inquiries: list, read, save as a table, note and mark as answered, line by line too; delete. */
export function officeInquiryRoutes({ db, config }: OfficeParts): Route[] {
  return [
    listRoute(
      '/inquiries',
      { status: status.optional(), q: z.string().max(200).optional() },
      (filters, page) => pageInquiries(db, filters, page),
    ),
    staffRoute('get', '/inquiries/open', {
      async data() {
        const [open, share] = await Promise.all([countOpen(db), shareOfDay(db, config.inquiryBounds)]);
        const day_percent = share < NEARLY_ALL ? null : Math.min(100, Math.round(share * 100));
        return { open, day_percent };
      },
    }),
    staffRoute('get', '/inquiries/export', {
      query: z.object({ status: status.optional() }),
      handle: ({ query, res }) => sendPieces(res, 'inquiries.csv', inquiryCsv(db, query.status ?? null)),
    }),
    staffRoute('get', '/inquiries/{id}', {
      data: async ({ params }) => needed(await findInquiry(db, idIn(params)), 'inquiry'),
    }),
    staffRoute('put', '/inquiries/{id}', {
      body: { schema: changes, limit: 64 * 1024 },
      data: ({ params, body, req }) => db.tx((tx) => handle(tx, idIn(params), body, staffIn(req).name)),
    }),
    staffRoute('delete', '/inquiries/{id}', {
      data: async ({ params }) => void needed(await deleteInquiry(db, idIn(params)), 'inquiry'),
    }),
  ];
}

/** Writes down what has become of an inquiry. @returns it as it is then @throws Problem 404, 400, or 412 where `was` is not any more */
async function handle(
  tx: Transaction,
  id: number,
  { lines = [], was, ...changed }: z.infer<typeof changes>,
  by: string,
): Promise<object> {
  if (was && !(await isStill(tx, id, was))) throw changedMeanwhile();
  const set = await handleLines(tx, id, lines);
  const handled = needed(await handleInquiry(tx, id, { ...changed, by }), 'inquiry');
  if (set < lines.length)
    throw badField('lines', 'unknown_line', 'names a line that the inquiry does not have, or one twice');
  return handled;
}
