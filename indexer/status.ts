import { lagOf, readDelivered } from '../src/catalogue/index.js';
import { readSingle } from '../src/platform/index.js';
import type { IndexerContext } from './context.js';
import { deadLettersOf } from './store.js';

/** The state of the index, for `catalogue index status`. @throws where Postgres or the engine is away */
export async function status(context: IndexerContext) {
  const { db, indexes, uid } = context;
  const delivered = await readDelivered(db);
  const lag = delivered ? await lagOf(db, delivered.position) : { changes: 0, seconds: 0 };
  const deadLetters = await deadLettersOf(context);
  return {
    ok: delivered?.complete ?? false,
    documents: (await indexes.count(uid)) ?? 0,
    products: await readSingle<number>(db, 'SELECT count(*) FROM products'),
    lag_changes: lag.changes,
    lag_seconds: lag.seconds,
    generation: delivered?.generation ?? 0,
    // how many products the engine refuses, and which
    set_aside: deadLetters.length,
    set_aside_products: deadLetters.map(({ code, reason, at }) => ({ code, reason, at })),
  };
}
