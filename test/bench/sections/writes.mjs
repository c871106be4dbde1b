// Push and import against COPY into a temporary table and one INSERT … ON CONFLICT, on the same table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { connect, disconnect } from '../../../dist/src/platform/database/connect.js';
import { issueKey } from '../../../dist/src/platform/access/keys.js';
import { COLUMNS, copyInto, copyLine, generate, someCodes } from '../catalogue.mjs';
import { inTurns, median, timed } from '../measure.mjs';
import { ROOT } from '../stack.mjs';

const CALL = 5_000;

/** Of a larger catalogue there is no room for a copy. */
const COPIED = 20 * 1024 ** 3;

/** A database that may be written to: a copy of the catalogue, dropped afterwards, or a large catalogue itself. */
export async function onCopy({ stack }, database, work) {
  const [{ bytes }] = await stack.sql('postgres', `SELECT pg_database_size('${database}') AS bytes`);
  if (Number(bytes) > COPIED) return work(database);
  const copy = `${database}_copy`;
  await stack.sql(
    'postgres',
    `DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`,
    `CREATE DATABASE ${copy} TEMPLATE ${database} STRATEGY file_copy`,
    'CHECKPOINT',
  );
  try {
    return await work(copy);
  } finally {
    await stack.sql('postgres', `DROP DATABASE ${copy} WITH (FORCE)`);
  }
}

export async function makeKey(url) {
  const db = connect(url, { name: 'bench' });
  try {
    return (await issueKey(db, { name: 'bench', source: 'erp' })).key;
  } finally {
    await disconnect(db);
  }
}

/** Where a push goes, and with what beside its body. */
export const pushTo = (origin, key) => ({
  url: `${origin}/api/v1/sync/push`,
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
});

/** @param expected counts of the answer of a push @throws where it has others */
export function accepted(answer, expected = {}) {
  if (!answer.ok || Object.entries(expected).some(([name, count]) => answer[name] !== count))
    throw new Error(`push: ${JSON.stringify(answer).slice(0, 300)}`);
}

/** @param expected counts of the answer @throws where it has others */
export async function push(origin, key, body, expected) {
  const { url, headers } = pushTo(origin, key);
  const response = await fetch(url, { method: 'POST', headers, body });
  accepted(await response.json(), expected);
}

const bodyOf = (products) =>
  Buffer.from(JSON.stringify({ products: products.map(({ source: _source, ...product }) => product) }));
const OVERWRITTEN = COLUMNS.filter((name) => !['code', 'source'].includes(name));

/** The floor: what a hand at the database would do with the same products. */
async function upsert(client, lines) {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT ${COLUMNS.join(', ')} FROM products WHERE false`,
  );
  await copyInto(client, `COPY incoming (${COLUMNS.join(', ')}) FROM STDIN`, lines);
  await client.query(
    `INSERT INTO products (${COLUMNS.join(', ')}) SELECT ${COLUMNS.join(', ')} FROM incoming
     ON CONFLICT (code) DO UPDATE SET ${OVERWRITTEN.map((name) => `${name} = excluded.${name}`).join(', ')},
       updated_at = date_trunc('milliseconds', clock_timestamp())`,
  );
  await client.query('COMMIT');
}

export const pushing = {
  name: 'push',
  title: 'Push',
  about: `POST /sync/push, ${CALL.toLocaleString('en')} products a call, one caller. Beside it: COPY into a temporary table and one INSERT … ON CONFLICT over \`pg\`, into the same table with the same indexes and triggers.`,
  async run(bench, { size, database, originals }) {
    await onCopy(bench, database, async (copy) => {
      const { stack } = bench;
      const url = stack.urlOf(copy);
      const key = await makeKey(url);
      const gateway = await stack.startGateway(copy);
      const client = new pg.Client({ connectionString: url, application_name: 'bench' });
      await client.connect();
      try {
        // Beyond the numbers of the catalogue: a new product rarely has the CAS number of another.
        let next = 20_000_000;
        const fresh = () => [...generate(originals, (next += CALL), CALL, { mark: 'N-' })];
        const codes = await someCodes(stack, copy, CALL);
        let turn = 0;
        // The same products each time under other texts: what is stored is spread over the whole table.
        const changed = () => {
          turn += 1;
          return [...generate(originals, 10_000_000 + turn * CALL, CALL)].map((product, i) => ({
            ...product,
            code: codes[i],
          }));
        };
        for (const [what, make, counts] of [
          ['new products', fresh, { created: CALL, updated: 0 }],
          ['changed products', changed, { created: 0, updated: codes.length }],
        ]) {
          await stack.sql(copy, 'CHECKPOINT');
          const results = await inTurns(
            {
              service: () => {
                const body = bodyOf(make());
                return timed(() => push(gateway.origin, key, body, counts));
              },
              upsert: () => {
                const lines = make().map((product) => copyLine(product));
                return timed(() => upsert(client, lines));
              },
            },
            size === '10k' ? bench.rounds : bench.rounds + 2, // a quick run is to be quick
          );
          const rate = (all) => (CALL / median(all)) * 1000;
          bench.row(what, size, rate(results.service), 'rows/s', {
            beside: 'upsert over pg',
            besideValue: rate(results.upsert),
            target: { least: 0.5 },
          });
        }
        if (!originals.some(({ smiles }) => smiles)) return;
        const pushed = (products) => () => {
          const body = bodyOf(products());
          return timed(() => push(gateway.origin, key, body, { created: CALL }));
        };
        const drawn = () =>
          fresh().map((product, i) => ({
            ...product,
            smiles: originals[(next + i) % originals.length].smiles,
          }));
        const results = await inTurns({ plain: pushed(fresh), drawn: pushed(drawn) }, bench.rounds + 2);
        const [plain, withStructures] = [results.plain, results.drawn].map(
          (all) => (CALL / median(all)) * 1000,
        );
        bench.row('new products, each with its SMILES', size, withStructures, 'rows/s', { beside: 'without', besideValue: plain, target: { least: 0.8 } }); // prettier-ignore
      } finally {
        await client.end();
        await gateway.stop();
      }
    });
  },
};

/** `catalogue import`, with all it takes to start. */
export async function importOnce(url, file) {
  const child = spawn(process.execPath, ['dist/catalogue.js', 'import', file, '--json'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATABASE_URL: url, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

export const importing = {
  name: 'import',
  title: 'Import',
  about:
    '`catalogue import` of a JSON file of new products, start of the command included. Beside it: the same upsert over `pg`.',
  async run(bench, { size, count, database, originals }) {
    const products = count < 50_000 ? 10_000 : 100_000;
    await onCopy(bench, database, async (copy) => {
      const { stack } = bench;
      const url = stack.urlOf(copy);
      const client = new pg.Client({ connectionString: url, application_name: 'bench' });
      await client.connect();
      const file = join(stack.folder, 'import.ndjson');
      let next = 0;
      try {
        const results = await inTurns(
          {
            service: () => {
              const texts = [];
              for (const { source: _source, ...product } of generate(originals, next, products, { mark: 'I-' }))
                texts.push(`${JSON.stringify(product)}\n`);
              next += products;
              writeFileSync(file, texts.join(''));
              return timed(() => importOnce(url, file));
            },
            upsert: () => {
              const lines = Array.from(generate(originals, next, products, { mark: 'I-' }), (each) => copyLine(each));
              next += products;
              return timed(() => upsert(client, lines));
            },
          },
          Math.min(count < 50_000 ? 2 : 3, bench.rounds),
          { warm: 0 },
        ); // prettier-ignore
        const rate = (all) => (products / median(all)) * 1000;
        bench.row(`${products.toLocaleString('en')} new products`, size, rate(results.service), 'rows/s', {
          beside: 'upsert over pg',
          besideValue: rate(results.upsert),
          ...(products === 100_000 && { target: { least: 0.5 } }),
        });
      } finally {
        await client.end();
      }
    });
  },
};
