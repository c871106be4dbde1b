import { readSingle, unhurried } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { CHANGES_CHANNEL } from './listen.js';

/**
 * Checks that the log belongs to this cluster, timeline, database and table. Where it does not (a restored dump, a
 * copied database, a promoted or rewound cluster), empties it and begins another epoch, which makes every reader do a
 * full read. Any number of processes may call it at once.
 * @returns true where this call began another epoch
 */
export async function ensureEpoch(db: Database): Promise<boolean> {
  const fits = 'SELECT fingerprint = change_log_fingerprint() FROM change_log';
  if (await readSingle(db, fits)) return false;
  // In steps, for one statement would take longer the more rows there are, and in the end longer than it may. Each looks
  // again whether the log fits: another process may have begun the epoch meanwhile, and its rows must stay.
  let after = { xid: '0', seq: 0 };
  const emptySome = (): Promise<'fits' | 'begun' | 'going on'> =>
    db.tx(async (tx) => {
      if (await readSingle(tx, `${fits} FOR UPDATE`)) return 'fits';
      const { xid, seq } = after;
      const { count, last } = await tx.one<{ count: number; last: typeof after }>(EMPTY, [xid, seq]);
      after = last;
      if (count === EMPTIED) return 'going on';
      await tx.any(LEAP);
      await tx.none(`UPDATE change_log SET epoch = gen_random_uuid(), fingerprint = change_log_fingerprint(),
                            pruned_xid = '0', pruned_seq = 0, pruned_mark = 0`);
      await tx.none(`NOTIFY ${CHANGES_CHANNEL}`);
      return 'begun';
    });
  let state = await emptySome();
  while (state === 'going on') state = await emptySome();
  // Without it every query for the newest change scans the dead rows until autovacuum comes. (TRUNCATE would wait for
  // every running export, and block all reads meanwhile.)
  if (state === 'begun')
    await unhurried(db, (connection) => connection.none('VACUUM product_changes')).catch(() => {});
  return state === 'begun';
}

/**
 * Ends an epoch whose readers were told of what has not been: an older copy of the data was put back. Before that each
 * product gets a new time, for readers by `updated_at` have no position that could be refused: what has again an earlier
 * state has its earlier time, too. To be called again where it was broken off.
 */
export async function endEpoch(db: Database, epoch: string): Promise<void> {
  const isPresent = 'SELECT FROM change_log WHERE epoch = $1';
  if ((await db.any(isPresent, [epoch])).length === 0) return;
  await db.any(`SELECT ${LEAPT} FROM product_clock`);
  for (let after: string | null = ''; after !== null;)
    ({ last: after } = await db.one<{ last: string | null }>(RENEW, [after]));
  // The rows of the log stay: they are of this cluster, and whoever takes an export now finds the renewed products in them.
  await db.none(
    `UPDATE change_log SET epoch = gen_random_uuid() WHERE epoch = $1; NOTIFY ${CHANGES_CHANNEL}`,
    [epoch],
  );
}

// Locked in the order of code, as every writer does.
const RENEW = `
  WITH page AS MATERIALIZED (
    SELECT id, code FROM products WHERE code > $1 ORDER BY code LIMIT 2000 FOR UPDATE),
  renewed AS (
    UPDATE products SET updated_at = next_instant(products.updated_at) FROM page WHERE products.id = page.id)
  SELECT max(code) AS last FROM page`;

// A promoted standby and an older copy of the data may lack the last instants that the clock of products gave
// (01_products.sql), and the server's clock may be behind: none that was shown is given again.
const LEAPT = `setval('product_clock', greatest(last_value, extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 60000000)`;
const LEAP = `
  SELECT ${LEAPT} FROM product_clock, change_log
   WHERE split_part(fingerprint, '/', 2) <> split_part(change_log_fingerprint(), '/', 2)`;

/** Rows that one statement removes. */
const EMPTIED = 50_000;

// The next rows after a position: those before it are gone already, and to step over them would take ever longer.
const EMPTY = `
  WITH page AS (
    SELECT ctid, xid, seq FROM product_changes WHERE (xid, seq) > ($1::xid8, $2::bigint)
     ORDER BY xid, seq LIMIT ${EMPTIED}),
  gone AS (DELETE FROM product_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM page)))
  SELECT (SELECT count(*) FROM page)::int AS count,
         (SELECT json_build_object('xid', xid::text, 'seq', seq) FROM page
           ORDER BY page.xid DESC, seq DESC LIMIT 1) AS last`;
