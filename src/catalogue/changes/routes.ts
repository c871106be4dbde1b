import { z } from 'zod';
import { badField, described, Problem, route, wholeNumber } from '../../platform/index.js';
import type { Database, Route } from '../../platform/index.js';
import { productsByCode } from '../products/store.js';
import { docs, words } from './docs.js';
import { endOf, readChanges, tipForCopies } from './log.js';
import { decodePosition, encodePosition, PositionLost } from './position.js';

const query = z.object(
  described(words.query, {
    after: z.string().max(200, { error: 'is not a cursor of this log' }).optional(),
    limit: wholeNumber(1, 1_000).default(100),
  }),
);

/** What changed since a position: for copies of the catalogue that must miss nothing, deletions included. */
export function changeRoutes({ db }: { db: Database }): Route[] {
  return [
    route('get', '/changes', 'open', {
      query,
      doc: docs.listChanges,
      async handle({ query: { after, limit } }) {
        if (after === undefined)
          return { body: { ok: true, data: [], next: encodePosition(await tipForCopies(db)), more: false } };
        const from = decodePosition(after);
        if (!from) throw badField('after', 'bad_cursor', 'is not a cursor of this log');
        // One row more than the page holds, to know whether there are more.
        const { changes, end } = await readChanges(db, from, limit + 1).catch(refuseLost);
        const more = changes.length > limit;
        const shown = changes.slice(0, limit);
        const next = more ? endOf(shown.at(-1), from) : end;
        const codes = [...new Set(shown.map(({ code }) => code).reverse())].reverse(); // each at its last place
        const products = new Map((await productsByCode(db, codes)).map((product) => [product.code, product]));
        const data = codes.map((code) => {
          const product = products.get(code) ?? null;
          return { code, op: product ? 'upsert' : 'delete', product };
        });
        return { body: { ok: true, data, next: encodePosition(next), more } };
      },
    }),
  ];
}

function refuseLost(error: unknown): never {
  if (!(error instanceof PositionLost)) throw error;
  throw new Problem(
    'gone',
    'This position can no longer be continued: take a full export and go on from its X-Changes-Cursor.',
  );
}
