// Detail and list against the same statements over `pg` alone.
import { capture } from '../capture.mjs';
import { someCodes } from '../catalogue.mjs';
import { inTurns, load, median } from '../measure.mjs';

const CONNECTIONS = 8;
/** s: until the compiler has seen enough of it, a request takes the gateway a fifth more time. What stands beside it is a page of code. */
const WARM = { service: 3, beside: 1.5 };
const pathOf = (code) => `/api/v1/products/${encodeURIComponent(code)}`;

/** Starts what stands beside the service. */
async function floors(stack, database, statements, code) {
  const url = stack.urlOf(database);
  const [http, express] = await Promise.all(
    ['http', 'express'].map((kind) => stack.startFloor({ kind, url, statements, code })),
  );
  return { http, express };
}

async function compare(bench, { what, database, size, paths, statements, code }) {
  const { stack, rounds, seconds } = bench;
  const [gateway, beside] = await Promise.all([
    stack.startGateway(database),
    floors(stack, database, statements, code),
  ]);
  const run = (origin, first) => (round) =>
    load({
      origin,
      paths,
      connections: CONNECTIONS,
      seconds: round < 0 ? Math.max(seconds, first) : seconds,
    });
  try {
    const subjects = { service: run(gateway.origin, WARM.service) };
    for (const [name, { origin }] of Object.entries(beside)) subjects[name] = run(origin, WARM.beside);
    const results = await inTurns(subjects, rounds);
    const rps = Object.fromEntries(
      Object.entries(results).map(([name, all]) => [name, median(all.map((each) => each.rps))]),
    );
    const names = { http: 'node:http + pg', express: 'Express + pg' };
    for (const name of Object.keys(subjects).filter((each) => each !== 'service')) {
      bench.row(what, size, rps.service, 'requests/s', {
        beside: names[name],
        besideValue: rps[name],
        ...(name === 'http' && { target: { least: 0.9 } }),
      });
    }
  } finally {
    await Promise.all([gateway, ...Object.values(beside)].map((each) => each.stop()));
  }
}

export const detail = {
  name: 'detail',
  title: 'Detail',
  about:
    'GET /products/{code}, 8 connections. Beside it: the same prepared statement over `pg`, behind bare `node:http` and behind a bare Express 5 route.',
  async run(bench, { size, database }) {
    const { stack } = bench;
    const codes = await someCodes(stack, database, 16_000);
    const [first, second] = codes;
    const statements = await capture(stack, database, [pathOf(first), pathOf(second)]);
    await compare(bench, {
      what: 'codes from the whole catalogue',
      database,
      size,
      paths: codes.map(pathOf),
      statements,
      code: second,
    });
  },
};

export const list = {
  name: 'list',
  title: 'List',
  about: 'GET /products, page 1 of 20 products, 8 connections. Beside it: the same prepared statements.',
  async run(bench, { size, database }) {
    const path = '/api/v1/products';
    // What a list is asked for in a row, when nothing is written: the first ones find that out.
    const statements = await capture(bench.stack, database, [path, path, path, path]);
    bench.text(`Statements of a request at ${size} products: ${statements.length}.`);
    await compare(bench, { what: 'page 1', database, size, paths: [path], statements });
  },
};
