// What each thing that a write of a product does beside it costs, under writers of single products.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect, disconnect } from '../../../dist/src/database/connect.js';
import { pruneChanges } from '../../../dist/src/changes/prune.js';
import { someCodes } from '../catalogue.mjs';
import { inTurns, median, timed } from '../measure.mjs';
import { onCopy } from './writes.mjs';

const WRITERS = 8;
/** Gateways and indexers wait for notifications. */
const LISTENERS = 4;
const SECONDS = 3;
/** Lines of the log that are written in one statement and pruned. */
const PRUNED = 200_000;

const UPDATE = `UPDATE products SET status = $2, tags = $3, description = $4,
                       updated_at = date_trunc('milliseconds', clock_timestamp()) WHERE code = $1`;

/** What is left out of `after_product_update`, as it stands in the schema. */
const LEFT_OUT = {
  'notifications': /NOTIFY product_changes;/,
  'the change log': /INSERT INTO product_changes.*?;\s*IF NOT FOUND.*?END IF;/s,
  'counts of tags': /INSERT INTO tag_ledger.*?;\n/s,
  'totals of lists': /INSERT INTO product_totals.*?;\n/s,
  'the history': /SELECT \* INTO writer.*?INSERT INTO product_history.*?;\n/s,
}; // prettier-ignore

export const writers = {
  name: 'writers',
  title: 'What a write does beside it',
  about: `${WRITERS} connections that each change one product after the other, over \`pg\` alone, while ${LISTENERS} wait for notifications. Beside it: the same where one thing is left out.`,
  async run(bench, { size, database }) {
    await onCopy(bench, database, async (copy) => {
      const { stack } = bench;
      const url = stack.urlOf(copy);
      const clients = [];
      for (let n = 0; n < WRITERS + LISTENERS; n++) {
        const client = new pg.Client({ connectionString: url, application_name: 'bench' });
        await client.connect();
        clients.push(client);
      }
      const writing = clients.slice(0, WRITERS);
      try {
        for (const listener of clients.slice(WRITERS)) await listener.query('LISTEN product_changes');
        const codes = await someCodes(stack, copy, 8_000);
        let n = 0;
        const write = async (client, at, until) => {
          let written = 0;
          for (; performance.now() < until; written++) {
            const code = codes[at + WRITERS * (written % (codes.length / WRITERS))];
            n += 1;
            await client.query(UPDATE, [code, n % 2 ? 'in_stock' : 'futures', `HPLC;tag ${n % 50}`, `text ${n}`]); // prettier-ignore
          }
          return written;
        };
        const rate = async () => {
          const begun = performance.now();
          const all = await Promise.all(
            writing.map((client, at) => write(client, at, begun + SECONDS * 1_000)),
          );
          return (1_000 * all.reduce((sum, each) => sum + each, 0)) / (performance.now() - begun);
        };
        const [{ whole }] = await stack.sql(
          copy,
          `SELECT pg_get_functiondef('after_product_update'::regproc) AS whole`,
        );
        const without = (pattern) => async () => {
          if (!pattern.test(whole)) throw new Error(`after_product_update has no ${pattern}`);
          await stack.sql(copy, whole.replace(pattern, ''));
          return rate().finally(() => stack.sql(copy, whole));
        };
        const withoutTriggers = async () => {
          await stack.sql(copy, 'ALTER TABLE products DISABLE TRIGGER USER');
          return rate().finally(() => stack.sql(copy, 'ALTER TABLE products ENABLE TRIGGER USER'));
        };
        await stack.sql(copy, 'CHECKPOINT');
        await rate();
        const results = await inTurns(
          {
            all: rate,
            ...Object.fromEntries(
              Object.entries(LEFT_OUT).map(([what, pattern]) => [what, without(pattern)]),
            ),
            'all of it': withoutTriggers,
          },
          bench.rounds,
        );
        const all = median(results.all);
        for (const [what, rates] of Object.entries(results))
          if (what !== 'all')
            bench.row({ what: `without ${what}`, size, value: all, unit: 'writes/s', beside: `without`, besideValue: median(rates) }); // prettier-ignore
        await prune(bench, { size, copy, url });
      } finally {
        for (const client of clients) await client.end();
      }
    });
  },
};

/** What it costs to delete old lines of the log, beside writing them: whether to drop partitions of it would pay. */
async function prune(bench, { size, copy, url }) {
  const { stack } = bench;
  const db = connect(url, { name: 'bench' });
  try {
    await pruneChanges(db, new Date());
    const write = () =>
      stack.sql(
        copy,
        `INSERT INTO product_changes (product_id, code, op) SELECT n, 'P-' || n, 'upsert' FROM generate_series(1, ${PRUNED}) n`,
      );
    const written = await timed(write);
    await sleep(100);
    const pruned = await timed(() => pruneChanges(db, new Date()));
    const lines = (ms) => PRUNED / (ms / 1_000);
    bench.row({ what: 'lines of the log pruned', size, value: lines(pruned), unit: 'lines/s', beside: 'written, nothing else', besideValue: lines(written) }); // prettier-ignore
  } finally {
    await disconnect(db);
  }
}
