import { badField, holderOf } from '../platform/index.js';
import type { Holder, Route, Transaction } from '../platform/index.js';
import { z } from 'zod';
import {
  beginBulkEdit,
  beginUndoOf,
  changeSchema,
  codesSchema,
  countBulkEdit,
  endBulkEdit,
  findBulkEdit,
  lastBulkEdits,
  renameSchema,
  runBulkEdit,
} from '../catalogue/index.js';
import type { Begun, BulkRequest } from '../catalogue/index.js';
import { profilesWith } from '../exchange/index.js';
import { productFilters, selectAll } from './select.js';
import { idIn, needed, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';

const MiB = 1024 * 1024;

/** As in a query string, an empty filter is none; but an unknown one is refused: without it more would be changed. */
const filters = z
  .strictObject(productFilters)
  .refine((given) => Object.values(given).every((value) => !value?.includes('\0')), {
    error: 'contains a NUL character',
    params: { reason: 'control_character' },
  })
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')));

const asked = {
  change: changeSchema.optional(),
  filter: filters.optional(),
  codes: codesSchema.optional(),
  rename: renameSchema.optional(),
};
const countBody = z.strictObject(asked);
const beginBody = z.strictObject({
  ...asked,
  confirm: z.int({ error: 'must be the number of products that will change' }).min(0),
  merge: z.boolean({ error: 'must be true or false' }).default(false),
});

/** What is asked for: a rename, or a change of the products that a filter finds or of those with these numbers. */
async function readRequest(
  parts: OfficeParts,
  { change, filter, codes, rename }: z.infer<typeof countBody>,
  holder: Holder,
): Promise<BulkRequest> {
  if ((change === undefined) === (rename === undefined))
    throw badField('change', 'one_of_two', 'give either change or rename');
  if (rename) return { rename };
  if ((filter === undefined) === (codes === undefined))
    throw badField('filter', 'one_of_two', 'give either filter or codes');
  const products = codes ? { codes } : { filters: await selectAll({ ...parts, holder }, filter!) };
  return { change: change!, products };
}

/** Bulk edits, renames, and their undo. */
export function officeBulkRoutes(parts: OfficeParts): Route[] {
  const { db, writes } = parts;
  /** What was begun continues in the background: the pages poll its progress. */
  const begin = async (by: string, work: (tx: Transaction) => Promise<Begun>): Promise<object> => {
    const begun = await writes.tx(work, { by: { kind: 'staff', name: by } });
    void runBulkEdit(parts, begun);
    return { id: begun.id };
  };

  return [
    staffRoute('get', '/bulk-edits', { data: () => lastBulkEdits(db) }),
    staffRoute('post', '/bulk-edits/count', {
      body: { schema: countBody, limit: MiB },
      async data({ req, body }) {
        const wish = await readRequest(parts, body, holderOf(req));
        const count = await countBulkEdit(db, wish);
        if (!('rename' in wish)) return count;
        // A rename leaves the profiles that select by the name as they are.
        const profiles = await profilesWith(db, wish.rename.kind, wish.rename.from);
        return { ...count, profiles };
      },
    }),
    staffRoute('post', '/bulk-edits', {
      body: { schema: beginBody, limit: MiB },
      about: ({ body: { rename, change } }) => (rename ? [rename.from, rename.to] : aboutOf(change ?? {})),
      status: 202,
      async data({ req, body: { confirm, merge, ...given } }) {
        const by = staffIn(req).name;
        const wish = await readRequest(parts, given, holderOf(req));
        return begin(by, (tx) => beginBulkEdit(tx, by, wish, { total: confirm, merge }));
      },
    }),
    staffRoute('post', '/bulk-edits/{id}/undo', {
      status: 202,
      data({ req, params }) {
        const by = staffIn(req).name;
        return begin(by, (tx) => beginUndoOf(tx, by, idIn(params)));
      },
    }),
    staffRoute('post', '/bulk-edits/{id}/stop', {
      async data({ params }) {
        const id = idIn(params);
        needed((await endBulkEdit(db, id, 'stopped')) || (await findBulkEdit(db, id)), 'bulk edit');
      },
    }),
  ];
}

/** What a change says, for the log of staff. */
const aboutOf = (change: object): string[] =>
  Object.entries(change).map(([name, value]) => `${name}: ${[value].flat().join('; ')}`);
